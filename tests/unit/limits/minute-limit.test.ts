import { expect, it } from "vitest";
import { MinuteLimit, rateLimitHeaders } from "@/lib/limits/minute-limit";

const begin = new Date("2030-05-01T10:00:00Z");
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000);

it("counts down by key, to one too many, until the minute ends", () => {
  const limit = new MinuteLimit(2, 10);
  const lefts = [0, 10, 20, 30].map((seconds) => limit.take("a", after(seconds)));
  expect(lefts).toEqual([
    { count: 1, left: 1, resetS: 60 },
    { count: 2, left: 0, resetS: 50 },
    { count: 3, left: -1, resetS: 40 },
    { count: 4, left: -1, resetS: 30 },
  ]);
  expect(limit.take("b", after(30)).left).toBe(1);
  expect(limit.take("a", after(60))).toEqual({ count: 1, left: 1, resetS: 60 });
});

it("begins anew when the clock was set back", () => {
  const limit = new MinuteLimit(1, 10);
  limit.take("a", begin);
  expect(limit.take("a", after(-61)).left).toBe(0);
});

it("says in headers what is left, and never less than nothing", () => {
  expect(rateLimitHeaders("writes", 5, { left: 3, resetS: 20 })).toEqual({
    "RateLimit-Policy": '"writes";q=5;w=60',
    RateLimit: '"writes";r=3;t=20',
  });
  expect(rateLimitHeaders("writes", 5, { left: -1, resetS: 1 }).RateLimit).toBe('"writes";r=0;t=1');
});
