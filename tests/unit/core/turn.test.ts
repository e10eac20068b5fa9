import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { PriorityQueue, SharedTurn, Turn } from "@/lib/core/turn";
import { passwordsBusy as refusal, TooManyRequests } from "@/lib/limits/too-many-requests";

it("runs one task after another, also after one that failed", async () => {
  const turn = new Turn();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await setImmediate();
    seen.push(`${name} ends`);
    if (name === "first") throw new Error("first failed");
    return name;
  };
  const all = ["first", "second", "third"].map((name) => turn.run(work(name)));
  expect(await Promise.allSettled(all)).toMatchObject([
    { reason: { message: "first failed" } },
    { value: "second" },
    { value: "third" },
  ]);
  expect(seen).toEqual(
    ["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

it("all who ask before a run begins share it, those who ask later get the next", async () => {
  let runs = 0;
  let endFirst = () => {};
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const turn = new SharedTurn(async () => {
    const run = ++runs;
    if (run === 1) await first;
    return run;
  });
  const early = [turn.run(), turn.run()];
  await setImmediate();
  const late = [turn.run(), turn.run()];
  endFirst();
  expect(await Promise.all([...early, ...late])).toEqual([1, 1, 2, 2]);
});

/** A job that ends when it is told to, and what became of it. */
function add(line: PriorityQueue, name: string, rank: number, order: string[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const outcome = line
    .run(rank, async () => {
      order.push(name);
      await ended;
    })
    .then(
      () => "done",
      (error: unknown) => error,
    );
  return { end, outcome };
}

describe("PriorityQueue", () => {
  it("limits concurrency and runs the rest in order", async () => {
    const line = new PriorityQueue({ atOnce: 2, waiting: 10, refusal });
    const order: string[] = [];
    const jobs = ["a", "b", "c", "d"].map((name) => add(line, name, 0, order));
    expect(order).toEqual(["a", "b"]);
    jobs[1]?.end();
    await jobs[1]?.outcome;
    expect(order).toEqual(["a", "b", "c"]);
    for (const { end } of jobs) end();
    expect(await Promise.all(jobs.map(({ outcome }) => outcome))).toEqual([
      "done",
      "done",
      "done",
      "done",
    ]);
    expect(line.isEmpty).toBe(true);
  });

  it("runs the lowest rank first, and equal ranks in order of arrival", async () => {
    const line = new PriorityQueue({ atOnce: 1, waiting: 10, refusal });
    const order: string[] = [];
    const jobs = (
      [
        ["running", 9],
        ["third", 5],
        ["first", 1],
        ["fourth", 5],
        ["second", 1],
      ] as const
    ).map(([name, rank]) => add(line, name, rank, order));
    for (const { end } of jobs) end();
    await Promise.all(jobs.map(({ outcome }) => outcome));
    expect(order).toEqual(["running", "first", "second", "third", "fourth"]);
  });

  it("refuses the highest rank when it is full, and any one of equals", async () => {
    const draws = [0.99, 0.99, 0];
    const line = new PriorityQueue({ atOnce: 1, waiting: 2, refusal }, () => draws.shift() ?? 0);
    const order: string[] = [];
    const running = add(line, "running", 10, order);
    const guesser = add(line, "guesser", 8, order);
    const other = add(line, "other", 1, order);
    const fresh = add(line, "fresh", 1, order);
    expect(await guesser.outcome).toBeInstanceOf(TooManyRequests);
    const late = add(line, "late", 1, order);
    expect(await late.outcome).toMatchObject({ code: "too_many_requests", retryAfterS: 5 });
    const latest = add(line, "latest", 1, order);
    expect(await other.outcome).toBeInstanceOf(TooManyRequests);
    for (const { end } of [running, fresh, latest]) end();
    await Promise.all([running.outcome, fresh.outcome, latest.outcome]);
    expect(order).toEqual(["running", "fresh", "latest"]);
  });

  it("lets a job leave before its turn, and keeps no place for it", async () => {
    const line = new PriorityQueue({ atOnce: 1, waiting: 1, refusal });
    const order: string[] = [];
    const running = add(line, "running", 0, order);
    const left = new AbortController();
    const gone = line.run(0, async () => order.push("gone"), left.signal);
    left.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    const next = add(line, "next", 0, order);
    await expect(line.run(0, async () => {}, left.signal)).rejects.toThrow("left");
    for (const { end } of [running, next]) end();
    expect(await Promise.all([running.outcome, next.outcome])).toEqual(["done", "done"]);
    expect(order).toEqual(["running", "next"]);
    expect(line.isEmpty).toBe(true);
  });

  it("refuses a job whose turn does not come in time, and keeps no place for it", async () => {
    vi.useFakeTimers();
    try {
      const line = new PriorityQueue({ atOnce: 1, waiting: 1, waitMs: 30_000, refusal });
      const order: string[] = [];
      const hung = add(line, "hung", 0, order);
      const tooLong = add(line, "too long", 0, order);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await tooLong.outcome).toBeInstanceOf(TooManyRequests);
      const next = add(line, "next", 0, order);
      for (const { end } of [hung, next]) end();
      expect(await Promise.all([hung.outcome, next.outcome])).toEqual(["done", "done"]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(order).toEqual(["hung", "next"]);
      expect(line.isEmpty).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it("continues after a failed job", async () => {
    const line = new PriorityQueue({ atOnce: 1, waiting: 1, refusal });
    const failed = line.run(0, () => Promise.reject(new Error("no")));
    const next = line.run(0, async () => "next");
    await expect(failed).rejects.toThrow("no");
    await expect(next).resolves.toBe("next");
    expect(line.isEmpty).toBe(true);
  });
});
