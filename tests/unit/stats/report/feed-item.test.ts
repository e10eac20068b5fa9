import { describe, expect, it } from "vitest";
import { type FeedCandidate, rankFeed } from "@/lib/stats/report/feed-item";
import { sentence } from "@/lib/texts/sentence";

const at = "2026-11-19T12:00:00.000Z";
let last = 0;
const next = () => {
  last++;
  return { linkId: last, keys: [String(last)] };
};
const broken = (clicks: number): FeedCandidate => ({
  ...next(),
  kind: "broken",
  reason: sentence("httpStatus", { status: 404 }),
  brokenSince: at,
  clicks,
});
const expiring = (): FeedCandidate => ({ ...next(), kind: "expiring", expiresAt: at, clicks: 3 });
const traffic = (): FeedCandidate => ({
  ...next(),
  kind: "traffic",
  day: "2026-11-19",
  clicks: 90,
  usual: 30,
  source: null,
});
const shared = (): FeedCandidate => ({ ...next(), kind: "shared", apps: ["Slack"], at });
const imported: FeedCandidate = { kind: "imported", count: 40, at, keys: ["imported"] };
const health: FeedCandidate = {
  kind: "health",
  checks: [sentence("checkDatabaseName")],
  keys: ["health"],
};
const kindsOf = (items: readonly FeedCandidate[]) => items.map(({ kind }) => kind);

describe("rankFeed", () => {
  it("puts what is broken first and news last", () => {
    const items = [imported, shared(), traffic(), expiring(), broken(4), health];
    expect(kindsOf(rankFeed(items, 6))).toEqual([
      "health",
      "broken",
      "expiring",
      "traffic",
      "shared",
      "imported",
    ]);
  });

  it("lets no kind push out the others", () => {
    const items = [
      broken(9),
      broken(8),
      broken(7),
      broken(6),
      expiring(),
      shared(),
      shared(),
      shared(),
    ];
    expect(kindsOf(rankFeed(items, 5))).toEqual([
      "broken",
      "broken",
      "expiring",
      "shared",
      "shared",
    ]);
    expect(kindsOf(rankFeed(items, 8)).slice(5)).toEqual(["broken", "broken", "shared"]);
  });

  it("keeps the order within a kind, and puts a broken destination without clicks last", () => {
    const [first, second, quiet, news] = [broken(9), expiring(), broken(0), shared()];
    expect(rankFeed([first, quiet, second, news], 5)).toEqual([first, second, news, quiet]);
  });

  it("returns nothing for nothing", () => expect(rankFeed([], 5)).toEqual([]));
});
