"use client";

import { useEffect, useState } from "react";
import type { Answers, Question } from "@/lib/commands/questions";

export type ShareFacts = Answers["share"];

/** A server that takes longer hangs, or the network is gone. */
const limitMs = 15_000;

/** Of somebody who is signed out, or may not, or about what is gone. */
const refusals = [401, 403, 404];

/** Null if the request failed or was not answered in time. Callers work without the answer. */
export async function ask<Q extends Question>(
  question: Q,
  given: Record<string, string>,
  signal?: AbortSignal,
  onRefused = () => {},
): Promise<Answers[Q] | null> {
  try {
    const limit = AbortSignal.timeout(limitMs);
    const response = await fetch(`/dashboard/ask/${question}?${new URLSearchParams(given)}`, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (refusals.includes(response.status)) onRefused();
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
