import { describe, expect, it } from "vitest";
import { GroupCommit, QueueFullError } from "@/lib/visits/group-commit";

/** Commits that end when the test says so. */
function commits({ maxBatch = 3, maxQueue = 10, inFlight = 1 } = {}) {
  const begun: { batch: number[]; end: (refused?: Map<number, Error>) => void; fail: (error: Error) => void }[] = [];
  const commit = (batch: number[]) =>
    new Promise<Map<number, Error>>((end, fail) => begun.push({ batch, end: (refused = new Map()) => end(refused), fail }));
  return { begun, group: new GroupCommit<number>({ commit, maxBatch, maxQueue, inFlight }) };
}

/** As many turns of the event loop as a batch may need to gather and to end. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
}

describe("GroupCommit", () => {
  it("commits a single item at once, and items queued meanwhile as batches up to the maximum size", async () => {
    const { begun, group } = commits();
    const added = [1, 2, 3, 4, 5].map((item) => group.add(item));
    expect(begun.map(({ batch }) => batch)).toEqual([[1]]);
    for (const [index, expected] of [
      [[1], [2, 3, 4]],
      [[1], [2, 3, 4], [5]],
    ].entries()) {
      begun[index]?.end();
      await turn();
      expect(begun.map(({ batch }) => batch)).toEqual(expected);
    }
    begun[2]?.end();
    await Promise.all(added);
  });

  it("queues items while a batch is in flight, and resolves each when its own batch is durable", async () => {
    const { begun, group } = commits();
    const states: string[] = [];
    void group.add(1).then(() => states.push("1"));
    await turn();
    void group.add(2).then(() => states.push("2"));
    await turn();
    expect({ batches: begun.length, states }).toEqual({ batches: 1, states: [] });
    begun[0]?.end();
    await turn();
    expect({ batches: begun.length, states }).toEqual({ batches: 2, states: ["1"] });
    begun[1]?.end();
    await turn();
    expect(states).toEqual(["1", "2"]);
  });

  it("limits the batches in flight", async () => {
    const { begun, group } = commits({ maxBatch: 1, inFlight: 2 });
    for (const item of [1, 2, 3]) void group.add(item);
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1], [2]]);
    begun[1]?.end();
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1], [2], [3]]);
  });

  it("commits a share of the concurrent items, and the next share as soon as it is complete", async () => {
    const { begun, group } = commits({ maxBatch: 100, maxQueue: 100, inFlight: 2 });
    const sizes = () => begun.map(({ batch }) => batch.length);
    const concurrency = (count: number) => Array.from({ length: count }, (_, item) => group.add(item));
    const first = concurrency(20);
    // One alone, then another: no concurrency was observed yet.
    expect(sizes()).toEqual([1, 1]);
    for (const batch of [0, 1]) begun[batch]?.end();
    await turn();
    expect(sizes()).toEqual([1, 1, 10]);
    const second = concurrency(2);
    expect(sizes()).toEqual([1, 1, 10, 10]);
    for (const batch of [2, 3]) begun[batch]?.end();
    await Promise.all([...first, ...second]);
  });

  it("adapts when the concurrency drops", async () => {
    const { begun, group } = commits({ maxBatch: 100, maxQueue: 100, inFlight: 2 });
    const answered = async (items: number[]) => {
      let isWaiting = true;
      const added = Promise.all(items.map((item) => group.add(item))).finally(() => {
        isWaiting = false;
      });
      while (isWaiting) {
        for (const { end } of begun.splice(0)) end();
        await new Promise(setImmediate);
      }
      await added;
    };
    await answered(Array.from({ length: 20 }, (_, item) => item));
    for (let alone = 0; alone < 200; alone++) await answered([alone]);
    void group.add(1);
    expect(begun.map(({ batch }) => batch)).toEqual([[1]]);
    begun[0]?.end();
  });

  it("collects while event loop turns add items, up to a limit", async () => {
    const { begun, group } = commits({ maxBatch: 100, maxQueue: 100 });
    const turns = 20;
    void group.add(0);
    const concurrency = Array.from({ length: 50 }, (_, item) => group.add(item));
    begun[0]?.end();
    await turn();
    begun[1]?.end();
    await Promise.all(concurrency);
    // Each is added before the turn looks whether there is more.
    const addLater = (item: number) =>
      setImmediate(() => {
        if (item < turns) addLater(item + 1);
        void group.add(item);
      });
    addLater(2);
    void group.add(1);
    while (begun.length === 2) await new Promise(setImmediate);
    const gathered = begun[2]?.batch ?? [];
    expect(gathered.length).toBeGreaterThan(4);
    expect(gathered.length).toBeLessThan(turns);
  });

  it("rejects only the refused items", async () => {
    const { begun, group } = commits();
    const results = Promise.allSettled([0, 1, 2, 3].map((item) => group.add(item)));
    begun[0]?.end();
    await turn();
    begun[1]?.end(new Map([[2, new Error("bad")]]));
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  it("rejects a failed batch and continues with the next", async () => {
    const { begun, group } = commits();
    const failed = expect(group.add(1)).rejects.toThrow("gone");
    await turn();
    const next = group.add(2);
    begun[0]?.fail(new Error("gone"));
    await failed;
    await turn();
    begun[1]?.end();
    await next;
  });

  it("rejects at once when the queue is full", async () => {
    const { begun, group } = commits({ maxBatch: 1, maxQueue: 2 });
    void group.add(1);
    await turn();
    const waiting = [group.add(2), group.add(3)];
    await expect(group.add(4)).rejects.toThrow(QueueFullError);
    for (const index of [0, 1, 2]) {
      begun[index]?.end();
      await turn();
    }
    await Promise.all(waiting);
  });

  it("is flushed when nothing is queued or in flight", async () => {
    const { begun, group } = commits({ maxBatch: 1, inFlight: 2 });
    await group.flushed();
    let flushed = false;
    for (const item of [1, 2, 3]) void group.add(item);
    void group.flushed().then(() => {
      flushed = true;
    });
    for (const index of [0, 1, 2]) {
      await turn();
      expect(flushed).toBe(false);
      begun[index]?.end();
    }
    await turn();
    expect(flushed).toBe(true);
  });
});
