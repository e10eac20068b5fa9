"use client";

import { useEffect, useState } from "react";
import type { SlugCheck } from "@/lib/links/check-slug";
import type { Link } from "@/lib/links/link";
import type { LivePreview } from "@/lib/previews/live-preview";
import type { LatestClick } from "@/lib/stats/latest-clicks";
import type { UsedTags } from "@/lib/stats/used-tags";

/** What a link is shared with: the clicks of its last 30 days by source, and the tags used before, on this link or others. */
export interface ShareFacts {
  clicks: number;
  sources: { label: string; count: number }[];
  used: UsedTags;
}

/** What windows ask while one types, and what is answered. */
export interface Answers {
  slug: SlugCheck;
  "links-to": { slugs: string[]; total: number };
  search: Link[];
  /** Clicks of a link in the last 7 days, today included. */
  week: number;
  share: ShareFacts;
  /** What a destination says of itself, or why it could not be read. */
  card: LivePreview;
  /** Changes with every click and bot hit of a link: see `statisticsVersion`. */
  version: string;
  /** The latest clicks on any link, and when they were read. */
  latest: { clicks: LatestClick[]; at: string };
}
export type Question = keyof Answers;

/** Null when it was refused or could not be asked: what is asked here only helps, and its absence stops nothing. */
export async function ask<Q extends Question>(question: Q, given: Record<string, string>, signal?: AbortSignal): Promise<Answers[Q] | null> {
  try {
    const response = await fetch(`/dashboard/ask/${question}?${new URLSearchParams(given)}`, signal ? { signal } : {});
    return response.ok ? ((await response.json()) as Answers[Q]) : null;
  } catch {
    return null;
  }
}

/**
 * The answer to a question that may change; null while it is not there, and when nothing is asked (`given` is null).
 * What is asked no more is broken off; an answer to something else is never shown.
 */
export function useAnswer<Q extends Question>(question: Q, given: Record<string, string> | null): { answer: Answers[Q] | null; isAsking: boolean } {
  const key = given && JSON.stringify(given);
  const [got, setGot] = useState<{ key: string; answer: Answers[Q] | null } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const asking = new AbortController();
    void ask(question, JSON.parse(key), asking.signal).then((answer) => !asking.signal.aborted && setGot({ key, answer }));
    return () => asking.abort();
  }, [question, key]);
  const isAnswered = got !== null && got.key === key;
  return { answer: isAnswered ? got.answer : null, isAsking: key !== null && !isAnswered };
}
