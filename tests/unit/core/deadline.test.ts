import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Countdown, DeadlineError, withDeadline } from "@/lib/core/deadline";
import { standStill } from "../../support/stand-still";

describe("withDeadline", () => {
  it("gives up at an end that does not answer", async () => {
    await expect(withDeadline(new Promise(() => {}), 50)).rejects.toThrow(DeadlineError);
  });

  it.each([250, 5_000])("gives up at the limit of %i ms", async (limitMs) => {
    vi.useFakeTimers();
    try {
      const settled = vi.fn();
      withDeadline(new Promise(() => {}), limitMs).catch(settled);
      await vi.advanceTimersByTimeAsync(limitMs - 1);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2);
      expect(settled).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives more time to what must not be given up midway", async () => {
    const more = [30, 0];
    await expect(withDeadline(new Promise(() => {}), 20, () => more.shift() ?? 0)).rejects.toThrow(
      DeadlineError,
    );
    expect(more).toEqual([]);
  });

  it("takes an answer that arrived while the thread stood still for longer than the limit", async () => {
    const answer = new Promise((resolve) => setTimeout(resolve, 60, "answer"));
    const inTime = withDeadline(answer, 50);
    // The answer of a database is read only after the timers that are due.
    const next = new Promise((resolve) => setImmediate(resolve));
    standStill(200);
    await next;
    expect(await inTime).toBe("answer");
  });
});

/** What the clock says, which a thread that stands still finds far ahead. */
describe("a countdown", () => {
  let now = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
    vi.spyOn(performance, "now").mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Lets timers run that are due within `ms`, which have taken `ms + lateMs`. */
  const run = async (ms: number, lateMs = 0) => {
    now += ms + lateMs;
    await vi.advanceTimersByTimeAsync(ms);
  };

  it("counts a standstill of any length as little more than none", async () => {
    const ended = vi.fn();
    const countdown = new Countdown(900, ended);
    for (let stills = 0; stills < 10; stills++) await run(25, 60_000);
    expect(ended).not.toHaveBeenCalled();
    expect(countdown.leftMs).toBe(400);
  });

  it("reads what has arrived before it ends", async () => {
    const order: string[] = [];
    new Countdown(25, () => order.push("ended"));
    now += 60_000;
    setImmediate(() => order.push("read"));
    await vi.advanceTimersByTimeAsync(100);
    expect(order[0]).toBe("read");
  });

  it("has no time left when it was stopped, and all when it begins again", async () => {
    const ended = vi.fn();
    const countdown = new Countdown(100, ended);
    countdown.stop();
    await run(200);
    expect([countdown.leftMs, ended.mock.calls.length]).toEqual([0, 0]);
    countdown.restart();
    expect(countdown.leftMs).toBe(100);
  });
});
