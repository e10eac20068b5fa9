import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Base } from "@/lib/config/base";
import { counts } from "@/lib/config/counts";
import type { Click } from "@/lib/visits/describe/describe-click";
import { Journal, JournalFullError } from "@/lib/visits/journal/journal";
import type { JournalEntry } from "@/lib/visits/journal/journal-entry";
import { useConfig } from "../support/config";

const folders: string[] = [];

function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "slugline-unit-"));
  folders.push(parent);
  return join(parent, "journal");
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const click = (name: string): Click => ({
  id: "01a1fe85-b0f2-7287-b131-921e5da54b09",
  linkId: 7,
  createdAt: new Date("2026-03-01T23:59:59.999Z"),
  isFirstDay: false,
  visitor: "c8".repeat(16),
  referrer: null,
  country: null,
  region: null,
  city: "Zürich",
  device: "Unknown",
  browser: "Unknown",
  os: "Unknown",
  locale: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: name,
});
const entry = (...names: string[]): JournalEntry => ({ kind: "clicks", clicks: names.map(click) });

async function replayed(journal: Journal): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  await journal.replay(async (found) => void entries.push(found));
  return entries;
}

/** The name of a process that is gone. */
function goneProcess(): string {
  return `${spawnSync(process.execPath, ["-e", ""]).pid}-1`;
}

let base: Base;

beforeEach(() => {
  base = useConfig();
});

