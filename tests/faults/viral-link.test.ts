// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { countByStatus, Load } from "../support/load";
import { browsers } from "../support/visitor";

/**
 * Promise 8, but for its speed (`npm run bench`): counter updates stay heap-only, and two instances
 * never deadlock.
 */
const service = useFaultService({ instances: 2 });

async function counterUpdates(): Promise<{ all: number; hot: number }> {
  // A backend that becomes idle may report what it did only 10 s later, but always when it ends.
  await service.database.sql(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const [row] = await service.database.sql<{ all: number; hot: number }>(
    `SELECT sum(n_tup_upd)::int AS "all", sum(n_tup_hot_upd)::int AS "hot" FROM pg_stat_user_tables WHERE relname IN ('LinkCounter', 'LinkBotHits')`,
  );
  return row ?? { all: 0, hot: 0 };
}

/**
 * Visitors and unfurlers on both instances at once; the latter write counters at once, not behind.
 */
async function rush(slug: () => string, ms: number): Promise<Load[]> {
  const loads = service.instances.flatMap((instance) => {
    const url = () => instance.server.url;
    return [
      new Load({ url, slug, workers: 4 }),
      new Load({ url, slug, workers: 2, headers: { "user-agent": browsers.slack } }),
    ];
  });
  try {
    await sleep(ms);
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
  return loads;
}

const deadlocks = async () =>
  (
    await service.database.sql<{ deadlocks: number }>(
      `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
    )
  )[0]?.deadlocks;

describe("one viral link on two instances", () => {
  it("more than 95 % of counter updates are heap-only", async () => {
    await service.instance.api.create({ slug: "viral" });
    const warmUp = await rush(() => "viral", 700);
    const before = await counterUpdates();
    // Aggregates rest between rounds, and each updates a counter once.
    const loads: Load[] = [];
    let after = before;
    while (after.all - before.all <= 100) {
      loads.push(...(await rush(() => "viral", 5_000 * rounds)));
      after = await counterUpdates();
    }
    expect((after.hot - before.hot) / (after.all - before.all)).toBeGreaterThan(0.95);
    const answered = [...warmUp, ...loads].flatMap((load) => load.answered());
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });

  it("control: an index on a counter column prevents heap-only updates", async () => {
    await service.database.sql(`CREATE INDEX spoiler ON "LinkBotHits" ("botHits")`);
    try {
      const before = await counterUpdates();
      await rush(() => "viral", 700);
      const after = await counterUpdates();
      expect((after.hot - before.hot) / (after.all - before.all)).toBeLessThan(0.8);
    } finally {
      await service.database.sql(`DROP INDEX spoiler`);
    }
  });
});

describe("thirty links on two instances, with links deleted and edited meanwhile", () => {
  it("no deadlock, no failed request", async () => {
    const slugs = Array.from({ length: 30 }, (_, index) => `many-${index}`);
    for (const slug of slugs) await service.instance.api.create({ slug });
    const rushing = rush(
      () => slugs[Math.floor(Math.random() * slugs.length)] ?? "",
      2_500 * rounds,
    );
    for (const [index, slug] of slugs.entries()) {
      const { api } = service.instances[index % 2] ?? service.instance;
      expect((await api.patch(slug, { title: `${index}` })).status).toBe(200);
      if (index % 5 === 0) expect((await api.remove(slug)).status).toBe(204);
    }
    const loads = await rushing;
    expect(Object.keys(countByStatus(loads.flatMap(({ log }) => log))).sort()).toEqual([
      "200",
      "302",
      "404",
    ]);
    await sleep(1_000);
    expect(await deadlocks()).toBe(0);
    const answered = loads
      .flatMap((load) => load.answered())
      .filter(({ slug }) => Number(slug.split("-")[1]) % 5 !== 0);
    expect(await findDiscrepancies(service.database.sql, answered)).toEqual([]);
  });
});
