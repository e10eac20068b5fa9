import { describe, expect, it } from "vitest";
import { feedSentence } from "@/components/stats/feed/feed-sentence";
import type { FeedItem } from "@/lib/stats/report/feed-item";
import { useTexts as textsOf } from "../../../support/english-texts";

const now = new Date("2026-11-19T14:20:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const link = {} as Extract<FeedItem, { kind: "broken" }>["link"];
const say = (item: object, { at = now, timeZone = "UTC" } = {}) =>
  feedSentence({ keys: [], link, ...item } as unknown as FeedItem, {
    now: at,
    locale: "en-US",
    timeZone,
    t: textsOf("home.feed"),
    channels: textsOf("links.channels"),
    said: String,
  });

describe("feedSentence", () => {
  it.each<[object, string]>([
    [
      { kind: "broken", reason: "HTTP 404.", brokenSince: ago(48), clicks: 1_258 },
      "Destination broken since 17 Nov: HTTP 404. 1,258 clicks went there.",
    ],
    [
      { kind: "broken", reason: "HTTP 404.", brokenSince: ago(30), clicks: 0 },
      "Destination broken since 18 Nov: HTTP 404.",
    ],
    [
      { kind: "broken", reason: "HTTP 404.", brokenSince: ago(300), clicks: 1 },
      "Destination broken since 7 Nov: HTTP 404. 1 click went there in 7 days.",
    ],
    [
      { kind: "moved", from: "old.example", to: "new.example", movedSince: ago(48) },
      "Since 17 Nov, the destination ends at new.example instead of old.example.",
    ],
    [
      { kind: "expiring", expiresAt: ago(-28), clicks: 40 },
      "Expires in 28 hours, with 40 clicks in the last 7 days.",
    ],
    [
      { kind: "expiring", expiresAt: ago(3), clicks: 1 },
      "Expired 3 h ago, with 1 click in the last 7 days.",
    ],
    [
      { kind: "traffic", day: "2026-11-19", clicks: 402, usual: 134, source: "reddit.com" },
      "402 clicks today, 3x its usual Thursday so far. Mostly from reddit.com.",
    ],
    [
      { kind: "traffic", day: "2026-11-18", clicks: 100, usual: 42, source: null },
      "100 clicks yesterday, 2.4x its usual Wednesday.",
    ],
    [
      { kind: "traffic", day: "2026-11-19", clicks: 60, usual: 0, source: null },
      "60 clicks today, usually none on a Thursday.",
    ],
    [
      { kind: "shared", apps: ["Slack"], at: ago(1 / 3) },
      "Slack fetched the preview for the first time 20 min ago.",
    ],
    [
      { kind: "shared", apps: ["Slack", "X"], at: ago(2) },
      "Slack and X fetched the preview for the first time, last 2 h ago.",
    ],
    [{ kind: "imported", count: 1_240, at: ago(0) }, "1,240 links imported just now."],
    [{ kind: "health", checks: ["Database"] }, "A health check fails: Database."],
    [
      { kind: "health", checks: ["Database", "Journal"] },
      "2 health checks fail: Database, Journal.",
    ],
  ])("%j", (item, sentence) => expect(say(item)).toBe(sentence));

  it("names the day of the viewer, and the calendar of the numbers", () => {
    const item = { kind: "traffic", day: "2026-11-28", clicks: 106, usual: 21, source: null };
    const at = new Date("2026-11-28T22:00:00Z");
    expect(say(item, { at, timeZone: "Asia/Tokyo" })).toBe(
      "106 clicks yesterday, 5x its usual Saturday (UTC).",
    );
    expect(say(item, { at: new Date("2026-11-28T01:00:00Z"), timeZone: "America/New_York" })).toBe(
      "106 clicks today, 5x its usual Saturday (UTC) so far.",
    );
  });
});