describe("Journal", () => {
  it("keeps the alias by which a click came and where it led, and nothing in their place", async () => {
    const journal = new Journal(base, newFolder(), 1_000_000);
    const clicks = [{ ...click("a"), alias: "other", destination: "ios" }, click("b")];
    await journal.append({ kind: "clicks", clicks });
    expect(await replayed(journal)).toStrictEqual([{ kind: "clicks", clicks }]);
  });

  it("replays exactly what was appended, and is empty afterwards", async () => {
    const folder = newFolder();
    const journal = new Journal(base, folder, 1_000_000);
    expect(journal.isEmpty()).toBe(true);
    const uncounted: JournalEntry = {
      kind: "uncounted",
      batchId: "01a1fe85-b0f2-7287-b131-921e5da54b10",
      visits: [{ linkId: 1, at: new Date(5), kind: "unfurler", name: "Slack" }],
    };
    await Promise.all([
      journal.append(entry("a", "b")),
      journal.append(uncounted),
      journal.append(entry("c")),
    ]);
    expect(await replayed(journal)).toStrictEqual([uncounted, entry("a", "b", "c")]);
    expect(journal.isEmpty()).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("says since when its oldest entry waits", async () => {
    const journal = new Journal(base, newFolder(), 1_000_000);
    const from = Date.now() - 60_000;
    expect(journal.since()).toBeNull();
    await journal.append({ kind: "clicks", clicks: [click("a")] });
    expect(journal.since()?.getTime()).toBeGreaterThan(from);
    await journal.replay(async () => {});
    expect(journal.since()).toBeNull();
  });

  it("is not empty after an append", async () => {
    const journal = new Journal(base, newFolder(), 1_000_000);
    await journal.append(entry("a"));
    expect(journal.isEmpty()).toBe(false);
  });

  it("replays small entries in large ones", async () => {
    const journal = new Journal(base, newFolder(), 10_000_000);
    const names = Array.from({ length: 1_200 }, (_, index) => String(index));
    await Promise.all(names.map((name) => journal.append(entry(name))));
    const entries = await replayed(journal);
    expect(entries.length).toBeLessThan(10);
    expect(entries.flatMap((each) => (each.kind === "clicks" ? each.clicks : []))).toStrictEqual(
      names.map(click),
    );
  });

  it("keeps a partly recorded file, and entries appended meanwhile", async () => {
    const journal = new Journal(base, newFolder(), 1_000_000);
    const many = entry(...Array(500).fill("a"));
    await journal.append(many);
    await journal.append(entry("b"));
    const away = journal.replay(async (found) => {
      await journal.append(entry("meanwhile"));
      if (found.kind === "clicks" && found.clicks[0]?.utmCampaign === "b") throw new Error("away");
    });
    await expect(away).rejects.toThrow("away");
    expect(journal.isEmpty()).toBe(false);
    expect(await replayed(journal)).toStrictEqual([
      many,
      entry("b"),
      entry("meanwhile", "meanwhile"),
    ]);
  });

  it("has every entry once that is appended while replays begin and end", async () => {
    const journal = new Journal(base, newFolder(), 10_000_000);
    const names = Array.from({ length: 200 }, (_, index) => String(index));
    const found: string[] = [];
    const collect = () =>
      journal.replay(async (each) => {
        await new Promise(setImmediate);
        if (each.kind === "clicks")
          found.push(...each.clicks.map(({ utmCampaign }) => String(utmCampaign)));
      });
    let left = names.length;
    const appended = names.map((name) => journal.append(entry(name)).then(() => left--));
    while (left > 0) await collect();
    await Promise.all(appended);
    await collect();
    expect(found.toSorted()).toEqual(names.toSorted());
    expect(journal.isEmpty()).toBe(true);
  });

  it("keeps entries apart that Postgres may have stored, with the ids of their packs", async () => {
    const journal = new Journal(base, newFolder(), 1_000_000);
    const packed = { ...entry("b"), pack: "-9223372036854775808" };
    for (const each of [entry("a"), packed, entry("c")]) await journal.append(each);
    expect(await replayed(journal)).toStrictEqual([packed, entry("a", "c")]);
  });

  it.each(["9223372036854775808", "x", ""])(
    "keeps the clicks of an entry whose pack no id can be: %j",
    async (pack) => {
      const journal = new Journal(base, newFolder(), 1_000_000);
      await journal.append({ ...entry("a"), pack } as JournalEntry);
      expect(await replayed(journal)).toEqual([entry("a")]);
    },
  );

  it("replays files of dead processes up to a torn end, but not of running ones", async () => {
    const folder = newFolder();
    const journal = new Journal(base, folder, 1_000_000);
    await journal.append(entry("a"));
    const own = join(folder, readdirSync(folder)[0] ?? "");
    const gone = join(folder, `${goneProcess()}-0.journal`);
    copyFileSync(own, gone);
    appendFileSync(gone, Buffer.from([0, 0, 1, 0, 9, 9]));
    await replayed(journal);
    expect(readdirSync(folder)).toEqual([]);

    await journal.append(entry("b"));
    const [ownName = ""] = readdirSync(folder);
    const other = join(
      folder,
      ownName.replace(/^\d+-\d+/, (name) => runningProcess(name)),
    );
    copyFileSync(join(folder, ownName), other);
    expect(await replayed(journal)).toStrictEqual([entry("b")]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("goes on if another worker has replayed the file of a dead one meanwhile", async () => {
    const folder = newFolder();
    const journal = new Journal(base, folder, 1_000_000);
    await journal.append(entry("a"));
    const gone = join(folder, `${goneProcess()}-0.journal`);
    copyFileSync(join(folder, readdirSync(folder)[0] ?? ""), gone);
    const before = counts().clicks.replayed;
    await journal.replay(async () => rmSync(gone, { force: true }));
    expect(readdirSync(folder)).toEqual([]);
    expect(counts().clicks.replayed - before).toBe(1);
  });

  it("refuses entries over its size limit, counting files of others, and accepts again when there is room", async () => {
    const folder = newFolder();
    const first = new Journal(base, folder, 1_000_000);
    await first.append(entry("a"));
    const left = join(folder, `${goneProcess()}-0.journal`);
    renameSync(join(folder, readdirSync(folder)[0] ?? ""), left);
    const { size } = statSync(left);
    const journal = new Journal(base, folder, 2 * size + 10);
    await journal.append(entry("b"));
    await expect(journal.append(entry("c"))).rejects.toThrow(JournalFullError);
    expect(await replayed(journal)).toHaveLength(2);
    await journal.append(entry("d"));
    await journal.append(entry("e"));
    await expect(journal.append(entry("f"))).rejects.toThrow(JournalFullError);
  });

  it("is full shortly before it refuses, and has room again after a replay", async () => {
    const journal = new Journal(base, newFolder(), 40_000);
    expect(journal.isFull()).toBe(false);
    while (!journal.isFull()) await journal.append(entry("a"));
    await journal.append(entry("b"));
    await replayed(journal);
    expect(journal.isFull()).toBe(false);
  });

  it("passes on disk errors and recovers from them", async () => {
    const folder = newFolder();
    const journal = new Journal(base, folder, 1_000_000);
    writeFileSync(folder, "a file where the folder should be");
    await expect(journal.append(entry("a"))).rejects.toThrow("EEXIST");
    rmSync(folder);
    await journal.append(entry("b"));
    expect(await replayed(journal)).toHaveLength(1);
  });
});

/** The name that our parent process would write under: it runs as long as we do. */
function runningProcess(ownName: string): string {
  const stat = spawnSync("cat", [`/proc/${process.ppid}/stat`], { encoding: "utf8" }).stdout;
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  return ownName.replace(/.*/, `${process.ppid}-${ticks}`);
}

describe("the counts of a replay", () => {
  it("have each click of a file once, however often its replay is interrupted", async () => {
    const journal = new Journal(base, newFolder(), 1e6);
    for (const name of ["a", "b"]) await journal.append(entry(name, name));
    await journal.append({
      kind: "uncounted",
      batchId: "01a1fe85-b0f2-7287-b131-921e5da54b09",
      visits: [],
    });
    for (let attempt = 0; attempt < 3; attempt++) {
      const failing = journal.replay(async ({ kind }) => {
        if (kind === "uncounted") throw new Error("the database is unavailable");
      });
      await expect(failing).rejects.toThrow("unavailable");
      expect(counts().clicks).toMatchObject({ replayed: 0, quarantined: 0 });
    }
    await replayed(journal);
    expect(counts().clicks).toMatchObject({ replayed: 4, quarantined: 0 });
  });

  it("keep rejected clicks apart", async () => {
    const journal = new Journal(base, newFolder(), 1e6);
    await journal.append(entry("good", "bad", "good"));
    await journal.replay(async (_, refuse) => refuse(entry("bad")));
    expect(counts().clicks).toMatchObject({ replayed: 2, quarantined: 1 });
  });

  it("measures what is left", async () => {
    const journal = new Journal(base, newFolder(), 1e6);
    expect(journal.measure()).toEqual({ bytes: 0, oldestMs: 0 });
    await journal.append(entry("a"));
    const { bytes, oldestMs } = journal.measure();
    expect(bytes).toBeGreaterThan(100);
    expect(oldestMs).toBeGreaterThanOrEqual(0);
  });
});
