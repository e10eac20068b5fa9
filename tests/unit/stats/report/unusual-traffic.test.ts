import { describe, expect, it } from "vitest";
import { usualIfExceeded } from "@/lib/stats/report/unusual-traffic";
import { Random } from "@/scripts/random";

describe("usualIfExceeded", () => {
  it.each<[string, number, number[], number | null]>([
    ["three times the usual", 120, [40, 42, 38, 40], 40],
    ["exactly twice", 80, [40, 40, 40, 40], 40],
    ["less than twice", 79, [40, 40, 40, 40], null],
    ["too few clicks to tell", 29, [1, 0, 1, 0], null],
    ["a link that nobody clicked on this weekday", 30, [0, 0, 0, 0], 0],
    ["one busy week before", 100, [90, 40, 40, 40], null],
    ["more than one busy week before", 140, [90, 40, 40, 40], 40],
    ["only one week to compare", 500, [40], null],
    ["two weeks to compare", 500, [40, 60], 50],
  ])("%s", (_, clicks, weeks, usual) => expect(usualIfExceeded({ clicks, weeks })).toBe(usual));

  const random = new Random(20_261_122);
  const count = (mean: number) => poisson(random, mean * (0.85 + 0.3 * random.next()));
  const found = (mean: number, factor: number) =>
    Array.from({ length: 1_000 }, () =>
      usualIfExceeded({
        clicks: count(mean * factor),
        weeks: [count(mean), count(mean), count(mean), count(mean)],
      }),
    ).filter((usual) => usual !== null).length;

  it("finds nothing in years of ordinary days", () => {
    const quiet = [3, 10, 20, 40, 100, 400, 2_000].map((mean) => found(mean, 1));
    expect(quiet.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
  });

  it.each([10, 40, 100, 2_000])(
    "finds nearly every day of five times the usual %d clicks",
    (mean) => {
      expect(found(mean, 5)).toBeGreaterThan(980);
    },
  );
});

/** Exact for small means, the normal approximation for large ones. */
function poisson(random: Random, mean: number): number {
  if (mean > 50) {
    const normal =
      Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let count = 0;
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count++;
  return count;
}
