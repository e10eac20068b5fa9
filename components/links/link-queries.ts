"use client";

import { useEffect, useState } from "react";
import type { Chosen } from "@/lib/core/destination-rules";
import type { TagColor } from "@/lib/core/tag";
import type { Channel } from "@/lib/links/channel";
import type { SlugCheck } from "@/lib/links/check-slug";
import type { Link, LinkRef } from "@/lib/links/link";
import type { LivePreview } from "@/lib/previews/live-preview";
import type { Share } from "@/lib/shares/shares";
import type { FilterValues } from "@/lib/stats/list/filter-values";
import type { SavedView } from "@/lib/stats/list/saved-views";
import type { LinkPeek } from "@/lib/stats/report/link-peek";
import type { SplitLabel } from "@/lib/stats/report/split-labels";
import type { UsedTags } from "@/lib/stats/report/used-tags";

/**
 * Data of the share dialog: clicks of the last 30 days by source, the channels that were added to
 * the link, and tags used on this or other links.
 */
export interface ShareFacts {
  clicks: number;
  sources: Pick<SplitLabel, "label" | "count" | "rest">[];
  channels: Channel[];
  used: UsedTags;
}

/** The questions that dialogs ask during typing, and their answers. */
export interface Answers {
  slug: SlugCheck;
  "links-to": { slugs: string[]; total: number };
  search: Link[];
  /** Clicks of a link in the last 7 days, today included. */
  week: number;
  share: ShareFacts;
  /** All share pages, newest first. */
  shares: Share[];
  /** Channels of any link, most used first, without campaigns. */
  channels: Channel[];
  /** Channels of a link; of several, as `listPlacesOf` has them. */
  "channels-of": Channel[];
  peek: LinkPeek;
  /** What the filters of the list can be set to. */
  "filter-values": FilterValues;
  /** Campaign tags used on any link. */
  tags: UsedTags;
  /** Views of the list, by name. */
  views: SavedView[];
  /** All tags of links. */
  "link-tags": { name: string; color: TagColor }[];
  /** Where the addresses of a link lead a sample visitor; null while one is not valid. */
  destination: Chosen | null;
  /** The preview of a destination, or why it failed; `icon`: of its host, behind this service. */
  card: Omit<LivePreview, "failure"> & { failure: string | null; icon: string | null };
  /** An image for previews, behind this service. */
  image: { image: string | null };
  /** All links that a search and filter match, as many as can be selected. */
  matching: LinkRef[];
  /** Changes with every click and bot hit of a link: see `statisticsVersion`. */
  version: string;
  /** When any link, or any of the chosen ones, was clicked last, ISO 8601; empty if none was. */
  latest: string;
}
export type Question = keyof Answers;

/** A server that takes longer hangs, or the network is gone. */
const limitMs = 15_000;

/** Null if the request failed or was not answered in time. Callers work without the answer. */
export async function ask<Q extends Question>(
  question: Q,
  given: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answers[Q] | null> {
  try {
    const limit = AbortSignal.timeout(limitMs);
    const response = await fetch(`/dashboard/ask/${question}?${new URLSearchParams(given)}`, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return response.ok ? ((await response.json()) as Answers[Q]) : null;
  } catch {
    return null;
  }
}

/**
 * The answer to a question that may change; null while it is loading or if `given` is null.
 * Outdated requests are aborted, and an outdated answer is never returned.
 */
export function useAnswer<Q extends Question>(
  question: Q,
  given: Record<string, string> | null,
): { answer: Answers[Q] | null; isAsking: boolean } {
  const key = given && JSON.stringify(given);
  const [got, setGot] = useState<{ key: string; answer: Answers[Q] | null } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const asking = new AbortController();
    void ask(question, JSON.parse(key), asking.signal).then(
      (answer) => !asking.signal.aborted && setGot({ key, answer }),
    );
    return () => asking.abort();
  }, [question, key]);
  const isAnswered = got !== null && got.key === key;
  return { answer: isAnswered ? got.answer : null, isAsking: key !== null && !isAnswered };
}
