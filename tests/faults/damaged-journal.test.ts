// Run: all
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readEntry } from "@/lib/visits/journal/journal-entry";
import { readParts } from "@/lib/visits/journal/journal-file";
import { eventually, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, Load } from "../support/load";

/** A damaged journal record costs its own visits only, and they are kept. */
const service = useFaultService();
const slugs = ["kept-a", "kept-b"];
const anySlug = () => slugs[Math.floor(Math.random() * slugs.length)] ?? "";
const expected: Answered[] = [];

type Part = Awaited<ReturnType<ReturnType<typeof readParts>["next"]>>["value"];

interface LeftJournal {
  path: string;
  bytes: Buffer;
  records: (Part & { campaigns: (string | null)[] })[];
}

async function recordsOf(path: string): Promise<LeftJournal["records"]> {
  const records: LeftJournal["records"] = [];
  for await (const part of readParts(path)) {
    const entry = part.payload && readEntry(part.payload);
    records.push({
      ...part,
      campaigns: entry?.kind === "clicks" ? entry.clicks.map(({ utmCampaign }) => utmCampaign) : [],
    });
  }
  return records;
}

/**
 * Visits that are answered while Postgres is away, and the journal that the killed service leaves
 * of them.
 */
async function answerIntoJournal(): Promise<{ answered: Answered[]; left: LeftJournal }> {
  const { instance, database } = service;
  for (const slug of slugs)
    if ((await instance.api.call("GET", `/api/links/${slug}`)).status === 404)
      await instance.api.create({ slug });
  const load = new Load({ url: () => instance.server.url, slug: anySlug, pauseMs: 10 });
  // Each attempt to replay begins a new file.
  const longFile = async () => {
    for (const name of instance.journalFiles) {
      const path = join(instance.dataDir, "journal", name);
      if ((await recordsOf(path)).length > 20) return path;
    }
    return null;
  };
  try {
    await sleep(300);
    await database.crash();
    expect(await eventually(async () => (await longFile()) !== null, 30_000)).toBe(true);
  } finally {
    await load.stop();
  }
  await instance.stop("SIGKILL");
  const path = (await longFile()) ?? "";
  const records = await recordsOf(path);
  await database.restart();
  return { answered: load.answered(), left: { path, bytes: readFileSync(path), records } };
}

/**
 * Spoils three records in different ways and puts noise between two others; returns the campaigns
 * of the spoilt ones.
 */
function damage({ path, bytes, records }: LeftJournal): (string | null)[] {
  const spoilt = [3, 7, 12].map((index) => records[index]);
  const [flipped, cut, zeroed] = spoilt;
  const between = records[16]?.start ?? 0;
  if (!flipped || !cut || !zeroed) throw new Error("too few records");
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(flipped.start + 30) ^ 1, flipped.start + 30);
  changed.fill(0, zeroed.start, zeroed.start + 20);
  const noise = Buffer.from([0, 0, 1, 0, 9, 9, 9, 9, 123, 34, 255, 254, 0]);
  const pieces = [
    changed.subarray(0, cut.start),
    changed.subarray(cut.start + 5, between),
    noise,
    changed.subarray(between),
  ];
  writeFileSync(path, Buffer.concat([...pieces, Buffer.from([0, 0, 0, 200, 1, 2, 3, 4, 123])]));
  return spoilt.flatMap((record) => record?.campaigns ?? []);
}

const quarantineOf = () => join(service.instance.dataDir, "journal", "quarantine");

describe("a journal file damaged while the service is stopped", () => {
  it("is replayed except for the damaged records, which are quarantined", async () => {
    for (let round = 0; round < rounds; round++) {
      const { answered, left } = await answerIntoJournal();
      const lost = damage(left);
      await service.instance.start();
      await service.instance.untilDrained();
      expect(lost.length).toBeGreaterThan(2);
      expected.push(...answered.filter(({ campaign }) => !lost.includes(campaign)));
      expect(await findDiscrepancies(service.database.sql, expected, service.instance.api)).toEqual(
        [],
      );
      const stored = await service.database.sql(
        `SELECT FROM "StoredClick" WHERE "utmCampaign" = ANY($1)`,
        [lost],
      );
      expect(stored).toEqual([]);
      expect(service.instance.journalFiles).toEqual([]);
      expect(readdirSync(quarantineOf())).toHaveLength(round + 1);
    }
  });

  it("is replayed but kept until the quarantine is writable", async () => {
    const { answered, left } = await answerIntoJournal();
    rmSync(quarantineOf(), { recursive: true });
    writeFileSync(quarantineOf(), "a file where the folder should be");
    const lost = damage(left);
    expected.push(...answered.filter(({ campaign }) => !lost.includes(campaign)));
    await service.instance.start();
    const isRecorded = async () =>
      (await findDiscrepancies(service.database.sql, expected)).length === 0;
    expect(await eventually(isRecorded, 10_000, 200)).toBe(true);
    expect(existsSync(left.path)).toBe(true);
    rmSync(quarantineOf());
    expect(await eventually(() => !existsSync(left.path), 10_000)).toBe(true);
    expect(readdirSync(quarantineOf())).toHaveLength(1);
    expect(await findDiscrepancies(service.database.sql, expected, service.instance.api)).toEqual(
      [],
    );
  });
});
