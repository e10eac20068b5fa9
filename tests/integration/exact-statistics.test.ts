// Run: verify
import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { type DateRange, lastDays, rangeBefore } from "@/lib/core/date-range";
import { startOfDay } from "@/lib/core/day";
import { groupBy } from "@/lib/core/group-by";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { backfillTotals } from "@/lib/stats/aggregate/backfill-totals";
import { closeMonths } from "@/lib/stats/aggregate/close-months";
import { moveSetAside } from "@/lib/stats/aggregate/move-set-aside";
import { pruneVisitors } from "@/lib/stats/aggregate/prune-visitors";
import { tagsOf } from "@/lib/stats/query/channel-labels";
import { type DimensionName, dimensionNames } from "@/lib/stats/query/dimensions";
import { type StatisticsQuery, statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import type { ReportScope } from "@/lib/stats/query/report-scope";
import { oneLink, type Scope } from "@/lib/stats/query/scope";
import { campaignSparkDays, getCampaigns, listCampaignCells } from "@/lib/stats/report/campaigns";
import { channelSparkDays, getChannelStatistics } from "@/lib/stats/report/channel-statistics";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";
import { readInstantReport } from "@/lib/stats/report/instant-report";
import { getLinkReport } from "@/lib/stats/report/link-report";
import type { LabelCount } from "@/lib/stats/report/read-statistics";
import { inOneSnapshot } from "@/lib/stats/report/report";
import { isCovered, openDays } from "@/lib/stats/report/same-stretch";
import { getScopeBotHits, getScopeCounts, getScopeReport } from "@/lib/stats/report/scope-report";
import { idOf } from "@/lib/stats/report/single-visitors";
import { getSparklines } from "@/lib/stats/report/sparklines";
import { getToday } from "@/lib/stats/report/today";
import { listTopLinks } from "@/lib/stats/report/top-links";
import { addClickMonths } from "@/lib/visits/click-months";
import { type Click, isFirstDay } from "@/lib/visits/describe/describe-click";
import { newBatchId, recordClicks, recordClicksAgain } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { countClicks } from "../support/count-clicks";
import { createLink, deleteLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";
import { isFullRun } from "../support/run";

/**
 * Every number equals the single clicks, counted one by one, at any instant: whatever was recorded,
 * replayed, aggregated, set aside, by one instance or two at once, pruned and deleted in between. STATS_CASES
 * sets the number of histories.
 */
const cases = Number(process.env.STATS_CASES) || (isFullRun ? 60 : 5);

const database = useOwnDatabase();

/** A month ends at this midnight. */
const midnight = Date.parse("2026-04-01T00:00:00.000Z");
/** No command prunes the visitors of this day. */
const keptDays = new Date(midnight - 5 * 86_400_000);
const instant = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 3, arbitrary: fc.integer({ min: -7_200_000, max: 7_200_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -40 * 86_400_000, max: 86_400_000 }) },
  )
  .map((offset) => new Date(midnight + offset));

const tag = fc.constantFrom(null, null, "a", "b", "None", "Zürich", "\u{1f517}", "\uff5e");
const click = fc.record({
  link: fc.integer({ min: 0, max: 1 }),
  at: instant,
  person: fc.integer({ min: 0, max: 3 }),
  referrer: tag,
  country: fc.constantFrom(null, "CH", "DE"),
  region: tag,
  city: tag,
  browser: fc.constantFrom("Chrome", "Unknown"),
  utmSource: tag,
  utmMedium: tag,
  utmCampaign: tag,
  destination: fc.constantFrom(undefined, undefined, "ios", "DE"),
  domain: fc.constantFrom(undefined, undefined, "l.example"),
});
type Wanted = typeof click extends fc.Arbitrary<infer T> ? T : never;

