// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, openBooks, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, Control, countByStatus, Load, slowest } from "../support/load";

/** Promise 14: slow is not down. */
const service = useFaultService();
const answered: Answered[] = [];

interface ApiAnswer {
  status: number;
  ms: number;
}

async function askStatistics(): Promise<ApiAnswer> {
  const from = performance.now();
  const { url, token } = service.instance.server;
  const response = await fetch(`${url}/api/stats`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  await response?.arrayBuffer();
  return { status: response?.status ?? 0, ms: performance.now() - from };
}

/**
 * Visitors and owners while `trouble` lasts; then everything must be as before within 2 s and a
 * bit.
 */
async function endure(
  trouble: () => Promise<unknown>,
  lastsMs: number,
  relief: () => void,
): Promise<{
  load: Load;
  asked: ApiAnswer[];
  recoveredMs: number;
  machineMs: number;
  storeMs: number;
}> {
  await service.instance.api.call("POST", "/api/links", {
    slug: "slow",
    url: "https://example.com/",
  });
  const url = () => service.instance.server.url;
  const books = await openBooks(service);
  const load = new Load({ url, slug: () => "slow" });
  const control = new Control(url);
  try {
    await sleep(300);
    await trouble();
    const asking = Array.from({ length: 15 }, async (_, index) => {
      await sleep((index * lastsMs) / 15);
      return askStatistics();
    });
    await sleep(lastsMs);
    relief();
    const relieved = performance.now();
    let recoveredMs = Number.POSITIVE_INFINITY;
    await eventually(async () => {
      const sentAt = performance.now();
      const { status, ms } = await askStatistics();
      if (status !== 200 || ms >= 500 + control.answerMs) return false;
      recoveredMs = sentAt - relieved;
      return true;
    }, 15_000);
    const asked = await Promise.all(asking);
    await Promise.all([load.stop(), control.stop()]);
    await service.instance.untilDrained(15_000);
    answered.push(...load.answered());
    expect(await books.findImbalances(load.answered().length)).toEqual([]);
    return { load, asked, recoveredMs, machineMs: control.answerMs, storeMs: control.storeMs };
  } finally {
    relief();
    await Promise.all([load.stop(), control.stop()]);
  }
}

afterEach(() => {
  service.database.proxy.delayMs = 0;
});

describe("with latency added to every database response", () => {
  // Below and above the recorder's own deadline, and far beyond every one.
  it.each([50, 300, 1_000, 5_000])(
    "%d ms: redirects meet their deadline, the API answers or returns 503, and the service recovers",
    async (delayMs) => {
      const { load, asked, recoveredMs, machineMs, storeMs } = await endure(
        async () => {
          service.database.proxy.delayMs = delayMs;
        },
        3_000 * rounds,
        () => {
          service.database.proxy.delayMs = 0;
        },
      );
      expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
      expect(slowest(load.log)).toBeLessThan(1_000 + storeMs);
      expect(asked.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(slowest(asked)).toBeLessThan(6_000 + machineMs);
      expect(recoveredMs).toBeLessThan(3_000 + machineMs);
      expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
        [],
      );
    },
  );
});

describe("with every open connection dead and new ones working", () => {
  it("redirects meet their deadline, and the pools recover", async () => {
    const { load, recoveredMs, storeMs } = await endure(
      async () => service.database.proxy.silence(),
      1_000,
      () => {},
    );
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    expect(slowest(load.log)).toBeLessThan(1_000 + storeMs);
    expect(recoveredMs).toBeLessThan(10_000);
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });
});

describe("control", () => {
  it("the proxy really delays the service's queries", async () => {
    service.database.proxy.delayMs = 400;
    expect((await askStatistics()).ms).toBeGreaterThan(380);
  });
});
