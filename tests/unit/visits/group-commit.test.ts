import { describe, expect, it } from "vitest";
import { GroupCommit, QueueFullError } from "@/lib/visits/group-commit";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Commit {
  batch: number[];
  end: (refused?: Map<number, Error>) => void;
  fail: (error: Error) => void;
}

/** Commits that end when the test says so. `next` waits for the next one. */
function commits({ maxBatch = 3, maxQueue = 10, inFlight = 1 } = {}) {
  const begun: Commit[] = [];
  const commit = (batch: number[]) =>
    new Promise<Map<number, Error>>((end, fail) =>
      begun.push({ batch, end: (refused = new Map()) => end(refused), fail }),
    );
  const next = async (): Promise<Commit> => {
    for (;;) {
      const first = begun.shift();
      if (first) return first;
      await nextTurn();
    }
  };
  return { next, group: new GroupCommit<number>({ commit, maxBatch, maxQueue, inFlight }) };
}

describe("GroupCommit", () => {
  it("commits each item once, in batches and commits at once up to their maximum", async () => {
    const committed: number[] = [];
    let [running, mostRunning, largest] = [0, 0, 0];
    const commit = async (batch: number[]) => {
      mostRunning = Math.max(mostRunning, ++running);
      largest = Math.max(largest, batch.length);
      for (let turns = 0; turns < 20; turns++) await nextTurn();
      running--;
      committed.push(...batch);
      return new Map<number, Error>();
    };
    const group = new GroupCommit<number>({ commit, maxBatch: 3, maxQueue: 100, inFlight: 2 });
    const items = Array.from({ length: 50 }, (_, item) => item);
    await Promise.all(items.map((item) => group.add(item)));
    expect(committed.sort((a, b) => a - b)).toEqual(items);
    expect([largest, mostRunning]).toEqual([3, 2]);
  });

  it("does not keep a single item waiting for others, and resolves each when its own batch is durable", async () => {
    const { next, group } = commits();
    const durable: number[] = [];
    for (const item of [1, 2]) void group.add(item).then(() => durable.push(item));
    const first = await next();
    expect([first.batch, durable]).toEqual([[1], []]);
    first.end();
    const second = await next();
    expect([second.batch, durable]).toEqual([[2], [1]]);
    second.end();
    await group.flushed();
    expect(durable).toEqual([1, 2]);
  });

  it("rejects only the refused items", async () => {
    const { next, group } = commits();
    const results = Promise.allSettled([0, 1, 2, 3].map((item) => group.add(item)));
    for (let ended = 0; ended < 4; ) {
      const { batch, end } = await next();
      end(new Map(batch.includes(2) ? [[2, new Error("bad")]] : []));
      ended += batch.length;
    }
    expect((await results).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  it("rejects a failed batch and continues with the next", async () => {
    const { next, group } = commits();
    const failed = expect(group.add(1)).rejects.toThrow("gone");
    const first = await next();
    const later = group.add(2);
    first.fail(new Error("gone"));
    await failed;
    (await next()).end();
    await later;
  });

  it("rejects at once when the queue is full", async () => {
    const { next, group } = commits({ maxBatch: 1, maxQueue: 2 });
    const accepted = [1, 2, 3].map((item) => group.add(item));
    await expect(group.add(4)).rejects.toThrow(QueueFullError);
    for (const item of [1, 2, 3]) {
      const { batch, end } = await next();
      expect(batch).toEqual([item]);
      end();
    }
    await Promise.all(accepted);
  });

  it("is flushed when nothing is queued or in flight", async () => {
    const { next, group } = commits({ maxBatch: 1, inFlight: 2 });
    await group.flushed();
    for (const item of [1, 2, 3]) void group.add(item);
    let isFlushed = false;
    const flushed = group.flushed().then(() => {
      isFlushed = true;
    });
    for (let ended = 0; ended < 3; ended++) {
      const { end } = await next();
      expect(isFlushed).toBe(false);
      end();
    }
    await flushed;
  });
});
