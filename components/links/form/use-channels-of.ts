"use client";

import { useEffect, useReducer, useState } from "react";
import { type Channel, mostPlaces, uniqueChannels } from "@/lib/links/channel";
import { ask } from "../link-queries";

/** Addresses of more would be too long for some proxies. */
const portionLength = 500;

/** Null if that failed. Ends with more than can be offered. */
async function readChannels(ids: number[], signal: AbortSignal): Promise<Channel[] | null> {
  let found: Channel[] = [];
  for (let start = 0; start < ids.length && found.length <= mostPlaces; start += portionLength) {
    const some = ids.slice(start, start + portionLength);
    const part = await ask("channels-of", { ids: some.join() }, signal);
    if (part === null) return null;
    found = uniqueChannels([...found, ...part]);
  }
  return found;
}

/**
 * The channels of a link, or those that several have, each once without its campaign; null while
 * they are read, and if that failed. `again` reads them once more.
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
    void readChannels(all, asking.signal).then((channels) => {
      if (!asking.signal.aborted) setGot({ of, channels });
    });
    return () => asking.abort();
  }, [key, of]);
  const channels = ids.length === 0 ? [] : got?.of === of ? got.channels : null;
  return { channels, isFailed: channels === null && got?.of === of, again };
}
