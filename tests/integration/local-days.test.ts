// Run: all
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateRange, rangeBefore, rangeOfDates } from "@/lib/core/date-range";
import { addDays, localDate } from "@/lib/core/local-time";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { closeMonths } from "@/lib/stats/aggregate/close-months";
import type { StatisticsQuery } from "@/lib/stats/query/query";
import { getLinkReport } from "@/lib/stats/report/link-report";
import type { Report } from "@/lib/stats/report/report";
import { getScopeReport } from "@/lib/stats/report/scope-report";
import { getToday } from "@/lib/stats/report/today";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";
import { addClickMonths } from "@/lib/visits/click-months";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicks } from "@/lib/visits/record-clicks";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";
import { isFullRun } from "../support/run";

/**
 * Days and hours of any time zone equal the single clicks, counted one by one with Intl's own
 * dates: in whole-hour and fractional zones, when clocks change, before and after aggregation, for
 * one link, several and all. ZONE_CASES sets the number.
 */
const cases = Number(process.env.ZONE_CASES) || (isFullRun ? 40 : 6);

const database = useOwnDatabase();

const zones = [
  ...[
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "America/Havana",
    "Asia/Beirut",
  ],
  ...[
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Pacific/Chatham",
    "Australia/Eucla",
    "Asia/Tehran",
    "Africa/Casablanca",
  ],
];

/** Clocks change in most of these zones in these weeks, and months end. */
const weeks = fc.constantFrom(
  "2026-03-08",
  "2026-03-27",
  "2026-04-03",
  "2026-10-03",
  "2026-10-24",
  "2026-10-31",
  "2026-11-15",
);
const minute = 60_000;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** The second way to a local date. */
function dateIn(timeZone: string, at: Date): string {
  const format =
    dateFormats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  dateFormats.set(timeZone, format);
  return format.format(at);
}

/** The start of the local hour: hours count from the first minute of a date. */
function hourIn(timeZone: string, at: Date): string {
  const date = dateIn(timeZone, at);
  let first = Math.floor(at.getTime() / minute) * minute;
  while (dateIn(timeZone, new Date(first - minute)) === date) first -= minute;
  return new Date(at.getTime() - ((at.getTime() - first) % (60 * minute))).toISOString();
}

const visit = fc.record({
  link: fc.integer({ min: 0, max: 1 }),
  /**
   * Days from the first one of the range, and how far from that midnight: many are next to one,
   * local or of UTC.
   */
  day: fc.integer({ min: -3, max: 9 }),
  ms: fc.oneof(
    fc.constantFrom(-1, 0, 1, 3_599_999, 1_799_999, 1_800_000, 2_699_999, 2_700_000, 86_399_999),
    fc.integer({ min: -7_200_000, max: 7_200_000 }),
    fc.integer({ min: 0, max: 86_399_999 }),
  ),
  isLocal: fc.boolean(),
  person: fc.integer({ min: 0, max: 2 }),
  country: fc.constantFrom(null, "CH", "DE"),
  source: fc.constantFrom(null, "a", "b"),
  isPending: fc.boolean(),
});

interface Given {
  timeZone: string;
  dateRange: DateRange;
  links: { id: number; slug: string }[];
  clicks: Click[];
}

const count = <T>(items: readonly T[], keyOf: (item: T) => string) => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return Object.fromEntries(counts);
};
const visitorOf = (click: Click) => `${click.linkId} ${click.visitor}`;

/** Only what was counted, so that the expectation does not need to know which days there are. */
function reported(
  { days, visitorDays, series, breakdowns, clicks, uniqueVisitors }: Report,
  isHourly: boolean,
) {
  const counted = (rows: readonly { key: string; count: number }[]) =>
    Object.fromEntries(rows.filter((row) => row.count > 0).map((row) => [row.key, row.count]));
  const labels = (name: "country" | "source") =>
    counted(breakdowns[name].map((row) => ({ key: row.label, count: row.count })));
  return {
    clicks,
    uniqueVisitors,
    days: counted(days.map((day) => ({ key: day.date, count: day.clicks }))),
    visitors: counted(visitorDays.map((day) => ({ key: day.date, count: day.uniqueVisitors }))),
    hours: isHourly ? counted(series.map((hour) => ({ key: hour.start, count: hour.clicks }))) : {},
    hourly: isHourly
      ? counted(series.map((hour) => ({ key: hour.start, count: hour.uniqueVisitors ?? 0 })))
      : {},
    country: labels("country"),
    source: labels("source"),
  };
}

