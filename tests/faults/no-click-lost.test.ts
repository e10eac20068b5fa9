// Run: test
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  enterLink,
  eventually,
  openBooks,
  rounds,
  useFaultService,
} from "../support/fault-service";
import { findDiscrepancies, untilAggregated } from "../support/find-discrepancies";
import { isAlive } from "../support/is-alive";
import { type Answered, countByStatus, Load, type Outcome } from "../support/load";
import { isFullRun } from "../support/run";

/**
 * Promise 1: no answered click is lost, none counted twice; the first half of promise 2: counters
 * equal history; promise 6: each redirect leads where the owner said; and promise 20: the books
 * balance, with what clients saw and what is stored, unless the process that kept them was killed.
 * For each way to a link: its slug, an alias, another spelling, a password, the query passed on.
 */
const service = useFaultService({ env: { IGNORE_CASE: "true" } });
const answered: Answered[] = [];

const url = "https://example.com/?own=1#end";
const links = [
  { slug: "lost-a" },
  { slug: "lost-b", aliases: ["lost-b-alias"] },
  { slug: "lost-c", aliases: ["lost-c-alias"], password: "open sesame" },
  { slug: "lost-d", aliases: ["lost-d-alias"], forwardQuery: true, forwardUtm: true },
];
const slugs = [
  ...links.flatMap(({ slug, aliases = [] }) => [slug, ...aliases]),
  "LOST-A",
  "lost-a.",
  "Lost-B-Alias",
  "LOST-D-ALIAS.",
];
const anySlug = () => slugs[Math.floor(Math.random() * slugs.length)] ?? "";
let cookie = "";

/** Redirects to anything but what the owner said. */
function findStrays(outcomes: readonly Outcome[]): Outcome[] {
  const forwarded = (campaign: string) => `https://example.com/?own=1&utm_campaign=${campaign}#end`;
  return outcomes.filter(
    ({ slug, campaign, location }) =>
      location !== (/^lost-d/i.test(slug) ? forwarded(campaign) : url),
  );
}
const aMoment = () => sleep(300 + Math.random() * 900);

const faults = {
  "kill -9 of the service": async () => {
    await service.instance.stop("SIGKILL");
    await service.instance.start();
  },
  "an immediate stop of Postgres": async () => {
    await service.database.crash();
    await aMoment();
    await service.database.restart();
  },
  "both, the service while Postgres is away": async () => {
    await service.database.crash();
    await sleep(Math.random() * 600);
    await service.instance.stop("SIGKILL");
    await service.database.restart();
    await service.instance.start();
  },
  "both at once": async () => {
    await Promise.all([service.database.crash(), service.instance.stop("SIGKILL")]);
    await service.database.restart();
    await service.instance.start();
  },
};

async function underLoad(fault: () => Promise<void>): Promise<Load> {
  const load = new Load({
    url: () => service.instance.server.url,
    slug: anySlug,
    headers: { cookie },
  });
  try {
    await aMoment();
    await fault();
    await aMoment();
    expect(
      await eventually(() => load.answered().length > 100, 20_000),
      "enough visits were answered",
    ).toBe(true);
  } finally {
    await load.stop();
  }
  answered.push(...load.answered());
  expect(findStrays(load.answered()).slice(0, 5)).toEqual([]);
  return load;
}

describe("no answered click is lost, none counted twice", () => {
  it("without a fault", async () => {
    for (const link of links) await service.instance.api.create({ url, ...link });
    cookie = await enterLink(service, "lost-c", "open sesame");
    const books = await openBooks(service);
    const load = await underLoad(aMoment);
    expect(Object.keys(countByStatus(load.log))).toEqual(["302"]);
    await service.instance.untilDrained();
    expect(await books.findImbalances(load.answered().length)).toEqual([]);
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });

  for (const [title, fault] of Object.entries(faults)) {
    it.runIf(isFullRun || !title.startsWith("both"))(title, async () => {
      for (let round = 0; round < rounds; round++) {
        const { server } = service.instance;
        const books = await openBooks(service);
        const load = await underLoad(fault);
        await service.instance.untilDrained();
        const isSameProcess = server === service.instance.server;
        expect(isSameProcess).toBe(title === "an immediate stop of Postgres");
        expect(
          await (isSameProcess
            ? books.findImbalances(load.answered().length)
            : service.instance.findImbalances()),
        ).toEqual([]);
        expect(
          await findDiscrepancies(service.database.sql, answered, service.instance.api),
        ).toEqual([]);
      }
    });
  }
});

