// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { running } from "@/lib/config/running";
import { destinationRules } from "@/lib/config/site-settings";
import { Countdown } from "@/lib/core/deadline";
import { RoundSize } from "@/lib/core/round-size";
import { isStatementTimeout } from "@/lib/database/database-errors";
import { withHash } from "@/lib/limits/hash-queue";
import { listAliases } from "@/lib/links/aliases";
import { applyBulk, prepareBulk } from "@/lib/links/bulk";
import { deleteLinks } from "@/lib/links/delete-links";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { bulkSchema } from "@/lib/links/schema";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { moveSetAside } from "@/lib/stats/aggregate/move-set-aside";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { setClicksAside, undoSetAside } from "@/lib/stats/report/change-set-aside";
import { getLinkStatistics } from "@/lib/stats/report/link-statistics";
import { getSetAside, type SetAsideReport } from "@/lib/stats/report/set-aside";
import { ClickStatements } from "@/lib/visits/click-storage";
import type { Click } from "@/lib/visits/describe/describe-click";
import { clickCounts } from "@/lib/visits/limits/click-limits";
import { LimitedClicks } from "@/lib/visits/limits/limited-clicks";
import { recordClicks, recordClicksAgain } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { inEnglish } from "../support/in-english";
import { createLink, updateLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const hourMs = 3_600_000;

describe("clicks of a single visitor", () => {
  const database = useOwnDatabase();
  const now = new Date("2026-05-20T12:30:00Z");
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const actor = { id: "API_TOKEN", name: "API_TOKEN", browser: null };
  const change = { now, by: "API_TOKEN" as const, role: "owner" as const, actor, wait: 0 };
  const { signal } = new AbortController();
  const bot = "ab".repeat(16);
  let slug: string;
  let id: number;

  beforeEach(async () => {
    await database.query(`UPDATE "RollupState" SET "visitorsSince" = '2026-05-12'`);
    database.service.stats.setAsideRound = new RoundSize(100, 5_000);
    const link = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      ago(3),
    );
    ({ slug, id } = link);
  });

  /** `count` clicks in the hour that began so long ago, of the bot or of different people. */
  const clicksAt = (hours: number, count: number, rest: Partial<Click> = {}) =>
    Array.from({ length: count }, (_, index) =>
      makeClick(id, new Date(ago(hours).getTime() + index * 1_000), { isFirstDay: true, ...rest }),
    );
  const record = async (clicks: readonly Click[]) => {
    await recordClicks(clicks);
    while (await aggregateClicks());
  };
  const statistics = async () => {
    const query = statisticsQuery(statsQuerySchema.parse({ days: "7", interval: "hour" }), now);
    return getLinkStatistics(slug, query);
  };
  const find = async () => (await getSetAside(slug, now)).found;

  it("stands out with more than half of an hour's clicks, and more than 100", async () => {
    await record([...clicksAt(1, 100, { visitor: bot }), ...clicksAt(2, 150, { visitor: bot })]);
    await record([...clicksAt(1, 20), ...clicksAt(2, 150)]);
    expect(await find()).toEqual([]);
    await record(clicksAt(1, 1, { visitor: bot }));
    expect(await find()).toEqual([
      {
        visitor: expect.stringMatching(/^[0-9a-f-]{36}$/),
        date: "2026-05-20",
        hours: ["2026-05-20T11:00:00.000Z"],
        since: "2026-05-20T11:00:00.000Z",
        until: "2026-05-20T12:00:00.000Z",
        clicks: 101,
        of: 121,
      },
    ]);
  });

  it("is found in the latest hour up to five million clicks, and in earlier ones up to a million", async () => {
    await record([1, 2, 3].flatMap((hours) => clicksAt(hours, 150, { visitor: bot })));
    const hoursFound = async () => (await find()).flatMap(({ hours }) => hours);
    const claim = (hours: number, clicks: number) =>
      database.query(`UPDATE "LinkHour" SET "clicks" = ${clicks} WHERE "hour" = $1`, [
        new Date(ago(hours).setUTCMinutes(0)),
      ]);
    const [first, second, third] = await hoursFound();
    await claim(1, 5_000_000);
    expect(await hoursFound()).toEqual([third]);
    await claim(1, 5_000_001);
    expect(await hoursFound()).toEqual([first, second]);
    await claim(1, 150);
    await claim(2, 999_850);
    expect(await hoursFound()).toEqual([second, third]);
    await claim(2, 999_849);
    expect(await hoursFound()).toEqual([first, second, third]);
  });

  it("is not counted again in hours that stay as they were", async () => {
    await record([...clicksAt(1, 150, { visitor: bot }), ...clicksAt(2, 150, { visitor: bot })]);
    const before = await find();
    expect(before[0]?.hours).toHaveLength(2);
    await database.query(`DELETE FROM "Click"`);
    expect(await find()).toEqual(before);
    await database.query(`UPDATE "LinkHour" SET "clicks" = "clicks" + 1`);
    expect(await find()).toEqual([]);
  });

  it("holds a connection once where the count of an hour takes too long", async () => {
    await record(clicksAt(1, 150, { visitor: bot }));
    await database.inTransaction(async (query) => {
      await query(`LOCK TABLE "Click" IN ACCESS EXCLUSIVE MODE`);
      await expect(find()).rejects.toThrow(/statement timeout/);
      expect(await find()).toEqual([]);
    });
  });

  it("can be set aside, and come back exactly", async () => {
    const people = clicksAt(1, 20, { country: "CH" });
    await updateLink(slug, { aliases: [`${slug}-a`] }, ago(3));
    const ofAlias = async () => (await listAliases(slug)).map(({ clickCount }) => clickCount);
    await record(people);
    const before = await statistics();
    await record([
      ...clicksAt(1, 150, { visitor: bot, country: "DE" }),
      ...clicksAt(2, 30, { visitor: bot, utmSource: "mail", alias: `${slug}-a` }),
    ]);
    const all = await statistics();
    expect(all.totalClicks).toBe(200);
    const [found] = await find();
    const visitor = found?.visitor ?? "";
    // Two press at the same time.
    await Promise.all([
      setClicksAside(slug, visitor, change),
      setClicksAside(slug, visitor, change),
    ]);
    await Promise.all([moveSetAside(signal), moveSetAside(signal)]);
    expect(await statistics()).toEqual({ ...before, setAside: 180 });
    expect(await ofAlias()).toEqual([0]);
    expect(await getSetAside(slug, now)).toEqual({
      found: [],
      setAside: [
        {
          visitor,
          date: "2026-05-20",
          clicks: 180,
          setAsideAt: now.toISOString(),
          undoUntil: "2026-05-21T12:30:00.000Z",
          state: "set aside",
        },
      ],
    });
    // What still comes follows; what a journal brings again stays where it is.
    await recordClicksAgain([...people, ...clicksAt(0.2, 3, { visitor: bot })]);
    while (await aggregateClicks());
    await moveSetAside(signal);
    expect(await statistics()).toEqual({ ...before, setAside: 183 });

    await undoSetAside(slug, visitor, change);
    await expect(undoSetAside(slug, visitor, change)).rejects.toThrow("already undone");
    await moveSetAside(signal);
    // The page asks who stands out as soon as this is answered.
    expect((await find()).map((each) => each.visitor)).toEqual([visitor]);
    const back = await statistics();
    expect(back.totalClicks).toBe(203);
    expect(await ofAlias()).toEqual([30]);
    expect(back.range.uniqueVisitors).toBe(all.range.uniqueVisitors);
    expect((await database.query(`SELECT FROM "SetAsideClick"`)).rowCount).toBe(0);
    expect((await database.query(`SELECT FROM "SetAside"`)).rowCount).toBe(0);
    const { rows } = await database.query(
      `SELECT "event", "about", "detail" FROM "AuditEvent" ORDER BY "id"`,
    );
    expect(inEnglish(rows)).toEqual([
      { event: "clicks-set-aside", about: `/${slug}`, detail: "clicks of 2026-05-20" },
      { event: "clicks-counted-again", about: `/${slug}`, detail: "clicks of 2026-05-20" },
    ]);
  });

  it("counts no click twice, wherever the move stops", async () => {
    await record([...clicksAt(1, 150, { visitor: bot }), ...clicksAt(1, 20)]);
    const [found] = await find();
    await setClicksAside(slug, found?.visitor ?? "", change);
    database.service.stats.setAsideRound = new RoundSize(40, 40);
    for (const rounds of [1, 2]) {
      let looks = 0;
      await moveSetAside({
        get aborted() {
          return looks++ >= rounds;
        },
      } as AbortSignal);
      const { totalClicks, range, setAside = 0 } = await statistics();
      expect(totalClicks + setAside).toBe(170);
      expect(range.clicks).toBe(totalClicks);
      expect(range.uniqueVisitors).toBe(21);
    }
    await moveSetAside(signal);
    expect(await statistics()).toMatchObject({ totalClicks: 20, setAside: 150 });
    expect((await statistics()).range.uniqueVisitors).toBe(20);
  });

  it("leaves every figure before the answer, with all that instances store meanwhile and later", async () => {
    await record(clicksAt(1, 150, { visitor: bot }));
    const [found] = await find();
    let isOver = false;
    let people = 0;
    let bots = 150;
    const until = async (work: () => Promise<unknown>) => {
      while (!isOver) await work();
    };
    // Instances share nothing but the database.
    const instance = () =>
      until(async () => {
        await recordClicks([...clicksAt(0.4, 2, { visitor: bot }), ...clicksAt(0.4, 1)]);
        [people, bots] = [people + 1, bots + 2];
      });
    const reads: number[][] = [];
    const read = async () => {
      const atLeast = people;
      const { totalClicks, range } = await statistics();
      reads.push([atLeast, totalClicks, range.clicks, people + 2]);
    };
    await Promise.all([
      instance(),
      instance(),
      until(async () => {
        await aggregateClicks();
        await moveSetAside(signal);
      }),
      setClicksAside(slug, found?.visitor ?? "", { ...change, wait: 30_000 })
        .then(async ({ state }) => {
          expect(state).toBe("set aside");
          for (let looks = 0; looks < 20; looks++) await read();
        })
        .finally(() => {
          isOver = true;
        }),
    ]);
    for (const [atLeast = 0, total, ofRange, atMost] of reads) {
      expect(total).toBe(ofRange);
      expect(total).toBeGreaterThanOrEqual(atLeast);
      expect(total).toBeLessThanOrEqual(atMost ?? 0);
    }
    expect(await statistics()).toMatchObject({ totalClicks: people });
    while (await aggregateClicks());
    expect(await statistics()).toMatchObject({ totalClicks: people, setAside: bots });
    const ofBot = [id, Buffer.from(bot, "hex")];
    const { rowCount } = await database.query(
      `SELECT FROM "DayVisitor" WHERE "linkId" = $1 AND "visitor" = $2`,
      ofBot,
    );
    expect(rowCount).toBe(0);
  });

  it("counts pending clicks for a maximum as for everything else", async () => {
    await record(clicksAt(1, 150, { visitor: bot }));
    const [found] = await find();
    await setClicksAside(slug, found?.visitor ?? "", change);
    await moveSetAside(signal);
    // Packs of both days, of the bot and of others.
    await recordClicks([...clicksAt(13, 3), ...clicksAt(0.4, 4, { visitor: bot })]);
    await recordClicks([...clicksAt(13, 2, { visitor: bot }), ...clicksAt(0.4, 1)]);
    await recordClicks(clicksAt(13, 1, { visitor: bot }));
    const [counted] = await running()
      .database.pools.client("visitors")
      .$queryRaw<{ clickCount: bigint }[]>(clickCounts([id]));
    const { rows } = await database.query<{ clickCount: string }>(
      `SELECT "clickCount" FROM "LinkTotals" WHERE "linkId" = $1`,
      [id],
    );
    expect(Number(counted?.clickCount)).toBe(7);
    expect(Number(rows[0]?.clickCount)).toBe(7);
  });

  it("holds up no click while others of the same visitor move", async () => {
    const { id: own, slug: ownSlug } = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      ago(3),
    );
    const ofBot = (count: number) =>
      clicksAt(1, count, { visitor: bot }).map((click) => ({ ...click, linkId: own }));
    await record(ofBot(150));
    const [found] = (await getSetAside(ownSlug, now)).found;
    await setClicksAside(ownSlug, found?.visitor ?? "", change);
    let moving = Promise.resolve();
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "LinkCounter" WHERE "linkId" = ${own} FOR UPDATE`);
      moving = moveSetAside(signal);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE "LinkCounter"%'`;
      // A transaction sees the activity as it was at its first look.
      await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
      await recordClicks(ofBot(1));
    });
    await moving;
    while (await aggregateClicks());
    await moveSetAside(signal);
    expect((await getSetAside(ownSlug, now)).setAside).toMatchObject([
      { clicks: 151, state: "set aside" },
    ]);
  });

  it("is found by a statement that began before, and waited for another link", async () => {
    const { id: own, slug: ownSlug } = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      ago(3),
    );
    const ofBot = (count: number) =>
      clicksAt(1, count, { visitor: bot }).map((click) => ({ ...click, linkId: own }));
    await record(ofBot(150));
    const [found] = (await getSetAside(ownSlug, now)).found;
    let recording: Promise<unknown> = Promise.resolve();
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "Link" WHERE "id" = ${id} FOR UPDATE`);
      await recordClicks([...clicksAt(1, 1), ...ofBot(1)]);
      recording = aggregateClicks();
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR KEY SHARE%'`;
      // A transaction sees the activity as it was at its first look.
      await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
      await setClicksAside(ownSlug, found?.visitor ?? "", change);
    });
    await recording;
    const pending = `SELECT FROM "ClickBatch" WHERE ${own} = ANY("linkIds")`;
    expect((await database.query(pending)).rowCount).toBe(0);
    expect((await getSetAside(ownSlug, now)).setAside).toMatchObject([
      { clicks: 1, state: "leaving" },
    ]);
    await moveSetAside(signal);
    expect((await getSetAside(ownSlug, now)).setAside).toMatchObject([
      { clicks: 151, state: "set aside" },
    ]);
    expect(await statistics()).toMatchObject({ totalClicks: 1 });
  });

  /** What is stored of a link's visits, and the last table that it writes to. */
  const streams: Record<string, { table: string; store: () => Promise<unknown> }> = {
    clicks: {
      table: "ClickPack",
      store: () => recordClicks(clicksAt(0, 1)).then(() => aggregateClicks()),
    },
    "limited clicks": {
      table: "ClickBatch",
      // Each like an instance of its own, for one instance stores such clicks one after another.
      store: async () => {
        const statements = { clicks: new ClickStatements(), uncounted: new ClickStatements() };
        const instance = new LimitedClicks(running(), running().database, statements);
        const limited = clicksAt(0, 1).map((click) => ({ click, until: new Countdown(1_500) }));
        await instance.recordLocked(limited).catch(() => {});
      },
    },
    "bot hits": {
      table: "UncountedVisit",
      // Those that wait for each other for too long would be stored again.
      store: () =>
        recordUncounted(uuidv7(), [
          { linkId: id, at: now, kind: "unfurler", name: "Slackbot" },
        ]).catch((error) => expect(isStatementTimeout(error)).toBe(true)),
    },
  };

  /** Works while visits of the link, each of which takes a while, are stored without a pause. */
  async function among(kind: string, work: () => Promise<void>): Promise<void> {
    const { table, store } = streams[kind] as (typeof streams)[string];
    await database.query(
      `CREATE FUNCTION "slowly"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$`,
    );
    await database.query(
      `CREATE TRIGGER "slowly" BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION "slowly"()`,
    );
    let isOver = false;
    const stored = [0, 30, 60, 90, 120, 150].map(async (pause) => {
      await sleep(pause);
      while (!isOver) await store();
    });
    try {
      await sleep(300);
      // A transaction ends after 4 s.
      await work();
    } finally {
      isOver = true;
      await Promise.all(stored);
      await database.query(`DROP FUNCTION "slowly" CASCADE`);
    }
  }

  it("is set aside and counted again while clicks are stored without a pause", async () => {
    await record(clicksAt(1, 150, { visitor: bot }));
    const visitor = (await find())[0]?.visitor ?? "";
    await among("clicks", async () => {
      await setClicksAside(slug, visitor, change);
      await sleep(300);
      await undoSetAside(slug, visitor, change);
    });
  });

  it.each(Object.keys(streams))(
    "%s keep no link from being renamed or deleted, nor an alias from being removed",
    async (kind) => {
      await among(kind, async () => {
        slug = (await updateLink(slug, { slug: `${slug}-new`, keepOldSlug: true }, now)).slug;
        await sleep(300);
        await updateLink(slug, { aliases: [] }, now);
        const { rows } = await database.query(`SELECT "asideDay" FROM "Link" WHERE "id" = ${id}`);
        expect(rows).toEqual([{ asideDay: null }]);
        await sleep(300);
        expect(await deleteLinks([slug])).toEqual([null]);
      });
    },
  );

  it.each([
    ["renamed", () => updateLink(slug, { slug: `${slug}-new` }, now)],
    [
      "deleted together with a creation",
      async () => {
        const rows = { create: [{ url: "https://example.com/" }], update: [], delete: [slug] };
        await applyBulk(
          await prepareBulk(bulkSchema.parse(rows), destinationRules(), withHash),
          true,
          { now },
        );
      },
    ],
  ])("is marked while busy before the lock of all slugs is taken: %s", async (_, change) => {
    const marked = `SELECT FROM "Link" WHERE "id" = ${id} AND "asideDay" IS NOT NULL`;
    let changing: Promise<unknown> = Promise.resolve();
    await among("limited clicks", async () => {
      await database.inTransaction(async (query) => {
        await query("SELECT pg_advisory_xact_lock(1936487795)");
        changing = change();
        await expect.poll(async () => (await database.query(marked)).rowCount).toBe(1);
      });
      await changing;
    });
    expect((await database.query(marked)).rowCount).toBe(0);
  });

  it("is forgotten with its link", async () => {
    const { slug: other } = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      ago(3),
    );
    await record(clicksAt(1, 150, { visitor: bot }));
    const [found] = await find();
    await setClicksAside(slug, found?.visitor ?? "", change);
    await moveSetAside(signal);
    const { totalClicks, lastClickedAt } = await statistics();
    expect({ totalClicks, lastClickedAt }).toEqual({ totalClicks: 0, lastClickedAt: null });
    const left = async () => {
      const of = (table: string) => `(SELECT count(*)::int FROM "${table}" WHERE "linkId" = ${id})`;
      const { rows } = await database.query(
        `SELECT ${of("SetAside")} AS "visitors", ${of("SetAsideClick")} AS "clicks"`,
      );
      return rows[0];
    };
    expect(await left()).toEqual({ visitors: 1, clicks: 150 });
    // Of several links only those with a history are noted.
    await deleteLinks([slug, other]);
    await moveSetAside(signal);
    await removeLeftHistory(signal);
    expect(await left()).toEqual({ visitors: 0, clicks: 0 });
  });

  it("cannot be undone after a day, and the row of a click is complete", async () => {
    await record(clicksAt(1, 150, { visitor: bot }));
    const [found] = await find();
    const visitor = found?.visitor ?? "";
    await setClicksAside(slug, visitor, change);
    const late = { ...change, now: new Date(now.getTime() + 24 * hourMs) };
    await expect(undoSetAside(slug, visitor, late)).rejects.toThrow("too late");
    const columns = (table: string) =>
      database.query(
        `SELECT "column_name", "data_type", "is_nullable" FROM information_schema.columns WHERE "table_name" = $1 ORDER BY 1`,
        [table],
      );
    expect((await columns("SetAsideClick")).rows).toEqual((await columns("Click")).rows);
    await updateLink(slug, { title: "Kept" }, now);
  });
});

