// Run: all
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDate } from "@/lib/core/day";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import { eventually, rounds, useFaultService } from "../support/fault-service";
import { countByStatus, Load } from "../support/load";

/**
 * A link with millions of clicks, at real size, is deleted. It takes minutes and gigabytes, so only
 * with FAULT_ROUNDS above 1; remove-history.test.ts proves the same with small portions.
 */
const isLong = rounds > 1;
const visitors = 1_000_000;
const settingUpMs = 600_000;

describe.runIf(isLong)("with millions of clicks", () => {
  const service = useFaultService();
  let pool: pg.Pool;

  beforeAll(() => {
    pool = openPool(service.database.url, 2);
  });
  afterAll(async () => {
    await pool.end();
  });

  const count = async (sql: string): Promise<number> =>
    (
      await service.database.sql<{ count: number }>(`SELECT count(*)::int AS "count" FROM ${sql}`)
    )[0]?.count ?? 0;

  /**
   * Visits on another link until `work` is done: all are answered, and none waits for aggregation
   * longer than it must.
   */
  async function amongVisitors<T>(work: () => Promise<T>): Promise<T> {
    const { instance } = service;
    if ((await instance.api.call("GET", "/api/links/beside")).status === 404)
      await instance.api.create({ slug: "beside" });
    const load = new Load({
      url: () => instance.server.url,
      slug: () => "beside",
      workers: 4,
      pauseMs: 20,
    });
    try {
      return await work();
    } finally {
      await load.stop();
      expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    }
  }

  /** How many clicks of the link "beside" were aggregated. */
  async function aggregatedBeside(): Promise<number> {
    const [row] = await service.database.sql<{ clicks: number }>(
      `SELECT coalesce(sum("clicks"), 0)::int AS "clicks" FROM "LinkDay" WHERE "linkId" = (SELECT "id" FROM "Link" WHERE "slug" = 'beside')`,
    );
    return row?.clicks ?? 0;
  }

  it("a deleted link is removed completely while aggregation continues", {
    timeout: settingUpMs,
  }, async () => {
    const { id } = await service.instance.api.create({ slug: "huge" });
    const today = isoDate(new Date());
    await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, today, visitors, visitors);
    await pool.query(
      `INSERT INTO "DayVisitor" SELECT $2, "linkId", "visitor", 1 FROM "Click" WHERE "linkId" = $1`,
      [id, today],
    );
    await amongVisitors(async () => {
      expect((await service.instance.api.remove("huge")).status).toBe(204);
      const before = await aggregatedBeside();
      expect(await eventually(async () => (await count(`"DeletedLink"`)) === 0, 240_000, 500)).toBe(
        true,
      );
      expect(await aggregatedBeside()).toBeGreaterThan(before);
    });
    for (const table of ["Click", "DayVisitor", "LinkDay", "LinkHour", "LinkDayLabel"])
      expect([table, await count(`"${table}" WHERE "linkId" = ${id}`)]).toEqual([table, 0]);
    expect((await service.instance.api.globalStats()).totalClicks).toBe(await count(`"Click"`));
  });
});

it.skipIf(isLong)("links with millions of clicks are tested only in the long form", ({ skip }) =>
  skip(),
);
