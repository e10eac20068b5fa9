// Run: all
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { answerAndLose, eventually, openBooks, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, Control, countByStatus, Load, slowest, visitOnce } from "../support/load";
import { scrape } from "../support/metrics";

/** Promise 15: a full disk degrades, then heals without hands. */
const service = useFaultService({ env: { JOURNAL_MAX_MB: "1" } });
const answered: Answered[] = [];
const journalFolder = () => join(service.instance.dataDir, "journal");

beforeAll(async () => {
  await service.instance.api.call("POST", "/api/links", {
    slug: "full",
    url: "https://example.com/",
  });
});

const hasPrlimit = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;
/**
 * Bounds the size of any file the instance writes; past it a write ends short and then fails, as on
 * a full disk.
 */
const limitFiles = (bytes: string) =>
  spawnSync("prlimit", ["--pid", String(service.instance.server.process.pid), `--fsize=${bytes}:`]);

interface Shortage {
  begin: () => void;
  end: () => void;
}

const shortages: Record<string, Shortage> = {
  "the journal reaches JOURNAL_MAX_MB": { begin: () => {}, end: () => {} },
  "the journal's folder is gone": {
    begin: () => {
      mkdirSync(journalFolder(), { recursive: true });
      renameSync(journalFolder(), `${journalFolder()}.away`);
      writeFileSync(journalFolder(), "no folder");
    },
    end: () => {
      rmSync(journalFolder());
      renameSync(`${journalFolder()}.away`, journalFolder());
    },
  },
  ...(hasPrlimit
    ? {
        "nothing more can be written": {
          begin: () => void limitFiles("0"),
          end: () => void limitFiles("unlimited"),
        },
        "the disk fills up in the middle of a record": {
          begin: () => void limitFiles("20001"),
          end: () => void limitFiles("unlimited"),
        },
      }
    : {}),
};

describe.each(Object.entries(shortages))("while Postgres is down and %s", (title, shortage) => {
  it("visitors get 302 or 503, no answered click is lost, and the service recovers", async () => {
    const { instance, database } = service;
    const url = () => instance.server.url;
    const books = await openBooks(service);
    const load = new Load({ url, slug: () => "full", workers: 24, pauseMs: 1 });
    const control = new Control(url);
    try {
      await sleep(200);
      await database.crash();
      shortage.begin();
      try {
        expect(
          await eventually(() => load.log.some((outcome) => outcome.status === 503), 45_000),
          "the shortage is felt",
        ).toBe(true);
        await sleep(300);
        const { status, checks } = await instance.readiness();
        expect([status, checks.database]).toEqual([
          503,
          expect.stringMatching(/^(unavailable|restarting)$/),
        ]);
        const isHidden = async () => {
          const response = await fetch(`${url()}/api/readyz?for=visitors`);
          const body = (await response.json()) as { checks: { journal: string } };
          return (
            response.status === 503 && /^(full|unreadable|unwritable)$/.test(body.checks.journal)
          );
        };
        expect(
          await eventually(isHidden, 25_000),
          "no visitor is sent to an instance that refuses",
        ).toBe(true);
        await database.restart();
        // Postgres alone is enough: the disk is still full, and no journal file has room for this
        // many visits.
        await load.reached(500, performance.now());
        expect(
          await eventually(
            () => load.log.slice(-500).every((outcome) => outcome.status === 302),
            10_000,
          ),
          "visits are recorded again",
        ).toBe(true);
        const healed = performance.now();
        await load.reached(50, healed);
        const late = load.between(healed);
        expect(countByStatus(late)).toEqual({ 302: late.length });
      } finally {
        shortage.end();
      }
      await Promise.all([load.stop(), control.stop()]);
      expect(Object.keys(countByStatus(load.log)).sort()).toEqual(["302", "503"]);
      expect(
        load.log.filter((outcome) => outcome.status === 503 && !Number(outcome.retryAfter)),
      ).toEqual([]);
      expect(slowest(load.log), title).toBeLessThan(1_500 + control.storeMs);
    } finally {
      await Promise.all([load.stop(), control.stop()]);
    }
    await instance.untilDrained();
    expect(instance.journalFiles).toEqual([]);
    const raised = async () => (await scrape(instance.server)).sum("slugline_issues");
    expect(
      await eventually(async () => (await raised()) === 0, 25_000),
      "every issue is resolved",
    ).toBe(true);
    expect((await fetch(`${url()}/api/readyz?for=visitors`)).status).toBe(200);
    answered.push(...load.answered());
    expect(await books.findImbalances(load.answered().length)).toEqual([]);
    expect(await findDiscrepancies(database.sql, answered, instance.api)).toEqual([]);
  });
});

describe("while the journal is not writable", () => {
  const outage = shortages["the journal's folder is gone"];
  const visit = (campaign: string) => visitOnce(service.instance.server.url, "full", campaign);
  const visitTenTimes = (title: string) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => visit(`${title}-${index}`)));

  const cutSoon = async () => {
    await sleep(100);
    service.database.proxy.cut();
    service.database.proxy.delayMs = 0;
  };

  it.each([
    // Longer than a visitor waits before the journal is tried.
    ["slow", 400, async () => {}],
    ["cut", 200, cutSoon],
  ])(
    "visitors wait for a database whose connections are %s instead of being refused",
    async (title, delayMs, during) => {
      const { instance, database } = service;
      answered.push(await visit(`${title}-warm-up`));
      outage?.begin();
      database.proxy.delayMs = delayMs;
      try {
        const [visits] = await Promise.all([visitTenTimes(title), during()]);
        expect(countByStatus(visits)).toEqual({ 302: visits.length });
        answered.push(...visits);
      } finally {
        database.proxy.delayMs = 0;
        outage?.end();
      }
      await instance.untilDrained();
      expect(await findDiscrepancies(database.sql, answered, instance.api)).toEqual([]);
    },
  );
});

describe("control: with the journal destroyed", () => {
  it("the same check reports every click as lost", async () => {
    const lost = await answerAndLose(service, "full");
    expect(lost).not.toEqual([]);
    const missed = lost.map(({ campaign }) => `answered but not stored: ${campaign} of full`);
    expect(await findDiscrepancies(service.database.sql, [...answered, ...lost])).toEqual(missed);
  });
});
