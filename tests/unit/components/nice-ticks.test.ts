import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { niceTicks, spreadTicks } from "@/components/stats/nice-ticks";

describe("niceTicks", () => {
  it.each([
    [0, [0, 1, 2, 3]],
    [1, [0, 1, 2, 3]],
    [4, [0, 2, 4, 6]],
    [900, [0, 300, 600, 900]],
    [1980, [0, 700, 1400, 2100]],
  ])("up to %d: %o", (most, ticks) => {
    expect(niceTicks(most)).toEqual(ticks);
  });

  it("reaches every count by three equal whole steps, and not far beyond", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (most) => {
        const [zero = -1, step = 0, two, three = 0] = niceTicks(most);
        expect([zero, two, three]).toEqual([0, 2 * step, 3 * step]);
        expect(Number.isInteger(step)).toBe(true);
        expect(three).toBeGreaterThanOrEqual(most);
        if (most > 6) expect(three).toBeLessThanOrEqual(2 * most);
      }),
    );
  });
});

describe("spreadTicks", () => {
  it("names all of a few", () => {
    expect(spreadTicks(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("names at most so many, the first and the last always, in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 2, max: 12 }), (count, most) => {
        const ticks = spreadTicks(count, most);
        expect(ticks.length).toBeLessThanOrEqual(most);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBe(count - 1);
        expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
        expect(new Set(ticks).size).toBe(ticks.length);
      }),
    );
  });
});
