// Run: test
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";
import { isFullRun } from "../support/run";

/**
 * A link with a maximum of clicks never redirects more often, by its slug and its aliases together,
 * whatever fails (docs/behaviour.md). Promise 1 holds for it: each redirect is stored, once.
 */
const service = useFaultService({ instances: 2 });
const answered: Answered[] = [];
const most = 400;
let made = 0;

const faults = {
  "without a fault": async () => {},
  "kill -9 of one instance": async () => {
    await service.instances[1]?.stop("SIGKILL");
    await service.instances[1]?.start();
  },
  "an immediate stop of Postgres": async () => {
    await service.database.crash();
    await sleep(600);
    await service.database.restart();
  },
};

/** A new link, and visitors of both instances by its slug and its alias. */
async function loadOnNew(maxClicks: number): Promise<{ slug: string; loads: Load[] }> {
  const slug = `limited-${made++}`;
  await service.instance.api.create({ slug, maxClicks, aliases: [`${slug}-alias`] });
  const names = [slug, `${slug}-alias`];
  let sent = 0;
  const options = { slug: () => names[sent++ % 2] ?? "", workers: 4 };
  return {
    slug,
    loads: service.instances.map(
      (instance) => new Load({ ...options, url: () => instance.server.url }),
    ),
  };
}

/**
 * The redirects that visitors of both instances got, until both instances answered that the link
 * has ended.
 */
async function redirectsOf(
  loads: readonly Load[],
  fault: () => Promise<void>,
): Promise<Answered[]> {
  try {
    await Promise.all(loads.map((load) => load.reached(20)));
    await fault();
    const isOver = () => loads.every((load) => load.log.some(({ status }) => status === 404));
    expect(
      await eventually(isOver, 30_000),
      "both instances answered that the link has ended",
    ).toBe(true);
    await sleep(300);
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
  return loads.flatMap((load) => load.answered());
}

describe("a maximum of clicks on two instances", () => {
  for (const [title, fault] of Object.entries(faults)) {
    it.runIf(isFullRun || !title.startsWith("kill"))(title, async () => {
      for (let round = 0; round < rounds; round++) {
        const { slug, loads } = await loadOnNew(most);
        const redirects = await redirectsOf(loads, fault);
        for (const instance of service.instances) await instance.untilDrained();
        expect((await service.instance.api.get(slug)).clickCount).toBe(most);
        // Who got no answer may have been counted.
        expect(redirects.length).toBeLessThanOrEqual(most);
        if (title === "without a fault") expect(redirects).toHaveLength(most);
        answered.push(...redirects);
        expect(
          await findDiscrepancies(service.database.sql, answered, service.instance.api),
        ).toEqual([]);
      }
    });
  }

  it("is refused with 503 while Postgres is away, and other links redirect", async () => {
    await service.instance.api.create({ slug: "limited-away", maxClicks: 1_000_000 });
    await service.instance.api.create({ slug: "plain-away" });
    const loads = ["limited-away", "plain-away"].map(
      (slug) => new Load({ url: () => service.instance.server.url, slug: () => slug, workers: 2 }),
    );
    const [limited, plain] = loads;
    try {
      await Promise.all(loads.map((load) => load.reached(20)));
      await service.database.crash();
      await sleep(1_500);
      const from = performance.now();
      await Promise.all(loads.map((load) => load.reached(20, from)));
      expect(Object.keys(countByStatus(limited?.between(from) ?? []))).toEqual(["503"]);
      expect(Object.keys(countByStatus(plain?.between(from) ?? []))).toEqual(["302"]);
      await service.database.restart();
      const again = performance.now();
      expect(
        await eventually(
          () => limited?.between(again).some(({ status }) => status === 302) ?? false,
          15_000,
        ),
      ).toBe(true);
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
    }
    answered.push(...loads.flatMap((load) => load.answered()));
    await service.instance.untilDrained();
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });
});

describe("control", () => {
  it("without the lock the same load gets more redirects than the maximum, with it exactly as many", async () => {
    const { sql } = service.database;
    const few = 24;
    const redirects = async () =>
      (await redirectsOf((await loadOnNew(few)).loads, async () => {})).length;
    // Between the look at what is left and the commit the other instance has time to look as well.
    await sql(
      `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.15); RETURN NULL; END'`,
    );
    await sql(
      `CREATE TRIGGER slow AFTER INSERT ON "ClickBatch" FOR EACH STATEMENT EXECUTE FUNCTION slow()`,
    );
    expect(await redirects()).toBe(few);
    // New connections find a lock that locks nothing.
    await sql(
      `CREATE FUNCTION public.pg_advisory_xact_lock(int, int) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'`,
    );
    await sql(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    );
    await sql(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    // On a busy machine one instance may be through before the other begins.
    expect(await eventually(async () => (await redirects()) > few, 60_000)).toBe(true);
  });
});
