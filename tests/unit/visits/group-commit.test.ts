import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GroupCommit, QueueFullError } from "@/lib/visits/group-commit";

/** Commits that end when the test says so. */
function commits({ maxBatch = 3, maxQueue = 10, inFlight = 1, spacingMs = 0 } = {}) {
  const begun: { batch: number[]; end: (refused?: Map<number, Error>) => void; fail: (error: Error) => void }[] = [];
  const commit = (batch: number[]) =>
    new Promise<Map<number, Error>>((end, fail) => begun.push({ batch, end: (refused = new Map()) => end(refused), fail }));
  return { begun, group: new GroupCommit<number>({ commit, maxBatch, maxQueue, inFlight, spacingMs }) };
}

const turn = () => sleep(5);

describe("GroupCommit", () => {
  it("commits together what was added in one turn, up to the size of a batch", async () => {
    const { begun, group } = commits();
    const added = [1, 2, 3, 4].map((item) => group.add(item));
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1, 2, 3]]);
    begun[0]?.end();
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1, 2, 3], [4]]);
    begun[1]?.end();
    await Promise.all(added);
  });

  it("gathers while a batch is under way, and resolves an item only when its own batch is durable", async () => {
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

  it("has as many batches under way as it may", async () => {
    const { begun, group } = commits({ maxBatch: 1, inFlight: 2 });
    for (const item of [1, 2, 3]) void group.add(item);
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1], [2]]);
    begun[1]?.end();
    await turn();
    expect(begun.map(({ batch }) => batch)).toEqual([[1], [2], [3]]);
  });

  it("gathers for as long as turns of the event loop bring more, but not for ever", async () => {
    const { begun, group } = commits({ maxBatch: 100, maxQueue: 100 });
    const turns = 20;
    // Each is added before the turn looks whether there is more.
    const addLater = (item: number) =>
      setImmediate(() => {
        if (item < turns) addLater(item + 1);
        void group.add(item);
      });
    addLater(2);
    void group.add(1);
    while (begun.length === 0) await new Promise(setImmediate);
    const first = begun[0]?.batch ?? [];
    expect(first.length).toBeGreaterThan(4);
    expect(first.length).toBeLessThan(turns);
  });

  it("begins batches so far apart at least, and one that comes alone at once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { begun, group } = commits({ inFlight: 2, spacingMs: 40 });
    void group.add(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.map(({ batch }) => batch)).toEqual([[1]]);
    void group.add(2);
    await vi.advanceTimersByTimeAsync(30);
    void group.add(3);
    expect(begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(begun.map(({ batch }) => batch)).toEqual([[1], [2, 3]]);
  });

  it("rejects what was refused, and only that", async () => {
    const { begun, group } = commits();
    const results = Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
    await turn();
    begun[0]?.end(new Map([[2, new Error("bad")]]));
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("rejects a batch that failed and goes on with the next", async () => {
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

  it("refuses at once what the queue cannot hold", async () => {
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

  it("is flushed when nothing waits and nothing is under way", async () => {
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