function expected(
  given: Given,
  range: DateRange,
  isHourly: boolean,
  passes: (click: Click) => boolean = () => true,
) {
  const { timeZone } = given;
  const inside = given.clicks.filter((click) => {
    const date = dateIn(timeZone, click.createdAt);
    return date >= range.from && date <= range.to && passes(click);
  });
  const visits = [
    ...new Map(
      inside.map((click) => [
        `${click.createdAt.toISOString().slice(0, 10)} ${visitorOf(click)}`,
        click,
      ]),
    ).values(),
  ];
  const hourOf = (click: Click) => hourIn(timeZone, click.createdAt);
  const hourly = [
    ...new Map(inside.map((click) => [`${hourOf(click)} ${visitorOf(click)}`, click])).values(),
  ];
  return {
    clicks: inside.length,
    uniqueVisitors: visits.length,
    days: count(inside, ({ createdAt }) => dateIn(timeZone, createdAt)),
    visitors: count(visits, ({ createdAt }) => createdAt.toISOString().slice(0, 10)),
    hours: isHourly ? count(inside, hourOf) : {},
    hourly: isHourly ? count(hourly, hourOf) : {},
    country: count(inside, ({ country }) => country ?? "Unknown"),
    source: count(inside, ({ utmSource }) => utmSource ?? "None"),
  };
}

const aggregateAll = async () => {
  while (await aggregateClicks());
};

it(`days, hours, breakdowns and visitors equal the raw clicks, in ${cases} random cases`, {
  timeout: 60_000 + cases * 5_000,
}, async () => {
  await database.query(
    `UPDATE "RollupState" SET "visitorsSince" = '2026-01-01', "monthsUntil" = '2026-02-01', "monthsLinkId" = 0`,
  );
  await addClickMonths(new Date("2026-11-20T00:00:00Z"));
  const property = fc.asyncProperty(
    fc.constantFrom(...zones),
    weeks,
    fc.constantFrom(1, 2, 7, 40),
    fc.array(visit, { minLength: 5, maxLength: 60 }),
    fc.boolean(),
    async (timeZone, from, days, visits, isClosed) => {
      const dateRange = rangeOfDates(
        from,
        new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10),
        timeZone,
      );
      const create = () =>
        createLink(
          { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
          new Date("2026-01-01T00:00:00Z"),
        );
      const links = [await create(), await create()];
      const made = visits.map(({ link, day, ms, isLocal, person, country, source, isPending }) => {
        const midnight = isLocal ? dateRange.since.getTime() : Date.parse(from);
        const at = new Date(midnight + day * 86_400_000 + ms);
        const visitor = Buffer.from(
          `${at.toISOString().slice(0, 10)}-${person}`.padEnd(16).slice(0, 16),
        ).toString("hex");
        return {
          click: makeClick(links[link]?.id ?? 0, at, { visitor, country, utmSource: source }),
          isPending,
        };
      });
      try {
        await recordClicks(made.filter(({ isPending }) => !isPending).map(({ click }) => click));
        await aggregateAll();
        if (isClosed) await closeMonths(new Date("2026-11-20T00:00:00Z"));
        await recordClicks(made.filter(({ isPending }) => isPending).map(({ click }) => click));
        const given = { timeZone, dateRange, links, clicks: made.map(({ click }) => click) };
        await compare(given);
        await aggregateAll();
        await compare(given);
      } finally {
        for (const { slug } of links) await deleteLink(slug);
        await aggregateAll();
        await removeLeftHistory(new AbortController().signal);
      }
    },
  );
  await fc.assert(property, { numRuns: cases, endOnFailure: true });
});