describe("GET, POST and DELETE /api/links/<slug>/set-aside", () => {
  const service = useSharedService();
  const own = `aside-${Math.random().toString(36).slice(2, 9)}`;
  const from = (address: string) =>
    visit(service.server, `/${own}`, {
      headers: { "user-agent": browsers.windows, "x-forwarded-for": address },
    });
  const path = `/api/links/${own}/set-aside`;

  it("find, set aside and count again, also where a click limit is used up", async () => {
    const { api } = service;
    // An hour may end meanwhile.
    await api.create({ slug: own, url: "https://example.com/", maxClicks: 305 });
    for (let round = 0; round < 30; round++)
      await Promise.all(Array.from({ length: 10 }, () => from("203.0.113.7")));
    for (let person = 1; person <= 5; person++) await from(`203.0.113.${100 + person}`);
    expect((await from("203.0.113.200")).status).toBe(404);
    const report = async () => (await api.call<SetAsideReport>("GET", path)).body;
    await expect.poll(async () => (await report()).found.length).toBe(1);
    const [found] = (await report()).found;
    const visitor = found?.visitor ?? "";
    expect((await api.call("POST", path, { visitor: "no" })).status).toBe(400);
    expect((await api.call("POST", path, { visitor: crypto.randomUUID() })).status).toBe(404);
    const pressed = await Promise.all([1, 2].map(() => api.call("POST", path, { visitor })));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
    const clickCount = async () => (await api.get(own)).clickCount;
    await expect.poll(clickCount).toBe(5);
    await expect.poll(async () => (await from("203.0.113.201")).status).toBe(302);
    expect(await clickCount()).toBe(6);
    expect((await report()).setAside).toMatchObject([{ visitor, clicks: 300 }]);
    expect((await api.call("DELETE", `${path}/${visitor}`)).status).toBe(204);
    await expect.poll(clickCount).toBe(306);
    expect((await api.call("DELETE", `${path}/${visitor}`)).status).toBe(404);
    await expect.poll(async () => (await from("203.0.113.202")).status).toBe(404);
  });
});
