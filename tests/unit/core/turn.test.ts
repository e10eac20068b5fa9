import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { SharedTurn, Turn } from "@/lib/core/turn";

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
