import { expect, it } from "vitest";
import { smallestRangeWithData } from "@/lib/stats/query/smallest-range";

const now = new Date("2026-03-10T12:00:00Z");

it.each([
  ["2026-03-10T00:00:00.000Z", 1],
  ["2026-03-09T23:59:59.999Z", 7],
  ["2026-03-04T00:00:00.000Z", 7],
  ["2026-03-03T23:59:59.999Z", 30],
  ["2025-03-11T00:00:00.000Z", 365],
  ["2025-03-10T23:59:59.999Z", null],
  [null, null],
])("a link clicked last at %s has data in %s days", (lastClickedAt, days) => {
  expect(smallestRangeWithData(lastClickedAt, now)).toBe(days);
});
