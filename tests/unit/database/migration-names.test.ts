import { expect, it } from "vitest";
import { migrationsFolder, readMigrations } from "@/lib/database/migrate";

/** Up to here migrations landed with dates to come, and what has landed never changes. */
const early = "20261129120999";

it("migrations are dated by the clock when they are written, so that each new one comes last", async () => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name);
  expect(names.filter((name) => !/^\d{14}_[a-z0-9_]+$/.test(name))).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  expect(names.filter((name) => name > early && name > now)).toEqual([]);
});
