import { describe, expect, it } from "vitest";
import { type LinkRow, toLink } from "@/lib/links/link";

const at = new Date("2026-03-01T10:00:00.000Z");
const row = {
  id: 7,
  slug: "hello",
  url: "https://example.com/",
  title: null,
  enabled: true,
  expiresAt: null,
  createdAt: at,
  updatedAt: at,
  totals: {
    linkId: 7,
    clickCount: 3n,
    firstDayClicks: 1n,
    lastClickedAt: new Date("2026-03-02T00:00:00.001Z"),
    botHitCount: 2n,
    ogFetchFailCount: 4,
  },
} as unknown as LinkRow;

describe("toLink", () => {
  it("has exactly the fields of the interface, null for missing values", () => {
    expect(toLink(row, "https://go.example.com")).toStrictEqual({
      id: 7,
      slug: "hello",
      url: "https://example.com/",
      shortUrl: "https://go.example.com/hello",
      title: null,
      enabled: true,
      clickCount: 3,
      lastClickedAt: "2026-03-02T00:00:00.001Z",
      botHitCount: 2,
      ogFetchFailCount: 4,
      expiresAt: null,
      createdAt: "2026-03-01T10:00:00.000Z",
      updatedAt: "2026-03-01T10:00:00.000Z",
    });
  });

  it("returns the expiry as UTC with milliseconds", () => {
    expect(toLink({ ...row, expiresAt: new Date("2030-01-31T12:00:00+02:00") }, "https://go.example.com").expiresAt).toBe("2030-01-31T10:00:00.000Z");
  });
});