describe.runIf(process.platform === "linux" && isFullRun)("journals of several workers", () => {
  const several = useFaultService({ env: { WORKERS: "3", LOG_LEVEL: "warn" } });

  it("are counted once, also those of workers that were killed before and meanwhile", async () => {
    const { instance, database } = several;
    await instance.api.create({ slug: "lost-w" });
    const load = new Load({ url: () => instance.server.url, slug: () => "lost-w", workers: 16 });
    const owners = () =>
      new Set(instance.journalFiles.map((name) => Number(name.split("-", 1)[0])));
    const killOwner = () => {
      const owner = [...owners()].find(isAlive);
      if (owner !== undefined) process.kill(owner, "SIGKILL");
      return owner !== undefined;
    };
    try {
      await load.reached(200);
      await database.crash();
      expect(await eventually(() => owners().size === 3, 20_000), "each worker has a journal").toBe(
        true,
      );
      expect(killOwner()).toBe(true);
      await load.reached(200, performance.now());
      await database.restart();
      killOwner();
      await load.reached(200, performance.now());
    } finally {
      await load.stop();
    }
    // Each worker says only of its own journal that it is empty.
    expect(await eventually(() => instance.journalFiles.length === 0, 30_000)).toBe(true);
    expect(await findDiscrepancies(database.sql, load.answered(), instance.api)).toEqual([]);
    expect(instance.server.output()).not.toMatch(/ENOENT.*could not replay the journal/);
  });
});

describe("control: the books detect", () => {
  it("a click that was answered but not counted, one that was counted but not stored, and one stored but not counted", async () => {
    const books = await openBooks(service);
    const load = await underLoad(aMoment);
    await service.instance.untilDrained();
    const count = load.answered().length;
    expect(await books.findImbalances(count)).toEqual([]);
    expect(await books.findImbalances(count + 1)).toEqual([
      `answered: ${count}, but clients got ${count + 1} redirects`,
    ]);
    await untilAggregated(service.database.sql);
    const campaign = load.answered()[0]?.campaign;
    await service.database.sql(
      `CREATE TABLE missing AS SELECT * FROM "Click" WHERE "utmCampaign" = '${campaign}'`,
    );
    await service.database.sql(`DELETE FROM "Click" WHERE "utmCampaign" = '${campaign}'`);
    expect(await books.findImbalances(count)).toEqual([
      `durable + replayed: ${count}, but ${count - 1} clicks were stored`,
    ]);
    await service.database.sql(`INSERT INTO "Click" SELECT * FROM missing`);
    await service.database.sql(
      `INSERT INTO "Click" SELECT (jsonb_populate_record(m, '{"id": "01a1fe85-b0f2-7287-b131-921e5da54b09"}')).* FROM missing m`,
    );
    expect(await books.findImbalances(count)).toEqual([
      `durable + replayed: ${count}, but ${count + 1} clicks were stored`,
    ]);
    await service.database.sql(
      `DELETE FROM "Click" WHERE "id" = '01a1fe85-b0f2-7287-b131-921e5da54b09'`,
    );
    expect(await books.findImbalances(count)).toEqual([]);
  });
});

