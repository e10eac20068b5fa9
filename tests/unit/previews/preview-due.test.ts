import { expect, it } from "vitest";
import { isPreviewDue } from "@/lib/previews/find-card";

const now = new Date("2026-01-10T12:00:00Z");
const checkedBefore = (ms: number, failCount: number) => ({
  checkedAt: new Date(now.getTime() - ms),
  failCount,
});
const second = 1_000;
const day = 86_400 * second;

it.each([
  ["never tried", null, true],
  ["claimed, but never finished", { checkedAt: null, failCount: 0 }, true],
  ["a card just short of a day", checkedBefore(day - 1, 0), false],
  ["a card of a day", checkedBefore(day, 0), true],
  ["one failure just now", checkedBefore(second, 1), false],
  ["one failure two seconds ago", checkedBefore(2 * second, 1), true],
  ["the fifth half a minute ago", checkedBefore(31 * second, 5), false],
  ["the fifth 32 seconds ago", checkedBefore(32 * second, 5), true],
  ["the hundredth just short of a day ago", checkedBefore(day - 1, 100), false],
  ["the hundredth a day ago", checkedBefore(day, 100), true],
  ["a number beyond all numbers", checkedBefore(day, 5_000), true],
])("%s: %s", (_what, preview, due) => {
  expect(isPreviewDue(preview, now)).toBe(due);
});
