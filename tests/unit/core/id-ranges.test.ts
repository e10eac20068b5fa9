import fc from "fast-check";
import { expect, it } from "vitest";
import { fromRanges, toRanges } from "@/lib/core/id-ranges";

it.each([
  [[], ""],
  [[7], "7"],
  [[3, 1, 2, 9, 2], "1-3,9"],
])("%j is written as %j", (ids, text) => {
  expect(toRanges(ids)).toBe(text);
});

it("ids come back from their ranges", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 100 }), (ids) => {
      expect(fromRanges(toRanges(ids), 1_000)).toEqual(ids.toSorted((a, b) => a - b));
    }),
  );
});

it.each([
  ["", []],
  ["x,2,-3,4-,5-6x,7", [2, 7]],
  ["9-1", []],
  ["1-9999999999", [1, 2, 3]],
  ["2147483647-9999999999", [2_147_483_647]],
  ["99999999999999999999", []],
])("%j has at most three of %j", (text, ids) => {
  expect(fromRanges(text, 3)).toEqual(ids);
});
