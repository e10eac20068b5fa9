// Run: all
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { backupName, lastBackupAt } from "@/lib/backup/backup-files";
import { openBackup } from "@/lib/backup/backup-format";
import { makeDailyBackup } from "@/lib/backup/daily-backups";
import { writeBackup } from "@/lib/backup/write-backup";
import { env } from "@/lib/config/env";
import { issues } from "@/lib/config/issues";
import { dayMs } from "@/lib/core/day";
import { databaseUrl } from "@/lib/database/client";
import { examine } from "@/lib/doctor/examine";
import { inEnglish } from "../support/in-english";
import { useOwnDatabase } from "../support/own-database";

useOwnDatabase();

let folder: string;
const start = new Date("2026-11-22T10:00:00Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const pause = { until: 0 };
const make = (now: Date, to = folder, signal = new AbortController().signal) =>
  makeDailyBackup({ folder: to, keep: env().BACKUP_KEEP, pause }, now, signal);
const files = () => readdirSync(folder).sort();
const daily = (day: number) => backupName(later(day * dayMs), "daily");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slugline-daily-"));
  Object.assign(env(), { BACKUP_DIR: folder, BACKUP_KEEP: 2 });
});

afterEach(() => {
  pause.until = 0;
  issues().clear("backup");
  rmSync(folder, { recursive: true, force: true });
});

describe("daily backups", () => {
  it("are made at once, then every 24 hours, and as many as BACKUP_KEEP are kept", async () => {
    await make(start);
    await make(later(1));
    await make(later(dayMs - 1));
    expect(files()).toEqual([daily(0)]);
    await make(later(dayMs));
    expect(files()).toEqual([daily(0), daily(1)]);
    // Days on which the service did not run are made up by one.
    await make(later(5 * dayMs));
    expect(files()).toEqual([daily(1), daily(5)]);
    for (const file of files()) await openBackup(join(folder, file));
  });

  it("delete nothing but daily backups and parts that were left", async () => {
    const manual = backupName(later(-90 * dayMs));
    const kept = [
      manual,
      "slugline-daily-notes.txt",
      "slugline-daily-2026-01-01.backup",
      "x-slugline-daily-2026-01-01T00-00-00Z.backup",
    ];
    const left = `.${daily(-1)}.part`;
    for (const name of [...kept, left, daily(-2), daily(-3), daily(-4)])
      writeFileSync(join(folder, name), "");
    mkdirSync(join(folder, daily(-9)));
    utimesSync(join(folder, left), later(-2 * dayMs), later(-2 * dayMs));
    await make(start);
    expect(files()).toEqual([...kept, daily(-9), daily(-2), daily(0)].sort());
  });

  it("are made once by several instances with one folder", async () => {
    await Promise.all([make(start), make(later(1_000)), make(later(2_000))]);
    expect(files()).toHaveLength(1);
    // Control: without the first one, another is made.
    rmSync(join(folder, files()[0] ?? ""));
    await make(later(3_000));
    expect(files()).toEqual([backupName(later(3_000), "daily")]);
  });

  it("report a failure, keep what there is, and try again later", async () => {
    await make(start);
    const blocked = join(folder, "no-folder");
    writeFileSync(blocked, "");
    await make(later(dayMs), blocked);
    expect(inEnglish(issues().list())).toMatchObject([
      {
        name: "backup",
        text: expect.stringMatching(/^The daily backup failed: The backup could not be written/),
      },
    ]);
    await make(later(dayMs + 1_000));
    expect(files()).toEqual(["no-folder", daily(0)]);
    await make(later(dayMs + 900_000));
    expect(files()).toHaveLength(3);
    expect(inEnglish(issues().list())).toEqual([]);
  });

  it("count as good again when another instance has made one", async () => {
    const blocked = join(folder, "no-folder");
    writeFileSync(blocked, "");
    const due = later(3 * dayMs);
    await make(due, blocked);
    expect(inEnglish(issues().list())).toHaveLength(1);
    writeFileSync(join(folder, backupName(due, "daily")), "");
    await make(later(3 * dayMs + 1_000));
    expect(inEnglish(issues().list())).toEqual([]);
  });

  it("are reported as soon as the folder cannot be written, long before the next one is due", async () => {
    // Later than what other tests made fail.
    const first = later(30 * dayMs);
    const after = (ms: number) => new Date(first.getTime() + ms);
    await make(first);
    chmodSync(folder, 0o555);
    // Root may write anywhere.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const problem = `BACKUP_DIR names ${folder}, where nothing can be written (EACCES).`;
    try {
      await make(after(60_000));
      expect(inEnglish(issues().list())).toMatchObject([{ name: "backup", text: problem }]);
      const checks = inEnglish(await examine({ header: () => null, peer: null }));
      expect(checks.find(({ name }) => name === "Backups")).toMatchObject({
        state: "bad",
        finding: expect.stringContaining(problem),
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    chmodSync(folder, 0o755);
    await make(after(120_000));
    expect([inEnglish(issues().list()), files()]).toEqual([[], [daily(30)]]);
  });

  it("that are stopped leave nothing and report nothing", async () => {
    await make(start, folder, AbortSignal.abort());
    expect(files()).toEqual([]);
    expect(inEnglish(issues().list())).toEqual([]);
  });
});

describe("the doctor's backup check", () => {
  const check = async () =>
    inEnglish(await examine({ header: () => null, peer: null })).find(
      ({ name }) => name === "Backups",
    );
  const backUpAt = (at: Date) =>
    withBackupConnection(databaseUrl(), (client) =>
      writeBackup(client, join(folder, backupName(at))),
    );

  it("is information without BACKUP_DIR", async () => {
    Object.assign(env(), { BACKUP_DIR: undefined });
    expect(await check()).toEqual({
      name: "Backups",
      state: "note",
      finding: "No daily backups. There are no backups.",
      advice: "Set BACKUP_DIR to get one every day.",
    });
    expect(lastBackupAt(env(), new Date())).toBeNull();
  });

  it("warns when the last backup is older than two days", async () => {
    const old = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3 * dayMs);
    await backUpAt(old);
    // As a clock that was wrong leaves it.
    writeFileSync(join(folder, backupName(new Date(Date.now() + 30 * dayMs))), "");
    expect(lastBackupAt(env(), new Date())).toEqual(old);
    expect(await check()).toMatchObject({
      state: "bad",
      finding: `The last backup was made 3 days ago. A daily one should be in ${folder}.`,
    });
    await backUpAt(new Date());
    expect(await check()).toMatchObject({
      state: "good",
      finding: "The last backup was made 1 minute ago.",
    });
  });
});
