import cluster from "node:cluster";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Base } from "@/lib/config/base";
import { Workers } from "@/lib/service/workers";
import { useConfig } from "../support/config";

vi.mock("node:timers/promises", () => import("../support/timers-promises"));

/** Real processes; only the clock of the pauses between them is set by hand. */
let service: Base;
let workers: Workers;

beforeEach(() => {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL("../support/cluster-worker.mjs", import.meta.url)),
    execArgv: [],
  });
  service = useConfig();
  vi.spyOn(service.log, "error").mockReturnValue();
  workers = new Workers(service);
});

afterEach(async () => {
  vi.useRealTimers();
  await workers.stop();
  vi.restoreAllMocks();
});

const running = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead());

/** Kills the only worker; resolves when its end was noticed, with the pause before the next one. */
async function kill(): Promise<number> {
  const [worker] = running();
  if (!worker) throw new Error("no worker runs");
  const ended = once(worker, "exit");
  worker.process.kill("SIGKILL");
  await ended;
  await new Promise(setImmediate);
  const [details] = vi.mocked(service.log.error).mock.lastCall as unknown as [{ pauseMs: number }];
  vi.mocked(service.log.error).mockClear();
  return details.pauseMs;
}

/** Resolves when the next worker is online. */
const forked = () => once(cluster, "online");
/** Resolves when the next worker is ready, before which the clock must not pass its limit. */
const ready = () => once(cluster, "message");

it("replaces a worker at once, with growing delays while it keeps dying early", {
  timeout: 30_000,
}, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await workers.start(1, {});

  const pauses: number[] = [];
  for (let deaths = 0; deaths < 8; deaths++) {
    const next = ready();
    const pauseMs = await kill();
    pauses.push(pauseMs);
    if (pauseMs > 0) {
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(running()).toHaveLength(0);
    }
    await vi.advanceTimersByTimeAsync(1);
    await next;
    expect(running()).toHaveLength(1);
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], new Set(pauses).size > 4, Math.max(...pauses) <= 10_000]).toEqual([
    0,
    true,
    true,
  ]);

  await vi.advanceTimersByTimeAsync(60_000);
  const next = ready();
  expect(await kill()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await next;
});

it("kills a worker that is not ready within four minutes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const online = forked();
  const starting = workers.start(1, { HANGS: "1" });
  const failure = starting.catch((error: Error) => error.message);
  await online;
  const [worker] = running();
  if (!worker) throw new Error("no worker runs");
  const ended = once(worker, "exit");
  await vi.advanceTimersByTimeAsync(239_999);
  expect(running()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toBe("A worker was not ready within 240 s and was killed.");
  await ended;
  expect(running()).toHaveLength(0);
});

it("replaces a replacement that hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await workers.start(1, {});
  process.env.HANGS = "1";
  onTestFinished(() => void delete process.env.HANGS);
  let next = forked();
  await kill();
  await vi.advanceTimersByTimeAsync(1);
  await next;
  const [hanging] = running();
  if (!hanging) throw new Error("no worker runs");
  const ended = once(hanging, "exit");
  next = forked();
  await vi.advanceTimersByTimeAsync(240_000);
  await ended;
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(5_000);
  await next;
  expect(running()).toHaveLength(1);
});

it("starts no replacement while stopping", async () => {
  await workers.start(2, {});
  await workers.stop();
  expect(running()).toHaveLength(0);
  expect(service.log.error).not.toHaveBeenCalled();
});