describe.runIf(isFullRun)("control: the same check detects", () => {
  const { sql, instance } = {
    sql: (text: string) => service.database.sql(text),
    instance: () => service.instance,
  };
  const check = () => findDiscrepancies(service.database.sql, answered, instance().api);

  it("an answered click that was never stored", async () => {
    const invented = { slug: "lost-a", campaign: "never-stored" };
    expect(await findDiscrepancies(service.database.sql, [...answered, invented])).toEqual([
      "answered but not stored: never-stored of lost-a",
    ]);
  });

  it("a stored click that disappeared", async () => {
    await sql(
      `CREATE TABLE kept AS SELECT * FROM "Click" WHERE "utmCampaign" = '${answered[7]?.campaign}'`,
    );
    await sql(`DELETE FROM "Click" WHERE "id" IN (SELECT "id" FROM kept)`);
    const found = (await check()).join("\n");
    expect(found).toContain(`answered but not stored: ${answered[7]?.campaign}`);
    expect(found).toContain("LinkTotals of");
    expect(found).toContain("LinkCounter of");
    expect(found).toContain("statistics of");
    expect(found).toContain("/api/stats says");
    await sql(`INSERT INTO "Click" SELECT * FROM kept`);
    expect(await check()).toEqual([]);
  });

  it("a click stored twice", async () => {
    await sql(`INSERT INTO "Click" SELECT (jsonb_populate_record(c, '{"createdAt": "2020-01-01T00:00:00Z"}')).* FROM "Click" c
               WHERE "utmCampaign" = '${answered[8]?.campaign}'`);
    const found = (await check()).join("\n");
    expect(found).toContain(`stored 2 times: ${answered[8]?.campaign}`);
    expect(found).toContain("two clicks with the id");
    await sql(`DELETE FROM "Click" WHERE "createdAt" < '2021-01-01'`);
    expect(await check()).toEqual([]);
  });

  it("a counter that is too high, and a batch aggregated twice", async () => {
    await sql(
      `UPDATE "LinkCounter" SET "clickCount" = "clickCount" + 1 WHERE "linkId" = (SELECT "id" FROM "Link" WHERE "slug" = 'lost-b')`,
    );
    expect((await check()).filter((line) => line.startsWith("LinkCounter of lost-b"))).toHaveLength(
      1,
    );
    await sql(
      `UPDATE "LinkCounter" SET "clickCount" = "clickCount" - 1 WHERE "linkId" = (SELECT "id" FROM "Link" WHERE "slug" = 'lost-b')`,
    );
    await sql(
      `INSERT INTO "ClickBatch" SELECT 7, 1, ARRAY["id"], ARRAY[1], ARRAY[1], ARRAY[now()], ARRAY[now()] FROM "Link" WHERE "slug" = 'lost-c'`,
    );
    expect((await check()).some((line) => line.startsWith("LinkTotals of lost-c"))).toBe(true);
  });

  it("a click by an alias that was not counted for it, or twice", async () => {
    const add = (clicks: number) =>
      sql(`UPDATE "AliasCount" SET "clicks" = "clicks" + ${clicks} WHERE ("slug", "slot") IN
           (SELECT "slug", min("slot") FROM "AliasCount" WHERE "slug" = 'lost-b-alias' GROUP BY 1)`);
    for (const clicks of [-1, 1]) {
      await add(clicks);
      expect((await check()).filter((line) => line.startsWith("AliasTotals of "))).toEqual([
        expect.stringContaining("lost-b-alias"),
      ]);
      await add(-clicks);
    }
    expect((await check()).filter((line) => line.startsWith("AliasTotals of "))).toEqual([]);
  });

  it("a redirect to elsewhere, by each way to a link", async () => {
    await sql(`UPDATE "Link" SET "url" = 'https://elsewhere.example/'`);
    const load = new Load({ url: () => instance().server.url, slug: anySlug, headers: { cookie } });
    const found = () => new Set(findStrays(load.answered()).map(({ slug }) => slug));
    expect(
      await eventually(() => found().size === slugs.length, 20_000),
      "every way led elsewhere",
    ).toBe(true);
    await load.stop();
  });
});
