import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Base } from "@/lib/config/base";
import { Shutdown, type Stop } from "@/lib/service/shutdown";
import { useConfig } from "../support/config";

let service: Base;
let stopped: string[];
const never = () => new Promise<void>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  stopped = [];
  service = useConfig();
  vi.spyOn(service.log, "error").mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The names and reasons that were logged. */
const failures = () =>
  vi
    .mocked(service.log.error)
    .mock.calls.map(([details]) => details as unknown as { step: string; reason: string });

/** In the order in which they stop. */
const reservedMs = { server: 500, recorder: 1_000, cache: 500, database: 2_000, folder: 0 };

const shutdownOf = (steps: Partial<Record<keyof typeof reservedMs, Stop>>) => {
  const shutdown = new Shutdown(service, 10_000, reservedMs);
  for (const [name, stop] of Object.entries(steps))
    shutdown.add(name as keyof typeof reservedMs, stop);
  return shutdown;
};

it("stops in order, one step at a time, in whatever order the parts were started", async () => {
  const shutdown = shutdownOf({
    server: async () => {
      await Promise.resolve();
      stopped.push("server");
    },
    database: () => stopped.push("database"),
    recorder: () => stopped.push("recorder"),
  });
  expect(await shutdown.run()).toBe(true);
  expect(stopped).toEqual(["server", "recorder", "database"]);
  expect(failures()).toEqual([]);
});

it("a failing step does not prevent the others and is logged by name", async () => {
  const shutdown = shutdownOf({
    database: () => stopped.push("database"),
    cache: () => {
      throw new Error("cache is broken");
    },
    server: () => Promise.reject(new Error("server is broken")),
  });
  expect(await shutdown.run()).toBe(false);
  expect(stopped).toEqual(["database"]);
  expect(failures()).toEqual([
    { step: "server", reason: "server is broken" },
    { step: "cache", reason: "cache is broken" },
  ]);
});

it("hung steps leave the others their reserved time within the total limit", async () => {
  const shutdown = shutdownOf({
    folder: () => stopped.push("folder"),
    database: () =>
      new Promise<void>((resolve) => setTimeout(resolve, 1_900)).then(() =>
        stopped.push("database"),
      ),
    recorder: never,
    server: never,
  });
  const from = performance.now();
  const running = shutdown.run();
  await vi.runAllTimersAsync();
  expect(await running).toBe(false);
  expect(stopped).toEqual(["database", "folder"]);
  expect(performance.now() - from).toBeLessThanOrEqual(10_000);
  expect(failures().map(({ step }) => step)).toEqual(["server", "recorder"]);
});

it("a step is told how long it has: what those after it do not need", async () => {
  const limits: number[] = [];
  const shutdown = shutdownOf({
    recorder: () => new Promise<void>((resolve) => setTimeout(resolve, 1_500)),
    server: (limitMs) => limits.push(limitMs),
    folder: (limitMs) => limits.push(limitMs),
    database: never,
  });
  const running = shutdown.run();
  await vi.runAllTimersAsync();
  await running;
  expect(limits).toEqual([7_000, 0]);
});

it("time left by a quick step is available to the next", async () => {
  const shutdown = shutdownOf({
    database: () => new Promise<void>((resolve) => setTimeout(resolve, 9_900)),
    server: () => {},
  });
  const running = shutdown.run();
  await vi.runAllTimersAsync();
  expect(await running).toBe(true);
});
