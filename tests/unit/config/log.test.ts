import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeLogger } from "@/lib/config/log";

const lines: Record<string, unknown>[] = [];
const newLog = () =>
  makeLogger("debug", { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});

afterEach(() => vi.useRealTimers());

describe("a repeated line", () => {
  it("is written at once, then once a minute with its count, then at once after a quiet period", () => {
    const log = newLog();
    for (let index = 0; index < 100; index++) log.warn({ reason: "refused" }, "could not");
    expect(lines).toMatchObject([{ level: 40, reason: "refused", msg: "could not" }]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toMatchObject([
      { level: 40, reason: "refused", msg: "could not", repeated: 99 },
    ]);
    log.warn({ reason: "refused" }, "could not");
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(lines[2]).toMatchObject({ repeated: 1 });
    vi.advanceTimersByTime(60_000);
    log.warn({ reason: "refused" }, "could not");
    expect(lines).toHaveLength(4);
    expect(lines[3]).not.toHaveProperty("repeated");
  });

  it("is the same for every request", () => {
    const log = newLog();
    for (const requestId of ["a", "b", "c"])
      log.error({ requestId, error: "no" }, "a request failed");
    vi.runOnlyPendingTimers();
    expect(lines).toMatchObject([{ requestId: "a" }, { requestId: "c", repeated: 2 }]);
  });

  it("is distinct if its level, text or details differ", () => {
    const log = newLog();
    log.warn("text");
    log.error("text");
    log.error("other");
    log.error({ pid: 1 }, "text");
    log.error({ pid: 2 }, "text");
    expect(lines).toHaveLength(5);
  });

  it("is not throttled at debug level", () => {
    const log = newLog();
    for (let index = 0; index < 3; index++) log.debug("looked");
    expect(lines).toHaveLength(3);
  });
});

describe("values that clients can vary", () => {
  it("do not make a printed message distinct", () => {
    const log = newLog();
    for (let index = 0; index < 50; index++)
      log.info({ printed: `Failed to find "${crypto.randomUUID()}" at line ${index}` }, "printed");
    vi.runOnlyPendingTimers();
    expect(lines).toMatchObject([{}, { repeated: 49 }]);
  });

  it("cannot flood the log or memory: many distinct lines share one count", () => {
    const log = newLog();
    for (let index = 0; index < 10_000; index++)
      log.warn({ reason: `reason ${index}` }, "could not");
    vi.advanceTimersByTime(60_000);
    expect(lines.length).toBeLessThan(250);
    expect(lines.reduce((sum, { repeated }) => sum + Number(repeated ?? 1), 0)).toBe(10_000);
  });
});
