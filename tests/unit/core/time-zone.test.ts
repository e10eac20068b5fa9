import { describe, expect, it } from "vitest";
import { formatInstant } from "@/lib/core/format";
import { knownTimeZone, listTimeZones } from "@/lib/core/time-zone";

describe("knownTimeZone", () => {
  it("accepts exactly the listed zones", () => {
    expect(listTimeZones()[0]).toBe("UTC");
    expect(listTimeZones("Etc/GMT+5")).toContain("Etc/GMT+5");
    for (const zone of listTimeZones()) expect(knownTimeZone(zone), zone).not.toBeNull();
    for (const name of [undefined, "", "Mars/Olympus", "../../etc/passwd", "x".repeat(10_000)])
      expect(knownTimeZone(name)).toBeNull();
  });
});

it("an instant is formatted in the viewer's time zone, with its name", () => {
  const at = new Date("2026-11-19T20:20:00Z");
  expect(formatInstant(at, at)).toBe("19 Nov, 20:20 UTC");
  expect(formatInstant(at, at, "Asia/Kathmandu")).toBe("20 Nov, 02:05 GMT+5:45");
});
