import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";

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
  const response = await fetch(`${url}/api/stats`, { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(15_000) }).catch(
    () => null,
  );
  await response?.arrayBuffer();
  return { status: response?.status ?? 0, ms: performance.now() - from };
}

/** Visitors and owners while `trouble` lasts; then everything must be as before within 2 s and a bit. */
async function endure(
  trouble: () => Promise<unknown>,
  lastsMs: number,
  relief: () => void,
): Promise<{ load: Load; asked: ApiAnswer[]; recoveredMs: number }> {
  await service.instance.api.call("POST", "/api/links", { slug: "slow", url: "https://example.com/" });
  const load = new Load({ url: () => service.instance.server.url, slug: () => "slow" });
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
    const recovered = await eventually(async () => {
      const { status, ms } = await askStatistics();
      return status === 200 && ms < 500;
    }, 15_000);
    const recoveredMs = recovered ? performance.now() - relieved : Number.POSITIVE_INFINITY;
    await service.instance.untilDrained(15_000);
    const asked = await Promise.all(asking);
    await load.stop();
    answered.push(...load.answered());
    return { load, asked, recoveredMs };
  } finally {
    relief();
    await load.stop();
  }
}

afterEach(() => {
  service.database.proxy.delayMs = 0;
});

describe("with time added to every answer of the database", () => {
  // Below and above the recorder's own deadline, and far beyond every one.
  it.each([50, 300, 1_000, 5_000])("%d ms: redirects keep their deadline, the API answers or says 503, all recovers", async (delayMs) => {
    const { load, asked, recoveredMs } = await endure(
      async () => {
        service.database.proxy.delayMs = delayMs;
      },
      3_000 * rounds,
      () => {
        service.database.proxy.delayMs = 0;
      },
    );
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    expect(Math.max(...load.log.map(({ ms }) => ms))).toBeLessThan(1_000);
    expect(asked.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(6_000);
    expect(recoveredMs).toBeLessThan(3_000);
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual([]);
  });
});

describe("with every open connection gone silent for good, and new ones working", () => {
  it("redirects keep their deadline, and the pools come back by themselves", async () => {
    const { load, recoveredMs } = await endure(
      async () => service.database.proxy.silence(),
      1_000,
      () => {},
    );
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    expect(Math.max(...load.log.map(({ ms }) => ms))).toBeLessThan(1_000);
    expect(recoveredMs).toBeLessThan(10_000);
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual([]);
  });
});

describe("control", () => {
  it("the line really delays the service's questions", async () => {
    service.database.proxy.delayMs = 400;
    expect((await askStatistics()).ms).toBeGreaterThan(380);
  });
});
