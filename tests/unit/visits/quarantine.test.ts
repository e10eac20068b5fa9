import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Journal } from "@/lib/visits/journal/journal";
import { type JournalEntry, readEntry, writeEntry } from "@/lib/visits/journal/journal-entry";
import { frame } from "@/lib/visits/journal/journal-file";
import { makeClick } from "../../support/make-click";
import { useConfig } from "../support/config";
import { temporaryFolder } from "../support/temporary-folder";

beforeEach(() => useConfig());

const entry = (...names: string[]): JournalEntry => ({
  kind: "clicks",
  clicks: names.map((name) =>
    makeClick(7, new Date("2026-03-01T23:59:59.999Z"), { utmCampaign: name }),
  ),
});
const recordOf = (name: string) => frame(writeEntry(entry(name)));
const namesOf = (found: JournalEntry | null) =>
  found?.kind === "clicks" ? found.clicks.map(({ utmCampaign }) => utmCampaign) : [];

/** A journal with a file of a process that is gone. */
function journalWith(...files: Buffer[]): { journal: Journal; folder: string } {
  const folder = join(temporaryFolder(), "journal");
  mkdirSync(folder);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const [index, bytes] of files.entries())
    writeFileSync(join(folder, `${pid}-1-${index}.journal`), bytes);
  return { journal: new Journal(useConfig(), folder, 1_000_000), folder };
}

/** What lies in quarantine. */
function quarantined(folder: string): Buffer {
  const quarantine = join(folder, "quarantine");
  const names = existsSync(quarantine) ? readdirSync(quarantine) : [];
  return Buffer.concat(names.map((name) => readFileSync(join(quarantine, name))));
}

async function replayedNames(journal: Journal): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  await journal.replay(async (found) => void names.push(...namesOf(found)));
  return names;
}

const spoilt = (bytes: Buffer) => Buffer.from(bytes).fill("#", 20, 21);

describe("a damaged record", () => {
  it("is quarantined byte for byte, and all others are replayed", async () => {
    const damaged = spoilt(recordOf("b"));
    const { journal, folder } = journalWith(
      Buffer.concat([recordOf("a"), damaged, recordOf("c"), damaged, recordOf("d")]),
    );
    expect(await replayedNames(journal)).toEqual(["a", "c", "d"]);
    expect(quarantined(folder)).toEqual(Buffer.concat([damaged, damaged]));
    expect([journal.isEmpty(), journal.quarantined()]).toEqual([
      true,
      { files: 1, bytes: 2 * damaged.length },
    ]);
    expect(await replayedNames(journal)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["text that is no JSON", "{"],
    ["another kind", { kind: "other", clicks: [] }],
    ["clicks that are none", { kind: "clicks", clicks: [{}] }],
    [
      "a click without a visitor",
      { kind: "clicks", clicks: [{ ...makeClick(1, new Date()), visitor: undefined }] },
    ],
    [
      "an instant that is none",
      { kind: "clicks", clicks: [{ ...makeClick(1, new Date()), createdAt: "yesterday" }] },
    ],
    ["visits without a batch", { kind: "uncounted", visits: [] }],
    ["nothing", null],
  ])("is also an intact frame with %s", async (_, content) => {
    const bytes = frame(
      Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
    );
    const { journal, folder } = journalWith(Buffer.concat([recordOf("a"), bytes, recordOf("c")]));
    expect(await replayedNames(journal)).toEqual(["a", "c"]);
    expect(quarantined(folder)).toEqual(bytes);
  });

  it("does not include the torn end of a killed process", async () => {
    const { journal, folder } = journalWith(
      Buffer.concat([recordOf("a"), recordOf("b").subarray(0, -9)]),
    );
    expect(await replayedNames(journal)).toEqual(["a"]);
    expect([journal.isEmpty(), existsSync(join(folder, "quarantine"))]).toEqual([true, false]);
  });

  it("keeps its file while the quarantine is not writable; every other file is replayed", async () => {
    const damaged = spoilt(recordOf("a"));
    const { journal, folder } = journalWith(Buffer.concat([damaged, recordOf("b")]), recordOf("c"));
    writeFileSync(join(folder, "quarantine"), "a file where the folder should be");
    const names: unknown[] = [];
    await expect(
      journal.replay(async (found) => void names.push(...namesOf(found))),
    ).rejects.toThrow("cannot be moved to");
    expect(names).toEqual(["b", "c"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".journal"))).toHaveLength(1);
    rmSync(join(folder, "quarantine"));
    expect(await replayedNames(journal)).toEqual(["b"]);
    expect([journal.isEmpty(), quarantined(folder)]).toEqual([true, damaged]);
  });

  it("is moved once, by the replay that completes its file", async () => {
    const { journal, folder } = journalWith(Buffer.concat([spoilt(recordOf("a")), recordOf("b")]));
    const away = async () => {
      throw new Error("away");
    };
    await expect(journal.replay(away)).rejects.toThrow("away");
    expect(readdirSync(join(folder, "quarantine"))).toEqual([]);
    expect(await replayedNames(journal)).toEqual(["b"]);
    expect(readdirSync(join(folder, "quarantine"))).toHaveLength(1);
  });
});

it("a refused visit is quarantined as its own record", async () => {
  const { journal, folder } = journalWith(Buffer.concat([recordOf("a"), recordOf("b")]));
  await journal.replay(async (found, refuse) => {
    expect(namesOf(found)).toEqual(["a", "b"]);
    await refuse(entry("a"));
  });
  expect(namesOf(readEntry(quarantined(folder).subarray(8)))).toEqual(["a"]);
  expect(journal.isEmpty()).toBe(true);
});
