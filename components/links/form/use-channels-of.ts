"use client";

import { useEffect, useReducer, useState } from "react";
import { type Channel, uniqueChannels } from "@/lib/links/channel";
import { ask } from "../link-queries";

/** Addresses of more would be too long for some proxies. */
const portionLength = 500;

/**
 * The channels that any of these links has, each once; null while they are read, and if that failed.
 * `again` reads them once more.
 */
export function useChannelsOf(ids: readonly number[]): {
  channels: Channel[] | null;
  isFailed: boolean;
  again: () => void;
} {
  const key = JSON.stringify(ids);
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const [got, setGot] = useState<{ of: string; channels: Channel[] | null } | null>(null);
  const of = `${attempt} ${key}`;
  useEffect(() => {
    const asking = new AbortController();
    const all: number[] = JSON.parse(key);
    const portions = Array.from({ length: Math.ceil(all.length / portionLength) }, (_, index) =>
      all.slice(index * portionLength, (index + 1) * portionLength),
    );
    const answers = portions.map((some) => ask("channels-of", { ids: some.join() }, asking.signal));
    void Promise.all(answers).then((parts) => {
      if (asking.signal.aborted) return;
      const found = parts.flatMap((part) => part ?? []);
      setGot({ of, channels: parts.includes(null) ? null : uniqueChannels(found) });
    });
    return () => asking.abort();
  }, [key, of]);
  const channels = ids.length === 0 ? [] : got?.of === of ? got.channels : null;
  return { channels, isFailed: channels === null && got?.of === of, again };
}
