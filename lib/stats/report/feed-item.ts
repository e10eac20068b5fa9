import type { Link } from "../../links/link";
import type { Sentence } from "../../texts/sentence";

/** What happened to a link; its key changes when the news does. */
type LinkNews =
  | { kind: "broken"; reason: Sentence; brokenSince: string; clicks: number }
  /** `from` and `to` are hosts. */
  | { kind: "moved"; from: string; to: string; movedSince: string }
  /** Also for a day after the link has expired. */
  | { kind: "expiring"; expiresAt: string; clicks: number }
  | { kind: "traffic"; day: string; clicks: number; usual: number; source: string | null }
  /** Apps that fetched the preview for the first time, latest first. */
  | { kind: "shared"; apps: string[]; at: string };

/** News of the whole instance. */
type InstanceNews =
  | { kind: "health"; checks: readonly Sentence[] }
  | { kind: "imported"; count: number; at: string };

/** Something that changed, for Home. Dismissing it stores `keys`. */
export type FeedItem = { keys: string[] } & ((LinkNews & { link: Link }) | InstanceNews);

/** An item whose link is not read yet. */
export type FeedCandidate = { keys: string[] } & ((LinkNews & { linkId: number }) | InstanceNews);

/** From the most important. */
const kinds: readonly FeedItem["kind"][] = [
  "health",
  "broken",
  "moved",
  "expiring",
  "traffic",
  "shared",
  "imported",
];
/** Further items of a kind come after all other kinds. */
const mostOfKind = 2;

/**
 * The `most` most important items. Items of a kind keep their order; a broken destination without
 * clicks comes last.
 */
export function rankFeed(candidates: readonly FeedCandidate[], most: number): FeedCandidate[] {
  const seen = new Map<string, number>();
  const ranked = candidates.map((item) => {
    const place = seen.get(item.kind) ?? 0;
    seen.set(item.kind, place + 1);
    const isQuiet = item.kind === "broken" && item.clicks === 0;
    return {
      item,
      rank: [place >= mostOfKind ? 1 : 0, isQuiet ? 1 : 0, kinds.indexOf(item.kind), place],
    };
  });
  return ranked
    .sort((a, b) =>
      a.rank.reduce((order, value, index) => order || value - (b.rank[index] ?? 0), 0),
    )
    .slice(0, most)
    .map(({ item }) => item);
}