async function compare(given: Given): Promise<void> {
  const { dateRange, links, clicks, timeZone } = given;
  const isHourly = dateRange.days <= 7;
  const query: StatisticsQuery = {
    dateRange,
    filters: {},
    interval: isHourly ? "hour" : null,
    compare: "previous",
  };
  const swiss: StatisticsQuery = { ...query, filters: { country: { is: ["CH"], isNot: [] } } };
  const isSwiss = ({ country }: Click) => country === "CH";
  const before = rangeBefore(dateRange, "previous");
  for (const link of links) {
    const own = { ...given, clicks: clicks.filter(({ linkId }) => linkId === link.id) };
    const report = await getLinkReport(link.slug, query);
    expect({ timeZone, ...reported(report, isHourly) }).toEqual({
      timeZone,
      ...expected(own, dateRange, isHourly),
    });
    const earlier = Object.fromEntries(
      (report.previous?.days ?? [])
        .filter((day) => day.clicks > 0)
        .map((day) => [day.date, day.clicks]),
    );
    expect({ timeZone, earlier }).toEqual({ timeZone, earlier: expected(own, before, false).days });
    expect(reported(await getLinkReport(link.slug, swiss), isHourly)).toEqual(
      expected(own, dateRange, isHourly, isSwiss),
    );
  }
  for (const scope of [{}, { slug: links.map(({ slug }) => slug) }]) {
    const { topLinks, ...report } = await getScopeReport(scope, query);
    expect({ timeZone, ...reported({ ...report, topLinks: [] }, isHourly) }).toEqual({
      timeZone,
      ...expected(given, dateRange, isHourly),
    });
    const perLink = count(
      clicks.filter(({ createdAt }) =>
        [dateIn(timeZone, createdAt)].every(
          (date) => date >= dateRange.from && date <= dateRange.to,
        ),
      ),
      ({ linkId }) => links.find(({ id }) => id === linkId)?.slug ?? "",
    );
    expect(Object.fromEntries(topLinks.map((top) => [top.slug, top.clicks]))).toEqual(perLink);
  }
  await compareToday(given);
  await compareWeekdayHours(given);
}

