// Run: all
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { dayMs } from "@/lib/core/day";
import { getLink } from "@/lib/links/get-link";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import {
  type PageQuery,
  parsePageQuery,
  searchParamsOf,
  toStatisticsQuery,
} from "@/lib/stats/query/page-query";
import { findFirstDayRank, getLinkHistory } from "@/lib/stats/report/link-history";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { summarize } from "@/lib/stats/report/story";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { createLink, updateLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-06-20T12:00:00Z");
const createdAt = new Date("2026-06-15T12:00:00Z");
const hourMs = 3_600_000;

const newLink = (at: Date, expiresAt: Date | null = null) =>
  createLink({ url: "https://example.com/", title: null, enabled: true, expiresAt }, at);
const at = (hours: number) => new Date(createdAt.getTime() + hours * hourMs);

/** Records clicks, the first half of them aggregated. */
async function record(clicks: readonly Click[]): Promise<void> {
  const half = Math.ceil(clicks.length / 2);
  if (half > 0) await recordClicks(clicks.slice(0, half));
  while (await aggregateClicks());
  if (clicks.length > half) await recordClicks(clicks.slice(half));
}

async function tell(slug: string, parameters = "") {
  const link = await getLink(slug);
  const query = parsePageQuery(searchParamsOf(`http://x/?${parameters}`));
  const statistics = toStatisticsQuery(query, link, now);
  const report = await getLinkReport(slug, statistics);
  const history = await getLinkHistory(link, statistics.dateRange, now);
  const rank = await findFirstDayRank(report, now);
  const parts = summarize({ report, query, history, rank, now, locale: "en" });
  return {
    parts,
    text: parts.map(({ text }) => text).join(""),
    link,
    query,
    dateRange: statistics.dateRange,
  };
}

/** Counts single clicks as the sentence claims to have counted them. */
async function countRaw(linkId: number, condition: string): Promise<number> {
  const { rows } = await own.query(
    `SELECT count(*)::int AS "count" FROM "StoredClick" WHERE "linkId" = ${linkId} AND ${condition}`,
  );
  return rows[0].count;
}

describe("the sentence of a link", () => {
  it("has the numbers of its raw clicks, its other links and its previews", async () => {
    const fewer: number[] = [];
    for (let count = 0; count < 12; count++) {
      const { id } = await newLink(new Date(createdAt.getTime() - 5 * dayMs));
      // Two of the twelve began better.
      const clicks = count < 2 ? 60 : count;
      if (clicks < 40) fewer.push(id);
      await record(
        Array.from({ length: clicks }, () => ({
          ...makeClick(id, new Date(createdAt.getTime() - 5 * dayMs + hourMs)),
          isFirstDay: true,
        })),
      );
    }
    const { id, slug } = await newLink(createdAt);
    const made = (count: number, hours: number, rest: Partial<Click> = {}) =>
      Array.from({ length: count }, (_, index) =>
        makeClick(id, new Date(at(hours).getTime() + index), { isFirstDay: hours < 24, ...rest }),
      );
    await record([
      ...made(40, 2),
      ...made(30, 30, { utmSource: "podcast" }),
      ...made(9, 60, { utmSource: "x" }),
      ...made(11, 100),
    ]);
    await recordUncounted(
      uuidv7(),
      Array.from({ length: 5 }, () => ({
        linkId: id,
        at: at(3),
        kind: "unfurler" as const,
        name: "Slack",
      })),
    );

    const { text, link } = await tell(slug);
    const end = "2026-06-16T12:00:00Z";
    const firstDay = await countRaw(id, `"createdAt" < '${end}'`);
    const all = await countRaw(id, "true");
    const podcast = await countRaw(id, `"utmSource" = 'podcast'`);
    expect([firstDay, all, podcast, fewer.length]).toEqual([40, 90, 30, 10]);
    const tenths = Math.floor((10 * fewer.length) / 12);
    expect(text).toBe(
      `${all} clicks in 5 days. ${firstDay} came within the first 24 hours, more than ${tenths} of 10 of your links. ${Math.round((100 * podcast) / all)}% came from podcast. Slack fetched the preview 5 times.`,
    );

    // Each part leads to what it says.
    for (const { text: said, changes } of (await tell(slug)).parts) {
      if (!changes?.filters) continue;
      expect(said).toBe("podcast");
      const query: PageQuery = { ...parsePageQuery({}), ...changes };
      expect((await getLinkReport(slug, toStatisticsQuery(query, link, now))).clicks).toBe(podcast);
    }
    expect((await tell(slug, "utm_source=x")).text).toBe("9 clicks match the filters in 5 days.");
    expect((await tell(slug, "from=2026-06-17&to=2026-06-18")).text).toMatch(
      /^9 clicks from 17 Jun to 18 Jun\./,
    );
    expect((await tell(slug, "days=1")).text).toBe("No clicks today. The last one came on 19 Jun.");
  });

  it("is true for no and for one click", async () => {
    const { id, slug } = await newLink(createdAt);
    expect((await tell(slug)).text).toBe("No clicks in 5 days.");
    await record([makeClick(id, at(30), { referrer: "news.example.com" })]);
    expect((await tell(slug)).text).toBe("1 click in 5 days. It came from news.example.com.");
  });

  it("of an expired link ends with its expiry", async () => {
    const { id, slug } = await newLink(createdAt, at(72));
    await record([makeClick(id, at(1), { isFirstDay: true }), makeClick(id, at(40))]);
    expect((await tell(slug, "days=all")).text).toBe(
      "2 clicks in 3 days, until it expired on 18 Jun. 1 came within the first 24 hours.",
    );
  });
});

describe("changes of a link", () => {
  const changesOf = async (slug: string) => {
    const link = await getLink(slug);
    return (
      await getLinkHistory(link, toStatisticsQuery(parsePageQuery({}), link, now).dateRange, now)
    ).changes;
  };

  it("are noted with the change, whoever makes it, and only if it is one", async () => {
    const { id, slug } = await newLink(createdAt);
    await updateLink(slug, { title: "New title" }, at(1));
    await updateLink(slug, { url: "https://example.com/", enabled: true }, at(2));
    expect(await changesOf(slug)).toEqual([]);
    await updateLink(
      slug,
      { url: "https://user:secret@Other.example:8080/private?token=1" },
      at(3),
    );
    await updateLink(
      slug,
      { url: "https://example.org/", slug: `${slug}-new`, enabled: false },
      at(4),
    );
    // An instance of the version before knows nothing of the table.
    await own.query(
      `UPDATE "Link" SET "enabled" = true, "updatedAt" = '${at(5).toISOString()}' WHERE "id" = ${id}`,
    );
    const changes = await changesOf(`${slug}-new`);
    expect(changes.map(({ kind, at: when, before }) => [kind, when, before])).toEqual([
      ["destination", at(3).toISOString(), "example.com"],
      ["destination", at(4).toISOString(), "Other.example:8080"],
      ["disabled", at(4).toISOString(), null],
      ["renamed", at(4).toISOString(), slug],
      ["enabled", at(5).toISOString(), null],
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/secret|token/);
  });

  it("by its schedule are those that happened, since it is as it is", async () => {
    const scheduled = (...hours: number[]) =>
      hours.map((each) => ({ from: at(each).toISOString(), url: `https://at${each}.example/` }));
    const marked = async (slug: string) =>
      (await changesOf(slug)).map(({ at: when, before }) => [when, before]);
    const link = { url: "https://example.com/", title: null, enabled: true, expiresAt: null };
    // `now` is 120 hours later, and that day not over.
    const schedule = scheduled(-2, 0, 10, 119, 121);
    const { slug } = await createLink({ ...link, schedule }, createdAt);
    expect(await marked(slug)).toEqual([
      [at(0).toISOString(), "at-2.example"],
      [at(10).toISOString(), "at0.example"],
      [at(119).toISOString(), "at10.example"],
    ]);
    await updateLink(slug, { schedule: scheduled(10, 50, 119, 121) }, at(49));
    await updateLink(slug, { title: "Later" }, at(60));
    expect(await marked(slug)).toEqual([
      [at(50).toISOString(), "at10.example"],
      [at(119).toISOString(), "at50.example"],
    ]);
  });
});

describe("the history of a link", () => {
  it("has bot hits by day, and when each app came first", async () => {
    const { id, slug } = await newLink(createdAt);
    const hit = (name: string, hours: number) => ({
      linkId: id,
      at: at(hours),
      kind: "unfurler" as const,
      name,
    });
    await recordUncounted(uuidv7(), [
      hit("Slack", 1),
      hit("Slack", 50),
      hit("X", 50),
      { linkId: id, at: at(50), kind: "crawler", name: "Googlebot" },
    ]);
    const link = await getLink(slug);
    const history = await getLinkHistory(
      link,
      toStatisticsQuery(parsePageQuery({ from: "2026-06-17", to: "2026-06-17" }), link, now)
        .dateRange,
      now,
    );
    expect([...history.botHits]).toEqual([["2026-06-17", 2]]);
    expect(history.apps).toEqual([
      { name: "Slack", count: 1, firstSeenAt: at(1).toISOString() },
      { name: "X", count: 1, firstSeenAt: at(50).toISOString() },
    ]);
  });

  it("finds the day with unusually many clicks", async () => {
    const created = new Date("2026-05-20T12:00:00Z");
    const { id, slug } = await newLink(created);
    const clicks = Array.from(
      { length: 25 },
      (_, day) => new Date(created.getTime() + (day + 1) * dayMs),
    ).flatMap((day, index) =>
      Array.from({ length: index === 20 ? 40 : 3 }, () => makeClick(id, day)),
    );
    await recordClicks(clicks);
    while (await aggregateClicks());
    const link = await getLink(slug);
    const { unusualDays } = await getLinkHistory(
      link,
      toStatisticsQuery(parsePageQuery({}), link, now).dateRange,
      now,
    );
    expect(unusualDays).toEqual([{ date: "2026-06-10", clicks: 40, usual: 3 }]);
  });
});

it("weekdays and hours add up to the raw clicks, aggregated or not", async () => {
  const { id, slug } = await newLink(createdAt);
  const instants = [
    "2026-06-15T12:00:00Z",
    "2026-06-15T12:59:59.999Z",
    "2026-06-17T00:00:00Z",
    "2026-06-21T23:59:59Z",
    "2026-06-14T23:59:59Z",
  ];
  await record(instants.map((instant) => makeClick(id, new Date(instant))));
  const link = await getLink(slug);
  const { dateRange } = toStatisticsQuery(
    parsePageQuery({ from: "2026-06-15", to: "2026-06-21" }),
    link,
    new Date("2026-06-22T00:00:00Z"),
  );
  const counts = await getWeekdayHours(id, dateRange);
  expect(counts.map((hours) => hours.length)).toEqual(Array.from({ length: 7 }, () => 24));
  expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(4);
  expect([counts[0]?.[12], counts[2]?.[0], counts[6]?.[23]]).toEqual([2, 1, 1]);
});
