// Run: all
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayMs, isoDate } from "@/lib/core/day";
import type { Service } from "@/lib/service/service";
import type { Click } from "@/lib/visits/describe-click";
import { writeEntry } from "@/lib/visits/journal-entry";
import { frame } from "@/lib/visits/journal-file";
import { recordClicks } from "@/lib/visits/record-clicks";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import { eventually, rounds, useFaultService } from "../support/fault-service";
import { countByStatus, Load } from "../support/load";
import { makeClick } from "../support/make-click";
import { createOwnService } from "../support/own-service";

/**
 * Links with millions of clicks, at real size: deleted, and clicked late. It takes minutes and gigabytes, so only with
 * FAULT_ROUNDS above 1; remove-history.test.ts and late-clicks.test.ts prove the same with small portions.
 */
const isLong = rounds > 1;
const visitors = 1_000_000;
const lateClicks = 2_000_000;
const settingUpMs = 600_000;

describe.runIf(isLong)("with millions of clicks", () => {
  const service = useFaultService();
  let own: Service;
  let pool: pg.Pool;

  beforeAll(() => {
    // For recording past the service, in this process.
    own = createOwnService(service.database.url, { DATA_DIR: service.instance.dataDir });
    pool = openPool(service.database.url, 2);
  });
  afterAll(async () => {
    await own?.stop();
    await pool.end();
  });

  const count = async (sql: string): Promise<number> =>
    (await service.database.sql<{ count: number }>(`SELECT count(*)::int AS "count" FROM ${sql}`))[0]?.count ?? 0;

  /** Visits on another link until `work` is done: all are answered, and none waits for aggregation longer than it must. */
  async function amongVisitors<T>(work: () => Promise<T>): Promise<T> {
    const { instance } = service;
    if ((await instance.api.call("GET", "/api/links/beside")).status === 404) await instance.api.create({ slug: "beside" });
    const load = new Load({ url: () => instance.server.url, slug: () => "beside", workers: 4, pauseMs: 20 });
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

  it("a deleted link is removed completely while aggregation continues", { timeout: settingUpMs }, async () => {
    const { id } = await service.instance.api.create({ slug: "huge" });
    const today = isoDate(new Date());
    await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, today, visitors, visitors);
    await pool.query(`INSERT INTO "DayVisitor" SELECT $2, "linkId", "visitor", 1 FROM "Click" WHERE "linkId" = $1`, [id, today]);
    await amongVisitors(async () => {
      expect((await service.instance.api.remove("huge")).status).toBe(204);
      const before = await aggregatedBeside();
      expect(await eventually(async () => (await count(`"DeletedLink"`)) === 0, 240_000, 500)).toBe(true);
      expect(await aggregatedBeside()).toBeGreaterThan(before);
    });
    for (const table of ["Click", "DayVisitor", "LinkDay", "LinkHour", "LinkDayLabel"])
      expect([table, await count(`"${table}" WHERE "linkId" = ${id}`)]).toEqual([table, 0]);
    expect((await service.instance.api.globalStats()).totalClicks).toBe(await count(`"Click"`));
  });

  describe("a day whose visitors were pruned", () => {
    const day = isoDate(new Date(Date.now() - 6 * dayMs));
    const hashOf = (number: number) => createHash("md5").update(String(number)).digest("hex");
    /** Of 50 visitors of that day and 50 others. */
    const late = (linkId: number): Click[] =>
      Array.from({ length: 100 }, (_, index) =>
        makeClick(linkId, new Date(`${day}T15:00:00Z`), { visitor: hashOf(index < 50 ? index : visitors + index) }),
      );

    async function busySlug(slug: string): Promise<number> {
      const { id } = await service.instance.api.create({ slug });
      await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, day, lateClicks, visitors);
      await service.database.sql("VACUUM ANALYZE");
      return id;
    }

    async function expectCounted(slug: string): Promise<void> {
      const { range } = await service.instance.api.stats(slug);
      expect([range.clicks, range.uniqueVisitors]).toEqual([lateClicks + 100, visitors + 50]);
    }

    async function untilAggregated(linkId: number): Promise<void> {
      const before = await aggregatedBeside();
      let whileWaiting = before;
      const isDone = async () => {
        const isWaiting = (await count(`"LateDay" WHERE "linkId" = ${linkId} AND "readUntil" < '${day}T24:00:00Z'`)) > 0;
        if (isWaiting) whileWaiting = await aggregatedBeside();
        return (await count(`"LinkDay" WHERE "linkId" = ${linkId} AND "clicks" = ${lateClicks + 100}`)) === 1;
      };
      expect(await eventually(isDone, 240_000, 250)).toBe(true);
      expect(whileWaiting).toBeGreaterThan(before);
    }

    it("clicks from a journal are counted exactly while aggregation continues", { timeout: settingUpMs }, async () => {
      const id = await busySlug("late-journal");
      await service.instance.stop();
      const folder = join(service.instance.dataDir, "journal");
      mkdirSync(folder, { recursive: true });
      const { pid } = spawnSync(process.execPath, ["-e", ""]);
      writeFileSync(join(folder, `${pid}-1-0.journal`), frame(writeEntry({ kind: "clicks", clicks: late(id) })));
      await service.instance.start();
      await amongVisitors(() => untilAggregated(id));
      await service.instance.untilDrained();
      await expectCounted("late-journal");
    });

    it("clicks from an instance of another version are counted exactly too", { timeout: settingUpMs }, async () => {
      const id = await busySlug("late-recorded");
      await amongVisitors(async () => {
        await recordClicks(late(id));
        await untilAggregated(id);
      });
      await expectCounted("late-recorded");
    });
  });
});

it.skipIf(isLong)("links with millions of clicks are tested only in the long form", ({ skip }) => skip());
