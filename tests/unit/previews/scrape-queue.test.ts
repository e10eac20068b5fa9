import { expect, it } from "vitest";
import { ScrapeQueue, ScrapeQueueFullError } from "@/lib/previews/scrape-queue";

/** Work that ends when it is told to, and the most of it that ran at once. */
function gauge() {
  const open: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => open.push(resolve));
    running--;
  };
  const drain = async (all: Promise<unknown>) => {
    let done = false;
    void all.finally(() => {
      done = true;
    });
    while (!done) {
      for (const end of open.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { work, drain, most: () => most };
}

it("limits concurrency per host and lets other hosts overtake", async () => {
  const queue = new ScrapeQueue({ atOnce: 10, atOncePerHost: 2, most: 100 });
  const [one, other] = [gauge(), gauge()];
  const all = Promise.all(
    [...Array(6).fill("one"), ...Array(2).fill("other")].map((host) =>
      queue.run(host, host === "one" ? one.work : other.work),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect([one.most(), other.most()]).toEqual([2, 2]);
  await Promise.all([one.drain(all), other.drain(all)]);
  expect([one.most(), other.most()]).toEqual([2, 2]);
});

it("limits total concurrency", async () => {
  const queue = new ScrapeQueue({ atOnce: 3, atOncePerHost: 2, most: 100 });
  const work = gauge();
  const all = Promise.all(Array.from({ length: 12 }, (_, n) => queue.run(`host-${n}`, work.work)));
  await work.drain(all);
  expect(work.most()).toBe(3);
});

it("refuses jobs when it is full, and accepts again when there is room", async () => {
  const queue = new ScrapeQueue({ atOnce: 1, atOncePerHost: 1, most: 2 });
  const work = gauge();
  const all = Promise.all([queue.run("a", work.work), queue.run("a", work.work)]);
  await expect(queue.run("b", work.work)).rejects.toThrow(ScrapeQueueFullError);
  await work.drain(all);
  expect(await queue.run("b", async () => "done")).toBe("done");
});

it("continues after a failed job", async () => {
  const queue = new ScrapeQueue({ atOnce: 1, atOncePerHost: 1, most: 2 });
  await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run("a", async () => "done")).toBe("done");
});

it("removes an aborted job from the queue at once and never runs it", async () => {
  const queue = new ScrapeQueue({ atOnce: 1, atOncePerHost: 1, most: 2 });
  const work = gauge();
  const running = queue.run("a", work.work);
  for (let round = 0; round < 3; round++) {
    const ended = new AbortController();
    const waiting = queue.run("a", () => Promise.reject(new Error("it ran")), ended.signal);
    ended.abort(new Error("given up"));
    await expect(waiting).rejects.toThrow("given up");
    await expect(
      queue.run("a", () => Promise.reject(new Error("it ran")), ended.signal),
    ).rejects.toThrow("given up");
  }
  const next = queue.run("b", async () => "done", new AbortController().signal);
  await work.drain(running);
  expect(await next).toBe("done");
});
