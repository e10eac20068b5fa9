import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Base } from "@/lib/config/base";
import { Shutdown } from "@/lib/service/shutdown";
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

it("stops in reverse of an order, in which order ever the parts were started", async () => {
  const shutdown = new Shutdown(service, 10_000, ["database", "workers", "server"]);
  for (const name of ["server", "database", "workers"])
    shutdown.add(name, () => stopped.push(name));
  expect(await shutdown.run()).toBe(true);
  expect(stopped).toEqual(["server", "workers", "database"]);
});

it("stops in reverse order, one step at a time", async () => {
  const shutdown = new Shutdown(service, 10_000);
  shutdown.add("database", () => stopped.push("database"));
  shutdown.add("server", async () => {
    await Promise.resolve();
    stopped.push("server");
  });
  expect(await shutdown.run()).toBe(true);
  expect(stopped).toEqual(["server", "database"]);
  expect(failures()).toEqual([]);
});

it("a failing step does not prevent the others and is logged by name", async () => {
  const shutdown = new Shutdown(service, 10_000);
  shutdown.add("database", () => stopped.push("database"));
  shutdown.add("cache", () => {
    throw new Error("cache is broken");
  });
  shutdown.add("server", () => Promise.reject(new Error("server is broken")));
  expect(await shutdown.run()).toBe(false);
  expect(stopped).toEqual(["database"]);
  expect(failures()).toEqual([
    { step: "server", reason: "server is broken" },
    { step: "cache", reason: "cache is broken" },
  ]);
});

it("hung steps leave the others their reserved time within the total limit", async () => {
  const shutdown = new Shutdown(service, 10_000);
  shutdown.add("data folder", () => stopped.push("data folder"), 0);
  shutdown.add(
    "database",
    () =>
      new Promise<void>((resolve) => setTimeout(resolve, 1_900)).then(() =>
        stopped.push("database"),
      ),
    2_000,
  );
  shutdown.add("recorder", never, 1_000);
  shutdown.add("server", never, 500);
  const from = performance.now();
  const running = shutdown.run();
  await vi.runAllTimersAsync();
  expect(await running).toBe(false);
  expect(stopped).toEqual(["database", "data folder"]);
  expect(performance.now() - from).toBeLessThanOrEqual(10_000);
  expect(failures().map(({ step }) => step)).toEqual(["server", "recorder"]);
});

it("time left by a quick step is available to the next", async () => {
  const shutdown = new Shutdown(service, 10_000);
  shutdown.add("database", () => new Promise<void>((resolve) => setTimeout(resolve, 9_900)), 500);
  shutdown.add("server", () => {});
  const running = shutdown.run();
  await vi.runAllTimersAsync();
  expect(await running).toBe(true);
});
