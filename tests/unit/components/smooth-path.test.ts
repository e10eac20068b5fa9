import fc from "fast-check";
import { expect, it } from "vitest";
import { smoothPath } from "@/components/stats/smooth-path";

it("draws nothing for nothing, a place for one point, a line for two", () => {
  expect(smoothPath([])).toBe("");
  expect(smoothPath([{ x: 1, y: 2 }])).toBe("M1 2");
  expect(
    smoothPath([
      { x: 0, y: 0 },
      { x: 3, y: 6 },
    ]),
  ).toBe("M0 0C1 2 2 4 3 6");
});

it("never swings past the points it joins", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 40 }), (ys) => {
      const path = smoothPath(ys.map((y, x) => ({ x: x * 3, y })));
      // A cubic stays within its control points, so it is enough to look at those of each piece.
      const pieces = [...path.matchAll(/C\S+ (\S+) \S+ (\S+) \S+ (\S+?)(?=C|$)/g)];
      expect(pieces).toHaveLength(ys.length - 1);
      pieces.forEach(([, first, second], index) => {
        const [from, to] = [ys[index] ?? 0, ys[index + 1] ?? 0];
        for (const control of [Number(first), Number(second)]) {
          expect(control).toBeGreaterThanOrEqual(Math.min(from, to) - 0.1);
          expect(control).toBeLessThanOrEqual(Math.max(from, to) + 0.1);
        }
      });
    }),
  );
});
