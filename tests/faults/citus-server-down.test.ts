// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CitusNode, findCitus, startCitus } from "../support/citus";
import type { LinkStatistics } from "../support/contract";
import { createDatabase, databaseUrl, openPool } from "../support/databases";
import { answerAndLose, eventually, Instance, rounds } from "../support/fault-service";
import { findDiscrepancies, type Sql } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load, type Outcome, visitOnce } from "../support/load";
import { Books } from "../support/metrics";

/**
 * Promises 1 to 3 where clicks are distributed: a server of clicks that dies or hangs costs no
 * click and no redirect, and no report is wrong.
 */
const programs = findCitus();

describe.skipIf(programs === null)("a server of clicks (skipped unless Citus is installed)", () => {
  const known = Array.from({ length: 8 }, (_, index) => ({
    slug: `known-${index}`,
    aliases: [`known-${index}-alias`],
  }));
  const slugs = known.flatMap(({ slug, aliases }) => [slug, ...aliases]);
  const answered: Answered[] = [];
  const outageMs = 2_000 * Math.min(15, rounds);
  let citus: Awaited<ReturnType<typeof startCitus>>;
  let instance: Instance;
  let pool: pg.Pool;
  /** The server that fails, a link whose clicks it has, and one whose clicks another server has. */
  let server: CitusNode;
  let lost = "";
  let kept = "";

  /**
   * Citus joins a distributed table with local ones in few ways, so statements read a copy of it.
   */
  const sql: Sql = async (text, values) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(`CREATE TEMP TABLE "Click" AS SELECT * FROM public."Click"`);
      return (await client.query(text, values)).rows;
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };

  beforeAll(async () => {
    citus = await startCitus(programs ?? "");
    [server] = citus.workers as [CitusNode];
    const url = databaseUrl(citus.adminUrl, await createDatabase(citus.adminUrl, "distributed"));
    pool = openPool(url, 2);
    instance = new Instance(() => url);
    await instance.start();
    for (const link of [...known, { slug: "limited", maxClicks: 1_000_000 }])
      await instance.api.create(link);
    const { rows } = await pool.query<{ slug: string; isLost: boolean }>(
      `SELECT l."slug", s.nodeport = $1 AS "isLost" FROM "Link" l
       JOIN citus_shards s ON s.table_name = '"Click"'::regclass AND s.shardid = get_shard_id_for_distribution_column('"Click"', l."id")
       WHERE l."maxClicks" IS NULL`,
      [server.port],
    );
    lost = rows.find(({ isLost }) => isLost)?.slug ?? "";
    kept = rows.find(({ isLost }) => !isLost)?.slug ?? "";
    expect([lost, kept]).not.toContain("");
  });

  afterAll(async () => {
    await instance?.remove();
    await pool?.end();
    await citus?.stop();
  });

  const url = () => instance.server.url;
  let sent = 0;
  const visit = (slug: string) => visitOnce(url(), slug, `once-${sent++}.${slug}`);

  /**
   * What needs no raw clicks, those of the server, only those of the other one, and those of both.
   */
  const reports = () => {
    const of = (slug: string) =>
      ["/stats", "/stats?referrer=Direct", "/stats?timezone=Asia/Kathmandu", "/clicks.csv"].map(
        (path) => `/api/links/${slug}${path}`,
      );
    return {
      none: ["/api/links", `/api/links/${lost}`, `/api/links/${lost}/history`, "/api/stats"],
      lost: of(lost),
      kept: of(kept),
      both: [
        "/api/stats/report",
        "/api/stats/report?referrer=Direct",
        "/api/stats/report?timezone=Asia/Kathmandu",
      ],
    };
  };

  /** The status, or what is wrong with the answer. */
  async function ask(path: string): Promise<number | string> {
    const response = await fetch(url() + path, {
      headers: { Authorization: `Bearer ${instance.server.token}` },
    });
    const text = await response.text();
    if (response.status === 503)
      return ["unavailable", "statistics_timeout"].includes(JSON.parse(text).code)
        ? 503
        : `${path}: ${text}`;
    if (response.status !== 200) return `${path}: ${response.status} ${text}`;
    if (!path.endsWith("/stats") || path === "/api/stats") return 200;
    // Every click is of the range and without a referrer.
    const { totalClicks, range, clicksByDay, topReferrers } = JSON.parse(text) as LinkStatistics;
    const sum = (counts: readonly { count: number }[]) =>
      counts.reduce((total, { count }) => total + count, 0);
    const numbers = [totalClicks, range.clicks, sum(clicksByDay), sum(topReferrers)];
    return new Set(numbers).size === 1 ? 200 : `${path}: ${numbers}`;
  }

  const askAll = async (paths: readonly string[]) =>
    [...new Set(await Promise.all(paths.map(ask)))].sort();

  /** Asks for every report in turn until it is stopped; resolves with the different outcomes. */
  function keepAsking(): { stop: () => Promise<unknown[]> } {
    const outcomes = new Set<number | string>();
    let stopping = false;
    const { none, lost: ofLost, kept: ofKept, both } = reports();
    const paths = [...ofLost, ...none, ...ofKept, ...both];
    const asking = (async () => {
      for (let index = 0; !stopping; index++)
        outcomes.add(await ask(paths[index % paths.length] ?? ""));
    })();
    return {
      stop: async () => {
        stopping = true;
        await asking;
        return [...outcomes].sort();
      },
    };
  }

  /** Creates links and visits each at once, so that none is in the cache. */
  async function visitNewLinks(count: number): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let made = 0; made < count; made++)
      outcomes.push(await visit((await instance.api.create({})).slug));
    return outcomes;
  }

  /**
   * Citus completes the commits that the failure interrupted. Until then their clicks are not
   * visible.
   */
  const untilCompleted = () =>
    eventually(async () => {
      const { rows } = await pool.query<{ result: string }>(
        `SELECT result FROM run_command_on_workers('SELECT count(*) FROM pg_prepared_xacts')`,
      );
      return rows.every(({ result }) => result === "0");
    }, 60_000);

  /** `ofKept`: the possible answers to reports of a link whose clicks are on the other server. */
  const failures = {
    "is killed": {
      begin: () => server.crash(),
      end: () => server.start(),
      ofKept: [200] as unknown[],
    },
    hangs: {
      begin: async () => server.hang(),
      end: async () => server.goOn(),
      // Recordings hang, and reports wait for those of their moment before they count pending
      // clicks.
      ofKept: [200, 503] as unknown[],
    },
  };

  it.each(Array.from({ length: Math.min(5, rounds) }, () => Object.entries(failures)).flat())(
    "that %s costs no redirect and no click, and no report is wrong",
    async (_how, { begin, end, ofKept }) => {
      const books = await Books.open(instance, sql);
      const visitors = new Load({
        url,
        slug: () => slugs[Math.floor(Math.random() * slugs.length)] ?? "",
        pauseMs: 20,
      });
      const asking = keepAsking();
      const single: Outcome[] = [];
      try {
        await visitors.reached(200);
        await begin();
        const from = performance.now();
        const paths = reports();
        expect(await askAll(paths.none)).toEqual([200]);
        single.push(...(await visitNewLinks(10)));
        expect((await visit("limited")).status).toBe(503);
        await sleep(outageMs);
        single.push(...(await visitNewLinks(10)));
        await visitors.reached(500, from);
        expect(instance.journalFiles).not.toEqual([]);
        expect(await askAll([...paths.lost, ...paths.both])).toEqual([503]);
        expect((await askAll(paths.kept)).filter((outcome) => !ofKept.includes(outcome))).toEqual(
          [],
        );
        expect((await instance.readiness()).status).toBe(200);
      } finally {
        await end();
        await sleep(500);
        await visitors.stop();
      }
      await instance.untilDrained(60_000);
      expect(await untilCompleted()).toBe(true);
      // Both, and nothing else: no answer was wrong, and none a 500.
      expect(await asking.stop()).toEqual([200, 503]);
      single.push(await visit("limited"));
      const clicks = [...visitors.log, ...single];
      expect(countByStatus(clicks)).toEqual({ 302: clicks.length });
      answered.push(...clicks);
      expect(await books.findImbalances(clicks.length)).toEqual([]);
      expect(await findDiscrepancies(sql, answered, instance.api)).toEqual([]);
      expect(await askAll(Object.values(reports()).flat())).toEqual([200]);
    },
  );

  it("that is down does not keep the service from starting", async () => {
    await server.crash();
    const before = await visit("known-0");
    await instance.stop("SIGKILL");
    await instance.start();
    const visits = [
      before,
      await visit("known-0"),
      await visit("known-1-alias"),
      ...(await visitNewLinks(3)),
    ];
    expect(countByStatus(visits)).toEqual({ 302: visits.length });
    await server.start();
    await instance.untilDrained(60_000);
    answered.push(...visits);
    expect(await findDiscrepancies(sql, answered, instance.api)).toEqual([]);
  });

  it("control: with the journal destroyed, the same check reports every click as lost", async () => {
    const database = { crash: () => server.crash(), restart: () => server.start() };
    const clicks = await answerAndLose({ instance, database }, "known-0-alias");
    expect(clicks).not.toEqual([]);
    const missed = clicks.map(
      ({ campaign }) => `answered but not stored: ${campaign} of known-0-alias`,
    );
    expect(await findDiscrepancies(sql, [...answered, ...clicks])).toEqual(missed);
  });
});
