import type { DateRange, Span } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import type { DimensionName } from "../query/dimensions";
import { type Filters, hasFilters } from "../query/filters";
import type { StatementScope } from "../query/scope";
import { linkRollups } from "./link-rollups";
import { pendingClicks } from "./pending-clicks";
import { pendingCounts } from "./pending-counts";
import { clicksOfHours, clicksSince, rawClicks } from "./raw-clicks";
import type { SettledSums } from "./settled-sums";
import { isWithin, type LabelsWanted, type Source, Tables } from "./source";
import { totals } from "./totals";
import { instants, type Zone, zoneOf } from "./zone";

/** What is to be counted. */
interface Wanted {
  scope: StatementScope;
  /** Whole days of a time zone, or hours of UTC. */
  dateRange: DateRange | Span;
  filters?: Filters;
  /** Clicks only, or with labels. By default also with visitors, which cost most. */
  of?: "clicks" | "labels";
  /** Counts raw clicks also without filters. */
  isRaw?: boolean;
  /** Reads roll-ups of single links also over all of them. */
  isPerLink?: boolean;
  /** Pending clicks beyond the read limit have no labels, not even Other. */
  isUnreadApart?: boolean;
  settled?: SettledSums | null;
}

type Column = "linkId" | "day" | "hour";

/** The sources of what is wanted, joined: queries with one row for each key, but for labels. */
export interface Plan {
  /** The tables that the queries read. */
  tables: Tables;
  /** (day, clicks, visitors) by UTC day, or by these columns. */
  days(by?: readonly Column[]): Prisma.Sql;
  /** (day, clicks, visitors) by date of the time zone, where visitors are 0. */
  dates(): Prisma.Sql;
  /** (hour, clicks, visitors) by hour of the time zone. */
  hours(): Prisma.Sql;
  /** Rows of labels, as the sources have them: one label may be in several. */
  labels(wanted: LabelsWanted): Prisma.Sql;
  /** (linkId, label, detail, clicks) of a pair, '' for a missing tag. */
  pairs(dimension: DimensionName): Prisma.Sql;
  /** (linkId, clicks) */
  links(): Prisma.Sql;
  /** The latest clicks of the date range, all columns, if single clicks are counted. */
  recent?: (limit: number) => Prisma.Sql;
  /** How many pending clicks are read, and how many are beyond their read limit. */
  read(): Prisma.Sql;
  unread(): Prisma.Sql;
}

/**
 * Chooses the sources that have all clicks together, each click once. Filters leave raw clicks
 * only. Else roll-ups and pending clicks have them, and settled sums what is before the roll-ups.
 * Days of another time zone than UTC are made of hours; labels and visitors are aggregated by UTC
 * day, so of the UTC days that the range cuts raw clicks are counted. Where these are deleted,
 * labels and visitors of cut days are missing.
 */
export function planOf(wanted: Wanted, tables = new Tables()): Plan {
  const { scope, dateRange, filters = {}, settled } = wanted;
  const zone = zoneOf(dateRange);
  if (wanted.isRaw || hasFilters(filters)) {
    const raw = rawClicks(tables, scope, [dateRange], { filters, zone });
    const plan = joined(tables, [raw], [raw]);
    return {
      ...plan,
      dates: zone ? () => sum(["day"], [raw.dates()]) : plan.dates,
      recent: raw.recent,
    };
  }
  const rollups = (span: Span) =>
    scope === "all" && !wanted.isPerLink ? totals(span) : linkRollups(tables, scope, span);
  const clicks = pendingClicks(tables, scope, dateRange, wanted);
  const pending = (days?: Span) =>
    wanted.of === "clicks" ? pendingCounts(scope, days ?? dateRange) : clicks.within(days);
  const amounts = { read: wanted.of === "clicks" ? none : clicks.read, unread: clicks.unread };
  if (!zone) {
    const live = settled ? { since: settled.until, until: dateRange.until } : dateRange;
    const counted = [rollups(live), pending(), ...(settled ? [settled.source] : [])];
    return { ...joined(tables, counted, [rollups(dateRange), pending()]), ...amounts };
  }
  const { inside, edges } = zone;
  const counted = [rollups(inside), pending(inside), rawClicks(tables, scope, edges)];
  const plan = joined(tables, counted, [rollups(zone.hours), pending()]);
  return { ...plan, ...inZone(zone, plan, wanted), ...amounts };
}

/**
 * Dates and hours of a zone, from hours of UTC. Where a zone has others, these are counted from raw
 * clicks.
 */
function inZone(
  zone: Zone,
  { tables, hours }: Plan,
  { scope, dateRange }: Wanted,
): Pick<Plan, "dates" | "hours"> {
  const [hour, createdAt] = [Prisma.raw('"hour"'), Prisma.raw('"createdAt"')];
  const hourly = tables.table("hourly", hours);
  return {
    // Where raw clicks are deleted, all of an hour within which a day begins belongs to the day
    // before.
    dates: () =>
      sum(
        ["day"],
        [
          Prisma.sql`
            SELECT ${zone.dateOf(hour)} AS "day", "clicks", 0 AS "visitors" FROM ${hourly()}
            WHERE NOT ("hour" = ANY(${instants(zone.cutHours)}) AND "hour" >= ${clicksSince})`,
          Prisma.sql`SELECT ${zone.dateOf(createdAt)} AS "day", 1 AS "clicks", 0 AS "visitors" FROM (${clicksOfHours(scope, zone.cutHours)}) c`,
        ],
      ),
    // Where raw clicks are deleted, an hour of UTC counts when it begins.
    hours: () => {
      if (zone.isWholeHours) return Prisma.sql`SELECT * FROM ${hourly()}`;
      const deleted = Prisma.sql`
        SELECT NULL, ${zone.hourOf(hour)}, "clicks", "visitors" FROM ${hourly()} WHERE ${isWithin("hour", dateRange)} AND "hour" < ${clicksSince}`;
      return sum(["hour"], [rawClicks(tables, scope, [dateRange], { zone }).hours(), deleted]);
    },
  };
}

/** `counted` have days, labels and links; `hourly` the hours. */
function joined(tables: Tables, counted: readonly Source[], hourly: readonly Source[]): Plan {
  const days = (by: readonly Column[] = ["day"]) =>
    sum(
      by,
      counted.map((source) => source.days()),
    );
  const labels = (wanted: LabelsWanted) => union(counted.map((source) => source.labels(wanted)));
  return {
    tables,
    days,
    dates: days,
    hours: () =>
      sum(
        ["hour"],
        hourly.map((source) => source.hours()),
      ),
    labels,
    pairs: (dimension) => Prisma.sql`
      SELECT "linkId", "label", "detail", sum("clicks") AS "clicks"
      FROM (${labels({ dimensions: [dimension], isPerLink: true })}) l GROUP BY 1, 2, 3`,
    links: () =>
      Prisma.sql`SELECT "linkId", sum("clicks") AS "clicks" FROM (${union(counted.map((source) => source.links()))}) rows GROUP BY "linkId"`,
    read: none,
    unread: none,
  };
}

const none = () => Prisma.raw("0::float8");

function sum(by: readonly Column[], rows: readonly Prisma.Sql[]): Prisma.Sql {
  const key = Prisma.raw(by.map((column) => `"${column}"`).join(", "));
  return Prisma.sql`SELECT ${key}, sum("clicks") AS "clicks", sum("visitors") AS "visitors" FROM (${union(rows)}) rows GROUP BY ${key}`;
}

function union(rows: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...rows], " UNION ALL ");
}
