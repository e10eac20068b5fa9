// Run: test
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { migrate, migrationsFolder } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import {
  expectAnswersOfRelease,
  fillAgainAsRelease,
  fillAsRelease,
  readSchema,
} from "../support/release";

/** From 1.0.0 to this version, and back if CHANGELOG.md does not say that this is impossible. */
const { adminUrl } = inject("postgres");
let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = await createDatabase(adminUrl);
  url = databaseUrl(adminUrl, name);
  folder = mkdtempSync(join(tmpdir(), "slugline-upgrade-"));
  await fillAsRelease(url);
});

afterEach(async () => {
  await dropDatabase(adminUrl, name);
  rmSync(folder, { recursive: true });
});

const [newer = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## \[?1\.0\.0\b/m);
const isBackPossible = !/^\W*Downgrade: no\b/m.test(newer);

/** What a database has lost, so that statements of 1.0.0 would fail on it. */
async function findLost(before: readonly string[]): Promise<string[]> {
  const after = new Set(await readSchema(url));
  return before.filter((part) => !after.has(part));
}

it("keeps every link, click and answer", async () => {
  await migrate(url);
  await expectAnswersOfRelease(url);
});

it.runIf(isBackPossible)("leaves a database that 1.0.0 can read and write", async () => {
  const before = await readSchema(url);
  await migrate(url);
  expect(await findLost(before)).toEqual([]);
  await fillAgainAsRelease(url);
  await expectAnswersOfRelease(url);
});

it("notices a migration with which there is no way back", async () => {
  const before = await readSchema(url);
  cpSync(migrationsFolder, folder, { recursive: true });
  mkdirSync(join(folder, "29991231000000_breaks"));
  writeFileSync(
    join(folder, "29991231000000_breaks/migration.sql"),
    `ALTER TABLE "Link" RENAME "note" TO "remark"; ALTER TABLE "Tag" ADD "weight" int;`,
  );
  await migrate(url, { folder });
  expect(await findLost(before)).toEqual(["column Link.note text"]);
});
