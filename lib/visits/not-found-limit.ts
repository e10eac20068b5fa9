import { LRUCache } from "lru-cache";
import { env } from "../config/env";
import { ProcessWide } from "../config/process-wide";
import { isLoopback } from "../core/destination";
import { networkOf } from "../core/network";

const windowMs = 60_000;
/** A few megabytes; past this many networks the longest unseen one is forgotten. */
const mostNetworks = 20_000;

interface Window {
  beganAt: number;
  count: number;
}

/** Counts the slugs that a network asked for in vain, minute by minute, in memory only: guessing slugs is slow. */
export class NotFoundLimit {
  private readonly windows = new LRUCache<string, Window>({ max: mostNetworks });

  /** `perMinute`: 0 = no limit. */
  constructor(private readonly perMinute: number) {}

  /** Counts one more. Null while the network is within its limit, else the seconds until it may ask again. */
  take(address: string, now: Date): number | null {
    // Without an address, or behind a proxy of this machine that tells none, nobody can be told apart.
    if (this.perMinute === 0 || address === "" || isLoopback(address)) return null;
    const network = networkOf(address);
    const at = now.getTime();
    let window = this.windows.get(network);
    // The clock may have been set back.
    if (!window || Math.abs(at - window.beganAt) >= windowMs) {
      window = { beganAt: at, count: 0 };
      this.windows.set(network, window);
    }
    if (++window.count <= this.perMinute) return null;
    return Math.max(1, Math.ceil((window.beganAt + windowMs - at) / 1_000));
  }
}

const limit = new ProcessWide("not-found-limit", () => new NotFoundLimit(env().NOT_FOUND_LIMIT));

/** The limit of NOT_FOUND_LIMIT, for this process. */
export function notFoundLimit(): NotFoundLimit {
  return limit.get();
}
