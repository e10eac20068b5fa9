// Run: all
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "@/lib/service/service";
import type { Click } from "@/lib/visits/describe/describe-click";
import { journal } from "@/lib/visits/journal/journal";
import { type JournalEntry, readEntry } from "@/lib/visits/journal/journal-entry";
import { readParts } from "@/lib/visits/journal/journal-file";
import { recordClicks } from "@/lib/visits/record-clicks";
import { replayJournal } from "@/lib/visits/replay-journal";
import { visitRecorder } from "@/lib/visits/visit-recorder";
import { useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";
import { makeClick } from "../support/make-click";
import { createOwnService } from "../support/own-service";
import { visit } from "../support/visitor";

/** Promise 12: one bad click never hurts its neighbours. */
const service = useFaultService();
const answered: Answered[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "slugline-fault-own-"));
let own: Service;

beforeAll(async () => {
  // The recorder also runs in this process, where values can be handed to it that no request could
  // carry.
  own = createOwnService(service.database.url, { DATA_DIR: dataDir });
  // Connected and prepared before anything is judged by what it does in time.
  await Promise.all(Array.from({ length: 2 }, () => recordClicks([])));
});

afterAll(async () => {
  await own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const long = "x".repeat(6_000);
const hostile: [target: string, headers: Record<string, string>][] = [
  ["?utm_source=%00&utm_medium=a%00b", {}],
  ["?utm_source=%ED%A0%80&utm_medium=%ED%BF%BF%ED%A0%80", {}],
  ["?utm_source=%FF%FE%C0%80&utm_medium=%", {}],
  [`?utm_source=${long}&utm_medium=${long}`, {}],
  ["?__proto__=1&constructor=1&utm_source=toString", {}],
  ["", { referer: `https://${long}.example.com/${long}` }],
  ["", { referer: "https://\u00ff\u0080\u00fe/" }],
  ["", { "user-agent": `${long}(${"(".repeat(3_000)}` }],
  ["", { "accept-language": "\u00ff-\u00fe,".repeat(500) }],
  [
    "",
    {
      "x-vercel-ip-city": "%00%ED%A0%80%",
      "x-vercel-ip-country": "\u00ff\u00ff",
      "x-vercel-ip-country-region": long,
    },
  ],
  ["", { "x-forwarded-for": `${"1,".repeat(2_000)}999.999.999.999` }],
];

describe("hostile requests mixed with clicks", () => {
  it("are answered, and all clicks are stored", async () => {
    await service.instance.api.create({ slug: "mixed" });
    const load = new Load({ url: () => service.instance.server.url, slug: () => "mixed" });
    const statuses = new Set<number>();
    try {
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all(
          hostile.map(([query, headers]) =>
            visit(service.instance.server, `/mixed${query}`, { headers }),
          ),
        );
        for (const { status } of answers) statuses.add(status);
      }
    } finally {
      await load.stop();
    }
    answered.push(...load.answered());
    expect([...statuses]).toEqual([302]);
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
    const [{ stored } = { stored: 0 }] = await service.database.sql<{ stored: number }>(
      `SELECT count(*)::int AS stored FROM "StoredClick"`,
    );
    expect(stored).toBe(load.log.length + 20 * hostile.length);
  });

  it("clicks on a link that is being deleted do not affect other clicks", async () => {
    for (let round = 0; round < 5; round++) {
      await service.instance.api.create({ slug: "doomed" });
      const loads = ["doomed", "mixed"].map(
        (slug) => new Load({ url: () => service.instance.server.url, slug: () => slug }),
      );
      try {
        await sleep(150);
        expect((await service.instance.api.remove("doomed")).status).toBe(204);
        await sleep(100);
      } finally {
        await Promise.all(loads.map((load) => load.stop()));
      }
      expect(Object.keys(countByStatus(loads[0]?.log ?? []))).toEqual(["302", "404"]);
      expect(Object.keys(countByStatus(loads[1]?.log ?? []))).toEqual(["302"]);
      answered.push(...(loads[1]?.answered() ?? []));
    }
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });
});

describe("invalid values in clicks", () => {
  const bad: [title: string, change: Partial<Click>][] = [
    ["a NUL", { utmSource: "a\0b" }],
    ["a link id that no link can have", { linkId: 2 ** 40 }],
    ["an id that is none", { id: "not-a-uuid" }],
  ];

  async function batch(): Promise<{ slug: string; good: Click[]; spoilt: Click[] }> {
    const slug = `raw-${uuidv7()}`;
    const { id: linkId } = await service.instance.api.create({ slug });
    const clicks = Array.from({ length: 40 }, () =>
      makeClick(linkId, new Date(), { isFirstDay: true, utmCampaign: uuidv7() }),
    );
    const spoilt = bad.map(([, change], index) => ({
      ...(clicks[index * 13 + 3] as Click),
      ...change,
    }));
    const good = clicks.filter((_, index) => ![3, 16, 29].includes(index));
    answered.push(...good.map(({ utmCampaign }) => ({ slug, campaign: utmCampaign ?? "" })));
    return { slug, good, spoilt };
  }

  /** On a busy machine clicks that take too long are in the journal of this process, bad ones too. */
  const replay = () => replayJournal(new AbortController().signal);

  it("the recorder refuses only the bad clicks of a batch", async () => {
    const record = async () => {
      const { slug, good, spoilt } = await batch();
      const mixed = [...good.slice(0, 20), ...spoilt, ...good.slice(20)];
      const results = await Promise.allSettled(
        mixed.map((click) => visitRecorder().recordClick(click)),
      );
      const wasFast = journal().isEmpty();
      await replay();
      // The replay stores it, with a clean label.
      if (!wasFast && results[20]?.status === "fulfilled")
        answered.push({ slug, campaign: spoilt[0]?.utmCampaign ?? "" });
      return { mixed, good, results, wasFast };
    };
    let recorded = await record();
    for (let tries = 1; !recorded.wasFast && tries < 5; tries++) recorded = await record();
    const { mixed, good, results, wasFast } = recorded;
    expect(wasFast).toBe(true);
    expect(results.map(({ status }) => status === "fulfilled")).toEqual(
      mixed.map((click) => good.includes(click)),
    );
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });

  it("control: in one statement, a bad click fails the whole batch", async () => {
    const { good, spoilt } = await batch();
    for (const bad of spoilt) await expect(recordClicks([...good, bad])).rejects.toThrow();
    expect(await findDiscrepancies(service.database.sql, answered)).toContain(
      `answered but not stored: ${good.length} in all, of ${answered.length}`,
    );
    await recordClicks(good);
  });

  it("the replay cleans labels, and quarantines only the bad clicks of a batch", async () => {
    const { slug, good, spoilt } = await batch();
    const [labelled, ...lost] = spoilt;
    answered.push({ slug, campaign: labelled?.utmCampaign ?? "" });
    await journal().append({
      kind: "clicks",
      clicks: [...good.slice(0, 20), ...spoilt, ...good.slice(20)],
    });
    await replay();
    expect(journal().isEmpty()).toBe(true);
    const refused: JournalEntry[] = [];
    for (const name of readdirSync(join(dataDir, "journal/quarantine")))
      for await (const { payload } of readParts(join(dataDir, "journal/quarantine", name)))
        refused.push(...[payload && readEntry(payload)].filter((entry) => entry !== null));
    const campaigns = new Set([...good, ...spoilt].map(({ utmCampaign }) => utmCampaign));
    const ofBatch = refused.filter(
      (entry) => entry.kind === "clicks" && campaigns.has(entry.clicks[0]?.utmCampaign ?? null),
    );
    expect(ofBatch).toEqual(lost.map((click) => ({ kind: "clicks", clicks: [click] })));
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });

  it("a lone surrogate is stored as U+FFFD, or only its click is refused", async () => {
    const { good, spoilt } = await batch();
    const torn = { ...(spoilt[0] as Click), utmSource: "\ud800" };
    await Promise.allSettled([...good, torn].map((click) => visitRecorder().recordClick(click)));
    await replay();
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });
});
