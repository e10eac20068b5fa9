import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { MigrationError, migrate } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";

const { adminUrl } = inject("postgres");
let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = await createDatabase(adminUrl);
  url = databaseUrl(adminUrl, name);
  folder = mkdtempSync(join(tmpdir(), "slugline-migrations-"));
  writeFileSync(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
});

afterEach(async () => {
  await dropDatabase(adminUrl, name);
  rmSync(folder, { recursive: true });
});

function write(migration: string, sql: string): void {
  mkdirSync(join(folder, migration), { recursive: true });
  writeFileSync(join(folder, migration, "migration.sql"), sql);
}

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
  await client.end();
  return rows.map((row) => row.name).filter((table) => table !== "_prisma_migrations");
}

it("applies in order, functions with semicolons included, and only once", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  write("2_second", `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN NEW; END; $$;\nCREATE TABLE "b" ("n" int);`);
  expect(await migrate(url, folder)).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await tables()).toEqual(["a", "b"]);
});

it("rolls a failed migration back, names it and the reason, and tries it again once it is mended", async () => {
  write("1_first", 'CREATE TABLE "a" ("n" int);');
  write("2_broken", 'CREATE TABLE "b" ("n" int); ALTER TABLE "nowhere" ADD COLUMN "x" int; CREATE TABLE "c" ("n" int);');
  const error = await migrate(url, folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MigrationError);
  expect((error as Error).message).toContain(join(folder, "2_broken/migration.sql"));
  expect((error as Error).message).toContain("No such table: nowhere");
  expect(await tables()).toEqual(["a"]);
  write("2_broken", 'CREATE TABLE "b" ("n" int);');
  expect(await migrate(url, folder)).toEqual(["2_broken"]);
  expect(await tables()).toEqual(["a", "b"]);
});

it("lets two instances start at once", async () => {
  const [first, second] = await Promise.all([migrate(url), migrate(url)]);
  expect([...first, ...second]).toContain("20261121000000_initial");
  expect(Math.min(first.length, second.length)).toBe(0);
  expect(await tables()).toContain("Link");
});
