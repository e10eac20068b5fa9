import { expect, it } from "vitest";
import { mostTries, retryAfterSeconds, waitAfter, waitsS } from "@/lib/messages/retries";

it("waits 5 s, 1 min, 10 min, 1 h, 6 h and 24 h, each up to a fifth longer, and then gives up", () => {
  expect(waitsS.map((_, index) => waitAfter(index + 1, null, 0))).toEqual([
    5, 60, 600, 3_600, 21_600, 86_400,
  ]);
  expect(waitsS.map((_, index) => waitAfter(index + 1, null, 1))).toEqual([
    6, 72, 720, 4_320, 25_920, 103_680,
  ]);
  expect([waitAfter(mostTries, null, 0), waitAfter(mostTries, 30, 0)]).toEqual([null, null]);
});

it("waits at least as long as the receiver asks for", () => {
  expect([waitAfter(1, 30, 0), waitAfter(2, 30, 0), waitAfter(1, 0, 0)]).toEqual([30, 60, 5]);
});

it("reads Retry-After as seconds or as a date, a day at most", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  const seconds = (value?: string, date?: string) =>
    retryAfterSeconds({ "retry-after": value, date } as Record<string, string>, now);
  expect([
    seconds("7"),
    seconds("0"),
    seconds("99999999"),
    seconds(),
    seconds("soon"),
    seconds("-5"),
  ]).toEqual([7, 0, 86_400, null, null, null]);
  expect(seconds("Sat, 31 Jan 2026 12:01:00 GMT")).toBe(60);
  expect(seconds("Sat, 31 Jan 2026 11:00:00 GMT")).toBe(0);
  // By the clock of the receiver, which is an hour ahead.
  expect(seconds("Sat, 31 Jan 2026 13:01:00 GMT", "Sat, 31 Jan 2026 13:00:00 GMT")).toBe(60);
});
