// Run: all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { distribute } from "@/lib/database/distribute";
import { migrate } from "@/lib/database/migrate";
import { removeLeftHistory } from "@/lib/links/remove-history";
import type { Service } from "@/lib/service/service";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { addClickMonths } from "@/lib/visits/click-months";
import { recordClicks, recordClicksAgain } from "@/lib/visits/record-clicks";
import { findCitus, startCitus } from "../support/citus";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { createOwnService } from "../support/own-service";

/**
 * A database whose clicks are distributed. The suites of statistics, recording and deletion run on
 * one too, with `npm run test:citus`. Where Citus is not installed, only the refusal is tested.
 */
const programs = findCitus();
const now = new Date("2026-05-20T12:00:00Z");

describe.skipIf(programs === null)(
  "a database distributed with Citus (skipped unless its extension is installed)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "slugline-distributed-"));
    let citus: Awaited<ReturnType<typeof startCitus>>;
    let service: Service;
    let url: string;
    let pool: pg.Pool;

    const reportOf = (slug: string, query = {}) =>
      getLinkReport(slug, statisticsQuery(statsQuerySchema.parse({ days: "90", ...query }), now));
    const newLink = () =>
      createLink(
        { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
        new Date("2026-01-01T00:00:00Z"),
      );
    const begin = () => {
      service = createOwnService(url, { DATA_DIR: folder });
    };

    beforeAll(async () => {
      citus = await startCitus(programs ?? "");
      url = databaseUrl(citus.adminUrl, await createDatabase(citus.adminUrl));
      await migrate(url);
      pool = openPool(url, 2);
      begin();
    });

    afterAll(async () => {
      await service?.stop();
      await pool?.end();
      await citus?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it("keeps what was recorded before, and is distributed once", async () => {
      const { id, slug } = await newLink();
      await addClickMonths(now);
      const dates = ["2026-03-01T10:00:00Z", "2026-05-01T10:00:00Z", "2026-05-20T10:00:00Z"];
      for (const at of dates) await recordClicks([makeClick(id, new Date(at), { country: "CH" })]);
      while (await aggregateClicks());
      await recordClicks([makeClick(id, now, { country: "DE" })]);
      const before = await reportOf(slug);
      expect([before.clicks, service.database.isDistributed]).toEqual([4, false]);

      const planned = await distribute(url, { shards: 4, isDry: true });
      expect(planned).toMatchObject({
        wasDistributed: false,
        clicks: 4,
        shards: 4,
        servers: [expect.any(String), expect.any(String)],
      });
      expect(await reportOf(slug)).toEqual(before);
      expect(await distribute(url, { shards: 4 })).toMatchObject({
        wasDistributed: false,
        clicks: 4,
        shards: 4,
      });
      expect(await distribute(url, { shards: 8 })).toMatchObject({
        wasDistributed: true,
        clicks: 4,
        shards: 4,
      });
      const { rows } = await pool.query(
        `SELECT sum(pg_relation_size(inhrelid))::int AS "left" FROM pg_inherits WHERE inhparent = '"Click"'::regclass`,
      );
      expect(rows).toEqual([{ left: 0 }]);

      await service.stop();
      begin();
      expect((await reportOf(slug)).clicks).toBe(4);
      expect([await reportOf(slug), service.database.isDistributed]).toEqual([before, true]);
      while (await aggregateClicks());
      expect({ ...(await reportOf(slug)), link: null }).toEqual({ ...before, link: null });
      expect((await reportOf(slug, { country: "CH" })).clicks).toBe(3);
    });

    it("aggregates and reports a batch only with all of its clicks", async () => {
      const { id, slug } = await newLink();
      const at = new Date("2026-05-20T09:00:00Z");
      await recordClicksAgain([makeClick(id, at), makeClick(id, at)]);
      // As if the server of the clicks had not committed yet, though this one has.
      const { rows } = await pool.query(`SELECT * FROM "Click" WHERE "linkId" = ${id} LIMIT 1`);
      await pool.query(`DELETE FROM "Click" WHERE "linkId" = ${id} AND "id" = $1`, [rows[0].id]);
      await expect(aggregateClicks()).rejects.toThrow(/1 of 2 pending clicks/);
      await expect(reportOf(slug)).rejects.toThrow(/1 of 2 pending clicks/);
      const report = reportOf(slug);
      await sleep(50);
      const columns = Object.keys(rows[0]);
      await pool.query(
        `INSERT INTO "Click" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`,
        Object.values(rows[0]),
      );
      expect((await report).clicks).toBe(2);
      expect((await report).uniqueVisitors).toBe(2);
      while (await aggregateClicks());
      expect((await reportOf(slug)).uniqueVisitors).toBe(2);
    });

    it("waits for a commit of this moment before it removes clicks", async () => {
      const { id, slug } = await newLink();
      const other = await pool.connect();
      await other.query("BEGIN");
      await other.query(
        `INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "device", "browser", "os")
       VALUES (gen_random_uuid(), 5, ${id}, now(), '\\x00', 'Desktop', 'Firefox', 'Linux')`,
      );
      await deleteLink(slug);
      const removal = removeLeftHistory(new AbortController().signal);
      await sleep(100);
      await other.query("COMMIT");
      other.release();
      await removal;
      expect((await pool.query(`SELECT FROM "Click" WHERE "linkId" = ${id}`)).rowCount).toBe(0);
    });

    it("takes a later migration of clicks", async () => {
      const { id, slug } = await newLink();
      await pool.query(`ALTER TABLE "Click" ADD COLUMN "added" int`);
      await recordClicks([makeClick(id, now)]);
      expect((await reportOf(slug)).clicks).toBe(1);
      while (await aggregateClicks());
      await pool.query(`ALTER TABLE "Click" DROP COLUMN "added"`);
      expect((await reportOf(slug)).recentClicks).toHaveLength(1);
    });

    it("is backed up like any other, and the backup restored in a plain Postgres", async () => {
      const file = join(folder, "made.backup");
      const { header } = await withBackupConnection(url, (client) => writeBackup(client, file));
      const { adminUrl } = inject("postgres");
      const name = await createDatabase(adminUrl);
      try {
        const restored = await withBackupConnection(
          databaseUrl(adminUrl, name),
          (client) => restoreBackup(client, file),
          { isChanging: true },
        );
        expect(restored.compared.find((each) => each.name.startsWith("Click"))?.restored).toBe(
          header.tables.find((each) => each.name === "Click")?.rows,
        );
      } finally {
        await dropDatabase(adminUrl, name);
      }
    });
  },
);

it("a database without Citus, or without tables, is refused", async () => {
  const { adminUrl } = inject("postgres");
  const name = await createDatabase(adminUrl);
  try {
    await expect(distribute(databaseUrl(adminUrl, name), { isDry: true })).rejects.toThrow(
      /does not have Citus|CREATE EXTENSION citus|lacks migrations/,
    );
  } finally {
    await dropDatabase(adminUrl, name);
  }
});
