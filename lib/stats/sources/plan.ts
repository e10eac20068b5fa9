import type { DateRange, Span } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { type Filters, hasFilters } from "../query/query";
import type { StatementScope } from "../query/scope";
import { linkRollups } from "./link-rollups";
import { pendingClicks } from "./pending-clicks";
import { pendingCounts } from "./pending-counts";
import { clicksOfHours, clicksSince, rawClicks } from "./raw-clicks";
import type { SettledSums } from "./settled-sums";
import { isWithin, type LabelsWanted, type Source, type Tables } from "./source";
import { totals } from "./totals";
import { instants, type Zone, zoneOf } from "./zone";

/** What is to be counted. */
export interface Wanted {
  scope: StatementScope;
  /** Whole days of a time zone, or hours of UTC. */
  dateRange: DateRange | Span;
  filters?: Filters;
  /** Counts raw clicks also without filters. */
  isRaw?: boolean;
  /** Reads roll-ups of single links also over all of them. */
  perLink?: boolean;
  /** Only clicks, without visitors and labels. */
  isCountOnly?: boolean;
  withoutVisitors?: boolean;
  /** Pending clicks beyond the read limit have no labels, not even Other. */
  isUnreadApart?: boolean;
  settled?: SettledSums | null;
}

type Column = "linkId" | "day" | "hour";

/** The sources of what is wanted, joined: queries with one row for each key, but for labels. */
export interface Plan {
  /** (day, clicks, visitors) by UTC day, or by these columns. */
  days(by?: readonly Column[]): Prisma.Sql;
  /** (day, clicks) by date of the time zone; of UTC also the visitors. */
  dates(): Prisma.Sql;
  /** (hour, clicks, visitors) by hour of the time zone. */
  hours(): Prisma.Sql;
  /** Rows of labels, as the sources have them: one label may be in several. */
  labels(wanted: LabelsWanted): Prisma.Sql;
  /** (linkId, clicks) */
  links(): Prisma.Sql;
  /** The latest clicks of the date range, all columns, if single clicks are counted. */
  recent?: (limit: number) => Prisma.Sql;
  /** How many clicks are beyond the read limit of pending clicks. */
  unread(): Prisma.Sql;
}

/**
 * Chooses the sources that have all clicks together, each click once. Filters leave raw clicks only. Else roll-ups and pending
 * clicks have them, and settled sums what is before the roll-ups. Days of another time zone than UTC are made of hours; labels
 * and visitors are aggregated by UTC day, so of the UTC days that the range cuts raw clicks are counted. Where these are deleted,
 * labels and visitors of cut days are missing.
 */
export function planOf(tables: Tables, wanted: Wanted): Plan {
  const { scope, dateRange, filters = {}, isRaw, perLink, isCountOnly, settled } = wanted;
  const zone = zoneOf(dateRange);
  const rollups = (span: Span) => (scope === "all" && !perLink ? totals(span) : linkRollups(tables, scope, span));
  if (isRaw || hasFilters(filters)) {
    const raw = rawClicks(tables, scope, [dateRange], { filters, zone });
    const dates = zone ? { dates: () => sum([raw.dates()], ["day"]) } : {};
    return { ...joined([raw], [raw]), ...dates, recent: raw.recent, unread: () => Prisma.raw("0::float8") };
  }
  const clicks = pendingClicks(tables, scope, dateRange, wanted);
  const pending = (span?: Span) => (isCountOnly ? pendingCounts(scope, span ?? dateRange) : clicks.within(span));
  if (!zone) {
    const live = settled ? { since: settled.until, until: dateRange.until } : dateRange;
    const counted = [rollups(live), pending(), ...(settled ? [settled.source] : [])];
    return { ...joined(counted, [rollups(dateRange), pending()]), unread: clicks.unread };
  }
  const { inside, edges } = zone;
  const hourly = [rollups(zone.hours), pending()];
  const plan = joined([rollups(inside), pending(inside), rawClicks(tables, scope, edges)], hourly);
  const hours = tables.table("hours", plan.hours);
  return { ...plan, ...inZone(zone, hours, wanted, tables), unread: clicks.unread };
}

/** Dates and hours of a zone from `hourly`, a table with the hours of UTC. */
function inZone(zone: Zone, hourly: () => Prisma.Sql, { scope, dateRange }: Wanted, tables: Tables): Pick<Plan, "dates" | "hours"> {
  const hour = Prisma.raw('"hour"');
  const dates = (where: Prisma.Sql) => Prisma.sql`SELECT ${zone.dateOf(hour)} AS "day", "clicks" FROM ${hourly()} WHERE ${where}`;
  if (zone.isWholeHours) return { dates: () => sum([dates(Prisma.sql`true`)], ["day"]), hours: () => Prisma.sql`SELECT * FROM ${hourly()}` };
  // Hours within which a day begins are counted from raw clicks. Where these are deleted, all of such an hour belongs to the day before.
  const isCut = Prisma.sql`"hour" = ANY(${instants(zone.cutHours)}) AND "hour" >= ${clicksSince}`;
  const cut = () =>
    Prisma.sql`SELECT ${zone.dateOf(Prisma.raw('"createdAt"'))} AS "day", 1 AS "clicks" FROM (${clicksOfHours(scope, zone.cutHours)}) c`;
  return {
    dates: () => sum([dates(Prisma.sql`NOT (${isCut})`), cut()], ["day"]),
    // Hours that begin within those of UTC are counted from raw clicks. Where these are deleted, an hour of UTC counts when it begins.
    hours: () => {
      const deleted = Prisma.sql`
        SELECT ${zone.hourOf(hour)} AS "hour", "clicks", "visitors" FROM ${hourly()} WHERE ${isWithin("hour", dateRange)} AND "hour" < ${clicksSince}`;
      return sum([rawClicks(tables, scope, [dateRange], { zone }).hours(), deleted], ["hour"], true);
    },
  };
}

/** `counted` have days, labels and links; `hourly` the hours. */
function joined(counted: readonly Source[], hourly: readonly Source[]): Omit<Plan, "unread"> {
  const days = (by: readonly Column[] = ["day"]) =>
    sum(
      counted.map((source) => source.days()),
      by,
      true,
    );
  return {
    days,
    dates: days,
    hours: () =>
      sum(
        hourly.map((source) => source.hours()),
        ["hour"],
        true,
      ),
    labels: (wanted) => union(counted.map((source) => source.labels(wanted))),
    links: () =>
      sum(
        counted.map((source) => source.links()),
        ["linkId"],
      ),
  };
}

function sum(rows: readonly Prisma.Sql[], by: readonly Column[], hasVisitors = false): Prisma.Sql {
  const key = Prisma.raw(by.map((column) => `"${column}"`).join(", "));
  const visitors = hasVisitors ? Prisma.raw(', sum("visitors") AS "visitors"') : Prisma.empty;
  return Prisma.sql`SELECT ${key}, sum("clicks") AS "clicks"${visitors} FROM (${union(rows)}) rows GROUP BY ${key}`;
}

function union(rows: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...rows], " UNION ALL ");
}
