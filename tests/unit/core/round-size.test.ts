import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RoundSize } from "@/lib/core/round-size";

const [least, most] = [100, 1_600];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Runs a round that fails if it takes more than two seconds. */
async function run(
  size: RoundSize,
  msPerPiece: number,
): Promise<{ pieces: number; isDone: boolean }> {
  let pieces = 0;
  const round = size.run(async (given) => {
    pieces = given;
    await vi.advanceTimersByTimeAsync(given * msPerPiece);
    if (given * msPerPiece > 2_000) throw new Error("too long");
  });
  return {
    pieces,
    isDone: await round.then(
      () => true,
      () => false,
    ),
  };
}

it("follows a round that is too large with smaller ones until one passes, and uses that size again", async () => {
  const size = new RoundSize(least, most);
  let round = await run(size, 4);
  expect(round).toEqual({ pieces: most, isDone: false });
  while (!round.isDone) {
    const { pieces } = round;
    round = await run(size, 4);
    expect(round.pieces).toBeLessThan(pieces);
  }
  expect(await run(size, 4)).toEqual(round);
});

it("never asks for less than the least, and for the most again once rounds are short", async () => {
  const size = new RoundSize(least, most);
  for (let round = 0; round < 20; round++) await run(size, 1_000);
  expect(await run(size, 1_000)).toEqual({ pieces: least, isDone: false });
  for (let round = 0; round < 20; round++) await run(size, 0.01);
  expect(await run(size, 0.01)).toEqual({ pieces: most, isDone: true });
});

it("begins with the size that it is given", async () => {
  const size = new RoundSize(least, most, 2_000, 400);
  expect(await run(size, 0.01)).toEqual({ pieces: 400, isDone: true });
  expect(await run(size, 0.01)).toEqual({ pieces: 800, isDone: true });
});