async function compareToday(given: Given): Promise<void> {
  const { dateRange, timeZone } = given;
  const { to } = dateRange;
  const today = await getToday(new Date(dateRange.until.getTime() - 90 * minute), timeZone);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  expect([today.clicks, sum(today.hours), sum(today.yesterdayHours)]).toEqual(
    [to, to, addDays(to, -1)].map(
      (day) => expected(given, rangeOfDates(day, day, timeZone), false).clicks,
    ),
  );
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The heat map counts whole hours of UTC, those that begin in the range. */
async function compareWeekdayHours({ timeZone, dateRange, links, clicks }: Given): Promise<void> {
  const hourOf = ({ createdAt }: Click) =>
    new Date(Math.floor(createdAt.getTime() / 3_600_000) * 3_600_000);
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  for (const { id } of links) {
    const found = (await getWeekdayHours(id, dateRange)).flatMap((row, day) =>
      row.map(
        (clicksOfHour, hour) =>
          [`${weekdays[day]}, ${String(hour).padStart(2, "0")}`, clicksOfHour] as const,
      ),
    );
    const own = clicks.filter(
      (click) =>
        click.linkId === id && hourOf(click) >= dateRange.since && hourOf(click) < dateRange.until,
    );
    expect({ timeZone, ...Object.fromEntries(found.filter(([, each]) => each > 0)) }).toEqual({
      timeZone,
      ...count(own, (click) => format.format(hourOf(click))),
    });
  }
}

describe("where raw clicks are deleted", () => {
  const createdAt = new Date("2026-01-01T00:00:00Z");

  async function prunedLink() {
    await database.query(`UPDATE "RollupState" SET "visitorsSince" = '2026-01-01'`);
    const link = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      createdAt,
    );
    const hours = Array.from(
      { length: 4 * 24 * 2 },
      (_, half) => new Date(Date.parse("2026-05-04T00:10:00Z") + half * 30 * minute),
    );
    await recordClicks(hours.map((at) => makeClick(link.id, at, { country: "CH" })));
    await aggregateAll();
    await database.query(`DELETE FROM "Click" WHERE "linkId" = $1`, [link.id]);
    await database.query(`UPDATE "RollupState" SET "clicksSince" = '2026-06-01'`);
    return link;
  }
  const report = (slug: string, timeZone: string) =>
    getLinkReport(slug, {
      dateRange: rangeOfDates("2026-05-05", "2026-05-06", timeZone),
      filters: {},
      interval: "hour",
      compare: null,
    });

  it("days and hours stay exact in whole-hour zones, and breakdowns and visitors are those of whole UTC days", async () => {
    const link = await prunedLink();
    try {
      const { days, series, breakdowns, visitorDays, clicksSince } = await report(
        link.slug,
        "Asia/Tokyo",
      );
      expect(days.map(({ clicks }) => clicks)).toEqual([48, 48]);
      expect(series.every(({ clicks }) => clicks === 2)).toBe(true);
      expect(breakdowns.country).toEqual([{ label: "CH", detail: null, count: 48 }]);
      expect(breakdowns.referrer).toEqual([{ label: "Direct", detail: null, count: 48 }]);
      expect(visitorDays.map(({ uniqueVisitors }) => uniqueVisitors)).toEqual([0, 48, 0]);
      expect(clicksSince).toBe("2026-06-01T00:00:00.000Z");
    } finally {
      await database.query(`UPDATE "RollupState" SET "clicksSince" = NULL`);
      await deleteLink(link.slug);
    }
  });

  it("days and hours of fractional zones begin with full hours of UTC", async () => {
    const link = await prunedLink();
    try {
      const { days, series } = await report(link.slug, "Asia/Kathmandu");
      expect(days.map(({ clicks }) => clicks)).toEqual([48, 48]);
      expect(series.map(({ clicks }) => clicks)).toEqual(Array.from({ length: 48 }, () => 2));
    } finally {
      await database.query(`UPDATE "RollupState" SET "clicksSince" = NULL`);
      await deleteLink(link.slug);
    }
  });
});

it("clicks by weekday in a fractional zone are those of hours of UTC that begin in the range, the last one included", async () => {
  const link = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date("2026-05-01T00:00:00Z"),
  );
  // The range is from 18:15 to 18:15 UTC, 4 May is a Monday.
  await recordClicks(
    ["2026-05-03T18:05:00Z", "2026-05-03T19:00:00Z", "2026-05-04T18:05:00Z"].map((at) =>
      makeClick(link.id, new Date(at)),
    ),
  );
  for (const step of [() => Promise.resolve(), aggregateAll]) {
    await step();
    const counts = await getWeekdayHours(
      link.id,
      rangeOfDates("2026-05-04", "2026-05-04", "Asia/Kathmandu"),
    );
    expect([
      counts[0]?.[0],
      counts[0]?.[23],
      counts.flat().reduce((sum, count) => sum + count),
    ]).toEqual([1, 1, 2]);
  }
});

it("a date that a zone skipped has no clicks", async () => {
  const link = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date("2011-12-01T00:00:00Z"),
  );
  const instants = [
    "2011-12-29T09:59:59.999Z",
    "2011-12-30T09:59:59.999Z",
    "2011-12-30T10:00:00.000Z",
  ].map((at) => new Date(at));
  await recordClicks(instants.map((at) => makeClick(link.id, at)));
  const dateRange = rangeOfDates("2011-12-28", "2011-12-31", "Pacific/Apia");
  const { days } = await getLinkReport(link.slug, {
    dateRange,
    filters: {},
    interval: null,
    compare: null,
  });
  expect(days.map(({ date, clicks }) => [date, clicks])).toEqual([
    ["2011-12-28", 1],
    ["2011-12-29", 1],
    ["2011-12-30", 0],
    ["2011-12-31", 1],
  ]);
  expect(instants.map((at) => localDate(at, "Pacific/Apia"))).toEqual([
    "2011-12-28",
    "2011-12-29",
    "2011-12-31",
  ]);
});
