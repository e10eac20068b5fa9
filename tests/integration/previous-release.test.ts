import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
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
  url = await newDatabase();
  folder = mkdtempSync(join(tmpdir(), "slugline-previous-"));
  await fillAsPreviousRelease(url);
});

afterEach(async () => {
  for (const name of names.splice(0)) await dropDatabase(adminUrl, name);
  rmSync(folder, { recursive: true });
});

it("is migrated, and its data reads as before", async () => {
  expect(await migrate(url)).toContain("20261122160000_link_places");
  await expectPreviousAnswers(url);
});

it("is backed up before the upgrade and restored after it, and its data reads as before", async () => {
  const file = join(folder, "older.backup");
  await withBackupConnection(url, (client) => writeBackup(client, file));
  const restored = await newDatabase();
  await withBackupConnection(restored, (client) => restoreBackup(client, file), { isChanging: true });
  expect(await migrate(restored)).toEqual([]);
  await expectPreviousAnswers(restored);
});

it("has a backup that is refused where the newer version has set up the database", async () => {
  const file = join(folder, "older.backup");
  await withBackupConnection(url, (client) => writeBackup(client, file));
  const setUp = await newDatabase();
  await migrate(setUp);
  await expect(withBackupConnection(setUp, (client) => restoreBackup(client, file), { isChanging: true })).rejects.toThrow(
    "An older version of Slugline made this backup, and a newer one has set up this database already.",
  );
});
