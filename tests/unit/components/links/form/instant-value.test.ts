import { expect, it } from "vitest";
import { utcOf } from "@/components/links/form/instant-value";

it.each([
  ["", ""],
  ["2026-11-26T14:20", "2026-11-26T08:50"],
  ["9999-12-30T23:59", "9999-12-30T18:29"],
  // A year with too many digits.
  ["20266-11-26T14:20", null],
  ["+020266-11-26T14:20", null],
  ["9999-12-31T23:59", null],
])("%j in India is %j in UTC", (text, utc) => {
  expect(utcOf(text, "Asia/Kolkata")).toBe(utc);
});
