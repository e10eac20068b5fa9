// Run: all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { dayMs, isoDate } from "@/lib/core/day";
import { migrate } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import { expectPreviousAnswers, fillAsPreviousRelease } from "../support/previous-release";

/** What an upgrade does to a database of the previous release, and to a backup that it made. */
const { adminUrl } = inject("postgres");
const names: string[] = [];
let url: string;
let folder: string;

async function newDatabase(): Promise<string> {
  const name = await createDatabase(adminUrl);
  names.push(name);
  return databaseUrl(adminUrl, name);
}

beforeEach(async () => {
  began = Date.now();
  url = await newDatabase();
  folder = mkdtempSync(join(tmpdir(), "slugline-previous-"));
  await fillAsPreviousRelease(url);
});

afterEach(async () => {
  for (const name of names.splice(0)) await dropDatabase(adminUrl, name);
  rmSync(folder, { recursive: true });
});

/** Of the start of the test, too, which may run at midnight. */
let began: number;
const daysAfterTomorrow = () => [began, Date.now()].map((ms) => isoDate(new Date(ms + 2 * dayMs)));

async function packedSince(of: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: of });
  await client.connect();
  const { rows } = await client.query(`SELECT "packedSince"::text AS "day" FROM "RollupState"`);
  await client.end();
  return rows[0]?.day;
}

it("is migrated, and its data reads as before", async () => {
  expect(await migrate(url)).toContain("20261122160000_link_places");
  await expectPreviousAnswers(url);
  // It does not know LinkDayPack, and may still run.
  expect(daysAfterTomorrow()).toContain(await packedSince(url));
  const empty = await newDatabase();
  await migrate(empty);
  expect(await packedSince(empty)).toBe("0001-01-01");
});

it("packs no labels today either where it had aggregated none yet, or after a restore", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DELETE FROM "LinkDay"`);
  await client.end();
  const file = join(folder, "older.backup");
  await withBackupConnection(url, (connection) => writeBackup(connection, file));
  await migrate(url);
  expect(daysAfterTomorrow()).toContain(await packedSince(url));
  const restored = await newDatabase();
  await withBackupConnection(restored, (connection) => restoreBackup(connection, file), {
    isChanging: true,
  });
  expect(daysAfterTomorrow()).toContain(await packedSince(restored));
});

it("is migrated while the previous release writes to the same tables in another order", async () => {
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  await writer.query(`BEGIN; LOCK TABLE "LinkCounter" IN ROW EXCLUSIVE MODE`);
  const migrating = migrate(url);
  const isWaiting = async () =>
    (
      await writer.query(
        `SELECT FROM pg_locks WHERE NOT "granted" AND "relation" = '"LinkCounter"'::regclass`,
      )
    ).rowCount !== 0;
  await expect.poll(isWaiting).toBe(true);
  // Would be a deadlock if the migration kept this table while it waits for the other.
  await writer.query(`LOCK TABLE "DayTotal" IN ROW EXCLUSIVE MODE`);
  await writer.query("COMMIT");
  await writer.end();
  expect(await migrating).toContain("20261125100000_label_totals");
  await expectPreviousAnswers(url);
});

it("is backed up before the upgrade and restored after it, and its data reads as before", async () => {
  const file = join(folder, "older.backup");
  await withBackupConnection(url, (client) => writeBackup(client, file));
  const restored = await newDatabase();
  await withBackupConnection(restored, (client) => restoreBackup(client, file), {
    isChanging: true,
  });
  expect(await migrate(restored)).toEqual([]);
  await expectPreviousAnswers(restored);
});

it("has a backup that is refused where the newer version has set up the database", async () => {
  const file = join(folder, "older.backup");
  await withBackupConnection(url, (client) => writeBackup(client, file));
  const setUp = await newDatabase();
  await migrate(setUp);
  await expect(
    withBackupConnection(setUp, (client) => restoreBackup(client, file), { isChanging: true }),
  ).rejects.toThrow(
    "An older version of Slugline made this backup, and a newer one has set up this database already.",
  );
});
