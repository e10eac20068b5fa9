import { expect, it } from "vitest";
import { dayMs, isoDate } from "@/lib/core/day";
import { findUnusualDays } from "@/lib/stats/report/unusual-days";

const start = Date.parse("2026-09-01");
const day = (index: number) => isoDate(new Date(start + index * dayMs));
const since = new Date(start);

/** Daily clicks from 1 September on. */
function find(counts: readonly number[], judged = counts.map((_, index) => day(index))) {
  return findUnusualDays(new Map(counts.map((count, index) => [day(index), count])), judged, since);
}

const weekly = (weeks: number, of: (weekday: number) => number) =>
  Array.from({ length: weeks * 7 }, (_, index) => of(index % 7));

it("compares a day with the median of its weekday", () => {
  const counts = weekly(8, (weekday) => (weekday === 3 ? 100 : 10));
  // 60 clicks are usual for the busy weekday and unusual for another.
  counts[49 + 3] = 60;
  counts[49 + 4] = 60;
  expect(find(counts)).toEqual([{ date: day(53), clicks: 60, usual: 10 }]);
});

it("needs three times the usual clicks and 20 more", () => {
  const judged = [day(35)];
  const withLast = (usual: number, last: number) => find([...weekly(5, () => usual), last], judged);
  expect(withLast(50, 149)).toEqual([]);
  expect(withLast(50, 150)).toEqual([{ date: day(35), clicks: 150, usual: 50 }]);
  expect(withLast(1, 20)).toEqual([]);
  expect(withLast(1, 21)).toEqual([{ date: day(35), clicks: 21, usual: 1 }]);
  expect(withLast(0, 20)).toEqual([{ date: day(35), clicks: 20, usual: 0 }]);
});

it("compares a day of a young link with all days before, once there are seven", () => {
  expect(find([5, 5, 5, 5, 5, 5, 90])).toEqual([]);
  // A weekly peak is usual from its second time on.
  expect(find([90, 5, 5, 5, 5, 5, 5, 90])).toEqual([]);
  expect(find([5, 5, 5, 5, 5, 5, 5, 90])).toEqual([{ date: day(7), clicks: 90, usual: 5 }]);
});

it("ignores one earlier peak, and lists the most unusual three in order", () => {
  const counts = weekly(10, () => 10);
  for (const [index, count] of [
    [30, 50],
    [40, 900],
    [50, 60],
    [60, 70],
  ] as const) {
    counts[index] = count;
  }
  expect(find(counts).map(({ clicks }) => clicks)).toEqual([900, 60, 70]);
});
