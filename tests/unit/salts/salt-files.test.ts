import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { fingerprintOf, SaltFiles } from "@/lib/salts/salt-files";
import { temporaryFolder } from "../support/temporary-folder";

const day = new Date("2026-03-10T00:00:00Z");
const nextDay = new Date("2026-03-11T00:00:00Z");
const salt = Buffer.from("the salt of the tenth of March..");
let folder: string;
let files: SaltFiles;

beforeEach(() => {
  folder = temporaryFolder();
  files = new SaltFiles(folder);
});

const names = () => readdirSync(join(folder, "salts"));

it("finds a stored salt by day and fingerprint, readable only by the service", async () => {
  await Promise.all([files.persist(day, salt), files.persist(day, salt)]);
  expect(await files.find(day, fingerprintOf(salt))).toEqual(salt);
  expect(await files.find(nextDay, fingerprintOf(salt))).toBeNull();
  expect(await files.find(day, fingerprintOf(Buffer.alloc(32)))).toBeNull();
  expect(names()).toHaveLength(1);
  if (process.platform !== "win32") {
    const [name = ""] = names();
    expect([
      statSync(join(folder, "salts")).mode & 0o777,
      statSync(join(folder, "salts", name)).mode & 0o777,
    ]).toEqual([0o700, 0o600]);
  }
});

it("ignores a damaged file", async () => {
  await files.persist(day, salt);
  writeFileSync(join(folder, "salts", names()[0] ?? ""), "damaged");
  expect(await files.find(day, fingerprintOf(salt))).toBeNull();
});

it("finds the latest salt of a day without its fingerprint, and ignores temporary files", async () => {
  expect(files.findLatest(day)).toBeNull();
  await files.persist(day, randomBytes(32));
  utimesSync(join(folder, "salts", names()[0] ?? ""), 0, 0);
  await files.persist(day, salt);
  writeFileSync(join(folder, "salts", `2026-03-10-${"0".repeat(64)}.0123456789ab`), "draft");
  expect(files.findLatest(day)).toEqual(salt);
  expect(files.findLatest(nextDay)).toBeNull();
});

it("overwrites salts of past days, including temporary files after a crash; others stay", async () => {
  await files.persist(day, salt);
  await files.persist(nextDay, salt);
  const [past = ""] = names();
  const draft = join(folder, "salts", `${past}.0123456789ab`);
  writeFileSync(draft, salt);
  linkSync(join(folder, "salts", past), join(folder, "link"));
  linkSync(draft, join(folder, "draft-link"));
  // Two processes of one instance do this at once.
  await Promise.all([files.destroyBefore(nextDay), files.destroyBefore(nextDay)]);
  expect(names()).toEqual([`2026-03-11-${fingerprintOf(salt).toString("hex")}`]);
  for (const link of ["link", "draft-link"]) {
    const content = readFileSync(join(folder, link));
    expect(content).toHaveLength(32);
    expect(content.equals(salt)).toBe(false);
  }
});

it("destroys nothing if nothing is stored", async () => {
  await expect(files.destroyBefore(nextDay)).resolves.toBeUndefined();
});