const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("record" as const),
      clicks: fc.array(click, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("replay" as const),
      share: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("aggregate" as const),
      instances: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("aggregate and read" as const),
      link: fc.integer({ min: 0, max: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("record and aggregate" as const),
      clicks: fc.array(click, { minLength: 2, maxLength: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("bot hit" as const),
      link: fc.integer({ min: 0, max: 1 }),
      at: instant,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("delete" as const),
      link: fc.integer({ min: 0, max: 1 }),
      createdAt: instant,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("close months" as const),
      days: fc.integer({ min: -30, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("prune" as const),
      days: fc.integer({ min: 0, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("upgrade" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("set aside" as const),
      link: fc.integer({ min: 0, max: 1 }),
      which: fc.nat(100),
      // Few histories set aside and then undo by themselves.
      isUndone: fc.boolean(),
      meanwhile: fc.array(click, { minLength: 0, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("undo" as const),
      link: fc.integer({ min: 0, max: 1 }),
      which: fc.nat(100),
      meanwhile: fc.array(click, { minLength: 0, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("backfill" as const),
      portion: fc.integer({ min: 1, max: 9 }),
      whole: fc.boolean(),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface ModelLink {
  id: number;
  slug: string;
  createdAt: Date;
  clicks: Click[];
  botHits: Date[];
  /** Visitors whose clicks are set aside, and these clicks. */
  aside: string[];
  asideClicks: Click[];
}

class Model {
  private constructor(
    readonly links: ModelLink[],
    private readonly days: number,
  ) {}
  private readonly recorded: Click[] = [];
  /** As which each click was stored at first. */
  private readonly packs = new Map<string, string>();
  readonly now = new Date(midnight + 3_600_000);

  static async start(createdAts: readonly Date[], days: number): Promise<Model> {
    await database.query(
      `UPDATE "RollupState" SET "visitorsSince" = '2026-03-01', "monthsUntil" = '2026-02-01', "monthsLinkId" = 0`,
    );
    return new Model(await Promise.all(createdAts.map(newLink)), days);
  }

  async run(command: Command): Promise<void> {
    await this.act(command);
    await this.settleAside();
  }

  private async act(command: Command): Promise<void> {
    switch (command.type) {
      case "record":
        return this.record(this.clicksOf(command.clicks));
      case "replay":
        // Late, in part of links that are gone.
        return this.replay(this.recorded.filter((_, index) => index % 30 < command.share));
      case "aggregate":
        await Promise.all(Array.from({ length: command.instances }, () => aggregateClicks()));
        return;
      case "aggregate and read":
        await Promise.all([
          aggregateClicks(),
          this.compareLink(this.links[command.link]),
          aggregateClicks(),
        ]);
        return;
      case "record and aggregate": {
        const clicks = this.clicksOf(command.clicks);
        const half = clicks.length >> 1;
        await Promise.all([
          this.record(clicks.slice(0, half)),
          aggregateClicks(),
          this.record(clicks.slice(half)),
          aggregateClicks(),
        ]);
        return;
      }
      case "bot hit": {
        const link = this.links[command.link];
        if (!link) return;
        link.botHits.push(command.at);
        return recordUncounted(uuidv7(), [
          { linkId: link.id, at: command.at, kind: "unfurler", name: "Slack" },
        ]);
      }
      case "delete": {
        const link = this.links[command.link];
        // An aggregation that began before may still hold clicks of the link in its hands.
        if (link) await Promise.all([aggregateClicks(), deleteLink(link.slug)]);
        this.links[command.link] = await newLink(command.createdAt);
        return;
      }
      case "close months":
        await Promise.all([
          aggregateClicks(),
          closeMonths(new Date(midnight + command.days * 86_400_000), { pauseMs: 0 }),
        ]);
        return;
      case "prune":
        return pruneVisitors(new Date(midnight + (command.days - 1) * 86_400_000));
      case "upgrade":
        return forgetTotals();
      case "set aside":
        await this.setAside(this.links[command.link], command);
        if (!command.isUndone) return;
        await this.settleAside();
        return this.undo(this.links[command.link], command);
      case "undo":
        return this.undo(this.links[command.link], command);
      case "backfill": {
        const { portion, whole } = command;
        const interrupted = new AbortController();
        if (!whole) interrupted.abort();
        const removed = whole
          ? Promise.resolve()
          : this.run({ type: "delete", link: 0, createdAt: new Date(midnight) });
        const options = { portion, pauseMs: 0 };
        await Promise.all([
          backfillTotals({ ...options, signal: interrupted.signal }),
          removed,
          aggregateClicks(),
          backfillTotals(options),
        ]);
        return;
      }
    }
  }

  private async setAside(
    link: ModelLink | undefined,
    { which, meanwhile }: { which: number; meanwhile: readonly Wanted[] },
  ): Promise<void> {
    const ofPersons = link?.clicks.filter(({ createdAt }) => createdAt >= keptDays) ?? [];
    const chosen = ofPersons[which % ofPersons.length];
    if (!link || !chosen) return;
    const day = startOfDay(chosen.createdAt);
    const id = idOf(link.id, day, Buffer.from(chosen.visitor, "hex"));
    await database.query(
      `INSERT INTO "SetAside" ("linkId", "id", "day", "visitor", "setAt") VALUES ($1, $2, $3::date, decode($4, 'hex'), now())`,
      [link.id, id, day.toISOString(), chosen.visitor],
    );
    await database.query(`UPDATE "Link" SET "asideDay" = $2::date WHERE "id" = $1`, [
      link.id,
      day.toISOString(),
    ]);
    link.aside.push(chosen.visitor);
    await this.moveMeanwhile(meanwhile);
  }

  private async undo(
    link: ModelLink | undefined,
    { which, meanwhile }: { which: number; meanwhile: readonly Wanted[] },
  ): Promise<void> {
    const visitor = link?.aside[which % link.aside.length];
    if (!link || !visitor) return;
    await database.query(
      `UPDATE "SetAside" SET "undoneAt" = now() WHERE "linkId" = $1 AND "visitor" = decode($2, 'hex')`,
      [link.id, visitor],
    );
    const isTheirs = (click: Click) => click.visitor === visitor;
    link.aside = link.aside.filter((each) => each !== visitor);
    link.clicks.push(...link.asideClicks.filter(isTheirs));
    link.asideClicks = link.asideClicks.filter((click) => !isTheirs(click));
    await this.moveMeanwhile(meanwhile);
  }

  /** Two instances move clicks while others come. */
  private async moveMeanwhile(wanted: readonly Wanted[]): Promise<void> {
    const { signal } = new AbortController();
    await Promise.all([
      moveSetAside(signal),
      this.record(this.clicksOf(wanted)),
      aggregateClicks(),
      moveSetAside(signal),
    ]);
  }

  /** What visitors clicked who are set aside follows once it is aggregated. */
  private async settleAside(): Promise<void> {
    const { rowCount } = await database.query(`SELECT FROM "SetAside"`);
    if (rowCount === 0) return;
    while (await aggregateClicks());
    await moveSetAside(new AbortController().signal);
    for (const link of this.links) {
      const isAside = ({ visitor }: Click) => link.aside.includes(visitor);
      link.asideClicks.push(...link.clicks.filter(isAside));
      link.clicks = link.clicks.filter((click) => !isAside(click));
      const { rows } = await database.query(
        `SELECT (SELECT count(*)::int FROM "SetAsideClick" WHERE "linkId" = $1) AS "stored",
                (SELECT coalesce(sum("clicks"), 0)::int FROM "SetAside" WHERE "linkId" = $1) AS "reported"`,
        [link.id],
      );
      const { length } = link.asideClicks;
      expect(rows).toEqual([{ stored: length, reported: length }]);
    }
  }

  /** Everything that pages and the API show, against single clicks. */
  async compare(scope: "each link" | "all links"): Promise<void> {
    if (scope === "each link") for (const link of this.links) await this.compareLink(link);
    else await this.compareAll();
  }

  /** The report over all links, over these and over those with a tag. */
  private async compareScopes(): Promise<void> {
    await backfillTotals({ pauseMs: 0 });
    const [first, second] = this.links;
    if (!first || !second) return;
    await this.compareScope({}, this.links);
    await this.compareInstant("all", this.links);
    await this.compareSelection();
    await database.query(`INSERT INTO "Tag" ("id", "key", "name", "color", "createdAt") VALUES (1, 'one', 'One', 'gray', now()), (2, 'two', 'Two', 'gray', now())
      ON CONFLICT DO NOTHING`);
    await database.query(
      `INSERT INTO "LinkTag" VALUES ($1, 1, now()), ($2, 1, now()), ($2, 2, now())`,
      [first.id, second.id],
    );
    await this.compareScope({ tag: ["one", "TWO"] }, this.links);
    await this.compareScope({ tag: ["one", "TWO"], tagMode: "all" }, [second]);
  }

  async compareSelection(): Promise<void> {
    await this.compareScope({ slug: this.links.map(({ slug }) => slug) }, this.links);
  }

  private async compareScope(scope: ReportScope, links: readonly ModelLink[]): Promise<void> {
    const hourly = this.days <= 31;
    for (const filters of [{}, { country: "CH" }]) {
      const query = statisticsQuery(
        statsQuerySchema.parse({
          days: String(this.days),
          ...(hourly ? { interval: "hour" } : {}),
          compare: "previous",
          ...filters,
        }),
        this.now,
      );
      const { totals, topLinks, ...report } = await getScopeReport(scope, query, {
        breakdowns: dimensionNames,
        comparedAt: this.now,
      });
      const passes = "country" in filters ? ({ country }: Click) => country === "CH" : undefined;
      const counted = countTogether(links, query, passes);
      const earlierRange = rangeBefore(query.dateRange, "previous");
      const earlier = countTogether(links, { ...query, dateRange: earlierRange }, passes);
      const open = openDays(query.dateRange, earlierRange, this.now);
      const today = open && countTogether(links, { ...query, dateRange: open.now }, passes);
      const last = open?.before
        ? countTogether(links, { ...query, dateRange: open.before }, passes)
        : null;
      type Counted = ReturnType<typeof countTogether> | null;
      const compared = Object.fromEntries(
        Object.entries(counted.breakdowns).map(([name, labels]) => [
          name,
          labels.map((each) => {
            const countIn = (of: Counted) =>
              of?.breakdowns[name as DimensionName]?.find(
                ({ label, detail, sent }) =>
                  label === each.label && detail === each.detail && `${sent}` === `${each.sent}`,
              )?.count ?? 0;
            return {
              ...each,
              change: {
                now: each.count - countIn(today),
                before: countIn(earlier) - countIn(last),
              },
            };
          }),
        ]),
      );
      const comparedLinks = counted.topLinks.map((link) => {
        const clicksIn = (of: Counted) =>
          of?.topLinks.find(({ linkId }) => linkId === link.linkId)?.clicks ?? 0;
        const createdAt = links.find(({ id }) => id === link.linkId)?.createdAt ?? this.now;
        if (!isCovered({ createdAt }, earlierRange, this.now)) return link;
        return {
          ...link,
          change: {
            now: link.clicks - clicksIn(today),
            before: clicksIn(earlier) - clicksIn(last),
          },
        };
      });
      expect({
        ...totals,
        clicks: report.clicks,
        uniqueVisitors: report.uniqueVisitors,
        days: report.days,
        hours: hourly ? report.series : counted.hours,
        breakdowns: report.breakdowns,
        recent: report.recentClicks.map(({ createdAt }) => createdAt),
        previous: report.previous?.days,
        topLinks,
      }).toEqual({ ...counted, breakdowns: compared, topLinks: comparedLinks });
    }
  }

  private async compareAll(): Promise<void> {
    await this.compareScopes();
    const clicks = this.links.flatMap((link) => link.clicks);
    const botHits = this.links.flatMap((link) => link.botHits);
    const onDay = (instants: readonly Date[], date: string | undefined) =>
      instants.filter((at) => at.toISOString().slice(0, 10) === date).length;
    const at = clicks.map(({ createdAt }) => createdAt);
    expect(await getGlobalStatistics(this.now)).toMatchObject({
      totalLinks: 2,
      totalClicks: clicks.length,
      totalBotHits: botHits.length,
      clicksToday: at.filter((instant) => instant.getTime() >= midnight).length,
      topLinks: [...this.links]
        .sort((a, b) => b.clicks.length - a.clicks.length || a.id - b.id)
        .map(({ id, clicks }) => ({ id, clickCount: clicks.length })),
    });
    const dateRange = lastDays(this.days, this.now);
    const query = {
      dateRange,
      filters: {},
      interval: null,
      compare: "weekdays" as const,
    };
    const { days, previous } = await getScopeCounts({}, query, { breakdowns: [], recent: 0 });
    const hits = await getScopeBotHits({}, dateRange);
    for (const { date, clicks } of [...days, ...(previous?.days ?? [])])
      expect({ date, clicks }).toEqual({ date, clicks: onDay(at, date) });
    for (const { date } of days) expect(hits.get(date) ?? 0).toBe(onDay(botHits, date));
    const today = this.now.toISOString().slice(0, 10);
    expect((await getToday(this.now)).clicks).toBe(onDay(at, today));
    const top = await listTopLinks(dateRange, 3);
    expect(top.map(({ link, clicks }) => ({ id: link.id, clicks }))).toEqual(
      this.links
        .map(({ id, clicks }) => ({
          id,
          clicks: days.reduce(
            (sum, { date }) =>
              sum +
              onDay(
                clicks.map(({ createdAt }) => createdAt),
                date,
              ),
            0,
          ),
        }))
        .filter(({ clicks }) => clicks > 0)
        .sort((a, b) => b.clicks - a.clicks || a.id - b.id)
        .slice(0, 3),
    );
    const sparklines = await getSparklines(
      this.links.map(({ id }) => id),
      this.days,
      this.now,
    );
    for (const link of this.links)
      expect(sparklines.get(link.id)).toEqual(
        countClicks(link.clicks, link.createdAt, dateRange).days.map((day) => day.clicks),
      );
    await this.compareCampaigns(query);
  }

  /** The channels of one link. Read from roll-ups and, as after an upgrade, from raw clicks. */
  private async compareChannelsOf(link: ModelLink): Promise<void> {
    const [dateRange, recent] = [
      lastDays(this.days, this.now),
      lastDays(channelSparkDays, this.now),
    ];
    const { channels, clicks } = await getChannelStatistics(link.id, dateRange, this.now);
    expect(clicks).toBe(countClicks(link.clicks, link.createdAt, dateRange).clicks);
    const expected = [...groupBy(link.clicks, channelOf)].flatMap(([channel, own]) => {
      const counted = countClicks(own, link.createdAt, dateRange);
      const spark = countClicks(own, link.createdAt, recent).days.map((day) => day.clicks);
      const isShown = counted.clicks > 0 || spark.some((count) => count > 0);
      return isShown
        ? [[channel, { clicks: counted.clicks, spark, lastClick: counted.lastClickedAt }] as const]
        : [];
    });
    expect(
      new Map(
        channels.map(({ source, medium, exact, ...rest }) => {
          const tags = tagsOf({ source, medium, ...(exact && { exact }) });
          return [JSON.stringify([tags.source, tags.medium]), rest];
        }),
      ),
    ).toEqual(new Map(expected));
  }

  private async compareCampaigns(query: StatisticsQuery): Promise<void> {
    const cells = await listCampaignCells({}, query, 100_000);
    const cellsIn = ({ since, until }: DateRange) =>
      this.links.flatMap((link) => {
        const tagged = link.clicks.filter(
          ({ utmCampaign, utmSource }) => utmCampaign !== null || utmSource !== null,
        );
        const inside = tagged.filter(({ createdAt }) => createdAt >= since && createdAt < until);
        return inside.map(({ utmCampaign, utmSource }) => ({
          campaign: utmCampaign,
          cell: JSON.stringify([link.id, utmCampaign, utmSource]),
        }));
      });
    // A text None is not a missing tag.
    const tagOf = (name: string, isSent?: boolean) => (name === "None" && !isSent ? null : name);
    const counts = new Map<string, number>();
    for (const { cell } of cellsIn(query.dateRange)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    expect(
      cells
        .map(({ linkId, campaign, source, count, sent }) => [
          JSON.stringify([
            linkId,
            tagOf(campaign, sent?.includes("campaign")),
            tagOf(source, sent?.includes("source")),
          ]),
          count,
        ])
        .sort(),
    ).toEqual([...counts].sort());
    const { campaigns } = await getCampaigns({}, query, this.now);
    const sumOf = (counted: ReturnType<typeof cellsIn>, wanted: string | null) =>
      counted.filter(({ campaign }) => campaign === wanted).length;
    const [now, before, recent] = [
      query.dateRange,
      rangeBefore(query.dateRange, "weekdays"),
      lastDays(campaignSparkDays, this.now),
    ].map(cellsIn) as [
      ReturnType<typeof cellsIn>,
      ReturnType<typeof cellsIn>,
      ReturnType<typeof cellsIn>,
    ];
    const open = openDays(query.dateRange, rangeBefore(query.dateRange, "weekdays"), this.now);
    const [today, last] = [open ? cellsIn(open.now) : [], open?.before ? cellsIn(open.before) : []];
    for (const { campaign: name, isSent, clicks, change, spark } of campaigns) {
      const campaign = tagOf(name, isSent);
      expect([campaign, clicks, change, spark.reduce((sum, count) => sum + count, 0)]).toEqual([
        campaign,
        sumOf(now, campaign),
        {
          now: sumOf(now, campaign) - sumOf(today, campaign),
          before: sumOf(before, campaign) - sumOf(last, campaign),
        },
        sumOf(recent, campaign),
      ]);
    }
  }

  async compareLink(link: ModelLink | undefined): Promise<void> {
    if (!link) return;
    const hourly = this.days <= 31;
    const query = statisticsQuery(
      statsQuerySchema.parse({
        days: String(this.days),
        ...(hourly ? { interval: "hour" } : {}),
        compare: "previous",
      }),
      this.now,
    );
    const report = await getLinkReport(link.slug, query);
    const expected = countClicks(link.clicks, link.createdAt, query.dateRange);
    const reported = {
      total: report.link.clickCount,
      lastClickedAt: report.link.lastClickedAt,
      firstDayClicks: report.firstDayClicks,
      clicks: report.clicks,
      uniqueVisitors: report.uniqueVisitors,
      days: report.days,
      hours: hourly ? report.series : expected.hours,
      breakdowns: report.breakdowns,
      recent: report.recentClicks.map(({ createdAt }) => createdAt),
    };
    expect(reported).toEqual(expected);
    expect(report.link.botHitCount).toBe(link.botHits.length);
    await this.compareFiltered(link);
    await this.compareInstant(oneLink(link.id), [link]);
    await this.compareChannelsOf(link);
    if (report.previous)
      expect(report.previous.days).toEqual(
        countClicks(link.clicks, link.createdAt, report.previous.dateRange).days,
      );
  }

  /** What roll-ups say of filtered clicks, for one link or all. */
  private async compareInstant(scope: Scope, links: readonly ModelLink[]): Promise<void> {
    const clicks = links.flatMap((link) => link.clicks);
    for (const [filters, passes] of instantFilters) {
      const query = statisticsQuery(
        statsQuerySchema.parse({ days: String(this.days), compare: "previous", ...filters }),
        this.now,
      );
      const report = await inOneSnapshot({}, (reader) =>
        readInstantReport(reader, scope, query, this.now, 1_000),
      );
      const count = (range: DateRange) => countClicks(clicks, new Date(0), range, passes);
      const { clicks: total, days, breakdowns } = count(query.dateRange);
      const byDay = (counted: { date: string; clicks: number }[]) =>
        counted.map((day) => [day.date, day.clicks]);
      expect(report?.clicks, JSON.stringify(filters)).toBe(total);
      expect(byDay(report?.days ?? [])).toEqual(byDay(days));
      const rangeOfEarlier = rangeBefore(query.dateRange, "previous");
      const earlier = count(rangeOfEarlier);
      expect(byDay(report?.previous?.days ?? [])).toEqual(byDay(earlier.days));
      const open = openDays(query.dateRange, rangeOfEarlier, this.now);
      const [today, last] = [open && count(open.now), open?.before ? count(open.before) : null];
      const clicksIn = (
        of: ReturnType<typeof count> | null,
        name: DimensionName,
        { label, detail }: LabelCount,
      ) =>
        of?.breakdowns[name]?.find((each) => each.label === label && each.detail === detail)
          ?.count ?? 0;
      for (const name of report?.known ?? [])
        expect(report?.breakdowns[name], `${JSON.stringify(filters)} by ${name}`).toEqual(
          breakdowns[name]?.map((each) => ({
            ...each,
            change: {
              now: each.count - clicksIn(today, name, each),
              before: clicksIn(earlier, name, each) - clicksIn(last, name, each),
            },
          })),
        );
      for (const name of ["city", "country", "destination", "domain"].some(
        (each) => each in filters,
      )
        ? []
        : ["source", "medium", "campaign"])
        expect([...(report?.known ?? []), Object.keys(filters)[0]?.replace("utm_", "")]).toContain(
          name,
        );
    }
  }

  /** A filtered date range that ends at the midnight around which clicks are made. */
  private async compareFiltered(link: ModelLink): Promise<void> {
    const query = statisticsQuery(
      statsQuerySchema.parse({ from: "2026-03-20", to: "2026-03-31", country: "CH" }),
      this.now,
    );
    const { clicks, uniqueVisitors, days, breakdowns } = await getLinkReport(link.slug, query);
    const passing = link.clicks.filter(({ country }) => country === "CH");
    const expected = countClicks(passing, link.createdAt, query.dateRange);
    const { browser } = expected.breakdowns;
    expect({ clicks, uniqueVisitors, days, browser: breakdowns.browser }).toEqual({
      clicks: expected.clicks,
      uniqueVisitors: expected.uniqueVisitors,
      days: expected.days,
      browser,
    });
  }

  private clicksOf(wanted: readonly Wanted[]): Click[] {
    return wanted.map(({ link, at, person, ...rest }) => {
      const day = Math.floor(at.getTime() / 86_400_000);
      const id = uuidv7({ msecs: at.getTime() });
      // A visitor of a day that may be pruned counts as new when clicks come late, so there each
      // click has its own.
      const visitor =
        at < keptDays
          ? id.replaceAll("-", "")
          : Buffer.from(`${day}-${person}`.padEnd(16)).toString("hex");
      return {
        ...rest,
        id,
        linkId: this.links[link]?.id ?? 0,
        createdAt: at,
        isFirstDay: isFirstDay(at, this.links[link]?.createdAt ?? at),
        visitor,
        device: "Desktop",
        os: "Linux",
        locale: null,
      };
    });
  }

  /** Divided as at first, in entries that may be stored; then otherwise, as when the database rejects one. */
  private async replay(clicks: readonly Click[]): Promise<void> {
    const packs = groupBy(clicks, ({ id }) => this.packs.get(id) ?? "");
    for (const [pack, own] of packs) await recordClicksAgain(own, { pack });
    while (await aggregateClicks());
    await recordClicksAgain(clicks);
  }

  private async record(clicks: Click[]): Promise<void> {
    const pack = newBatchId();
    await recordClicks(clicks, pack);
    for (const { id } of clicks) this.packs.set(id, pack);
    this.recorded.push(...clicks);
    for (const click of clicks)
      this.links.find(({ id }) => id === click.linkId)?.clicks.push(click);
  }
}

/** As after the migration that adds the totals over all links by label. */
async function forgetTotals(): Promise<void> {
  await database.query(`DELETE FROM "DayLabelTotal"`);
  await database.query(`DELETE FROM "MonthLabelTotal"`);
  await database.query(`UPDATE "DayTotal" SET "visitors" = 0`);
  await database.query(`UPDATE "HourTotal" SET "visitors" = 0`);
  await database.query(
    `UPDATE "RollupState" SET "totalsLinkId" = 1, "totalsDay" = '0001-01-01', "totalsEndLinkId" = (SELECT "last_value" FROM "Link_id_seq")`,
  );
}

/** What a report over several links shows: each link counted by itself, and added up. */
function countTogether(
  links: readonly ModelLink[],
  { dateRange, compare }: StatisticsQuery,
  passes?: (click: Click) => boolean,
) {
  const countIn = (range: DateRange) =>
    links.map((link) => countClicks(link.clicks, link.createdAt, range, passes));
  const counted = countIn(dateRange);
  const before = compare ? countIn(rangeBefore(dateRange, compare)) : [];
  const clicks = links.flatMap((link) => link.clicks);
  const all = countClicks(clicks, new Date(0), dateRange, passes);
  const added = <Point extends { clicks: number; uniqueVisitors: number }>(
    points: readonly Point[],
    of: readonly Point[][],
  ): Point[] =>
    points.map((point, index) => ({
      ...point,
      clicks: sum(of.map((own) => own[index]?.clicks ?? 0)),
      uniqueVisitors: sum(of.map((own) => own[index]?.uniqueVisitors ?? 0)),
    }));
  const { recent } = passes
    ? countClicks(
        clicks.filter((click) => passes(click) && isWithin(click, dateRange)),
        new Date(0),
        dateRange,
      )
    : all;
  return {
    links: links.length,
    createdAt: new Date(
      Math.min(...links.map(({ createdAt }) => createdAt.getTime())),
    ).toISOString(),
    clickCount: clicks.length,
    lastClickedAt: all.lastClickedAt,
    botHitCount: sum(links.map(({ botHits }) => botHits.length)),
    ogFetchFailCount: 0,
    firstDayClicks: sum(counted.map(({ firstDayClicks }) => firstDayClicks)),
    clicks: all.clicks,
    uniqueVisitors: sum(counted.map(({ uniqueVisitors }) => uniqueVisitors)),
    days: added(
      all.days,
      counted.map(({ days }) => days),
    ),
    hours: added(
      all.hours,
      counted.map(({ hours }) => hours),
    ),
    breakdowns: all.breakdowns,
    recent,
    previous: added(
      before[0]?.days ?? [],
      before.map(({ days }) => days),
    ),
    topLinks: links
      .map(({ id, slug }, index) => ({
        linkId: id,
        slug,
        title: null,
        clicks: counted[index]?.clicks ?? 0,
        share: (counted[index]?.clicks ?? 0) / all.clicks,
        previousClicks: before[index]?.clicks ?? 0,
      }))
      .filter((link) => link.clicks > 0)
      .sort((a, b) => b.clicks - a.clicks || a.linkId - b.linkId),
  };
}

const instantFilters: [Record<string, unknown>, (click: Click) => boolean][] = [
  [{ country: "CH" }, ({ country }) => country === "CH"],
  [{ country: ["Unknown", "DE"] }, ({ country }) => country !== "CH"],
  [{ country: "!CH" }, ({ country }) => country !== "CH"],
  [{ city: "a" }, ({ city }) => city === "a"],
  [
    { city: "a", country: ["DE", "Unknown"] },
    ({ city, country }) => city === "a" && country !== "CH",
  ],
  [{ destination: ["ios", "default"] }, ({ destination }) => destination !== "DE"],
  [{ domain: "l.example" }, ({ domain }) => domain === "l.example"],
  [{ utm_campaign: ["a", "None"] }, ({ utmCampaign }) => [null, "a", "None"].includes(utmCampaign)],
  [
    { utm_source: ["!None", "!b"] },
    ({ utmSource }) => utmSource !== null && utmSource !== "None" && utmSource !== "b",
  ],
  [{ utm_medium: ["a", "b", "!b"] }, ({ utmMedium }) => utmMedium === "a"],
];

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const isWithin = ({ createdAt }: Click, { since, until }: DateRange) =>
  createdAt >= since && createdAt < until;

const channelOf = ({ utmSource, utmMedium }: Click) =>
  JSON.stringify([utmSource ?? "", utmMedium ?? ""]);

async function newLink(createdAt: Date): Promise<ModelLink> {
  const { id, slug } = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    createdAt,
  );
  return { id, slug, createdAt, clicks: [], botHits: [], aside: [], asideClicks: [] };
}

it(`all statistics equal the raw clicks, in ${cases} random histories`, {
  timeout: 120_000 + cases * 10_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(command, { minLength: 2, maxLength: 7 }),
    fc.tuple(instant, instant),
    fc.constantFrom(1, 2, 7, 31, 70, 365),
    fc.constantFrom("each link", "all links"),
    async (commands, createdAts, days, scope) => {
      const model = await Model.start(createdAts, days);
      try {
        for (const [index, each] of commands.entries()) {
          await model.run(each);
          if (index === commands.length >> 1) await model.compareLink(model.links[index % 2]);
          // Sums that are kept for later reports.
          if (scope === "all links" && index % 2 === 0) await model.compareSelection();
          // While history is in the default partition: it moves.
          if (index === 1) await addClickMonths(new Date(midnight));
        }
        await model.compare(scope);
      } finally {
        await Promise.all(model.links.map(({ slug }) => deleteLink(slug)));
        await removeLeftHistory(new AbortController().signal);
      }
      await backfillTotals({ pauseMs: 0 });
      const { rows } = await database.query(leftOver);
      expect(rows).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: cases, endOnFailure: true });
});

/** Tables in which a deleted link left something; batches not aggregated yet are no history. */
const leftOver = `
  SELECT 'Click' AS "left" FROM "Click" UNION SELECT 'SetAside' FROM "SetAside" UNION SELECT 'SetAsideClick' FROM "SetAsideClick" UNION SELECT 'LinkHour' FROM "LinkHour" UNION SELECT 'LinkDay' FROM "LinkDay" UNION SELECT 'LinkDayPack' FROM "LinkDayPack"
  UNION SELECT 'LinkDayLabel' FROM "LinkDayLabel" UNION SELECT 'LinkMonthLabel' FROM "LinkMonthLabel" UNION SELECT 'DayVisitor' FROM "DayVisitor"
  UNION SELECT 'UncountedVisit' FROM "UncountedVisit" UNION SELECT 'LinkBotHits' FROM "LinkBotHits" UNION SELECT 'HourTotal' FROM "HourTotal" WHERE "clicks" <> 0 OR "visitors" <> 0
  UNION SELECT 'DayTotal' FROM "DayTotal" GROUP BY "day" HAVING (sum("clicks"), sum("botHits"), sum("links"), sum("visitors")) <> (0, 0, 0, 0)
  UNION SELECT 'counters in DayTotal' FROM "DayTotal" HAVING sum("firstDayClicks") <> 0
  UNION SELECT 'DayLabelTotal' FROM "DayLabelTotal" UNION SELECT 'MonthLabelTotal' FROM "MonthLabelTotal"`;
