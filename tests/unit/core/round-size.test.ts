import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RoundSize } from "@/lib/core/round-size";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("halves until a round passes, keeps a size that fits, and grows again when rounds are short", async () => {
  const size = new RoundSize(100, 1_600);
  const sizes: number[] = [];
  const take = async (msPerPiece: number) => {
    const round = size.run(async (pieces) => {
      sizes.push(pieces);
      await vi.advanceTimersByTimeAsync(pieces * msPerPiece);
      if (pieces * msPerPiece > 5_000) throw new Error("too long");
    });
    await round.catch(() => {});
  };
  for (let round = 0; round < 5; round++) await take(4);
  expect(sizes.splice(0)).toEqual([1_600, 800, 400, 400, 400]);
  for (let round = 0; round < 4; round++) await take(0.01);
  expect(sizes.splice(0)).toEqual([400, 800, 1_600, 1_600]);
  for (let round = 0; round < 7; round++) await take(100);
  expect(sizes).toEqual([1_600, 800, 400, 200, 100, 100, 100]);
});
