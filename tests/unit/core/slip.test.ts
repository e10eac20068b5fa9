import { expect, it } from "vitest";
import { findSlip } from "@/lib/core/slip";

it.each([
  ["contuor", "contour", { kind: "swapped", at: 4 }],
  ["contur", "contour", { kind: "missing", at: 4 }],
  ["contoour", "contour", { kind: "added", at: 5 }],
  ["cantour", "contour", { kind: "changed", at: 1 }],
  ["contours", "contour", { kind: "added", at: 7 }],
  ["contou", "contour", { kind: "missing", at: 6 }],
  ["contour", "contour", null],
  ["cantuor", "contour", null],
  ["", "contour", null],
  ["contour-2025", "contour", null],
])("%s for %s", (given, meant, slip) => {
  expect(findSlip(given, meant)).toEqual(slip);
});
