import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "../config/env";
import { ProcessWide } from "../config/process-wide";
import { isLoopback } from "../core/destination";
import { networkOf } from "../core/network";

const minuteMs = 60_000;
/** A few megabytes; past this many networks the longest unseen one is forgotten. */
const mostNetworks = 20_000;

interface Minute {
  beganAt: number;
  count: number;
}

/**
 * Counts the unknown slugs that a network asked for, minute by minute, in memory only: guessing slugs is slow. A network is
 * known by a hash whose key never leaves this object, so that no address is kept.
 */
export class NotFoundLimit {
  private readonly key = randomBytes(16);
  private readonly minutes = new LRUCache<string, Minute>({ max: mostNetworks });

  /** `perMinute`: 0 = no limit. */
  constructor(private readonly perMinute: number) {}

  /** Counts one more. Null while the network is within its limit, else the seconds until it may ask again. */
  take(address: string, now: Date): number | null {
    // Without an address, or behind a proxy of this machine that tells none, nobody can be told apart.
    if (this.perMinute === 0 || address === "" || isLoopback(address)) return null;
    const network = createHmac("sha256", this.key).update(networkOf(address)).digest("base64");
    const at = now.getTime();
    let minute = this.minutes.get(network);
    // The clock may have been set back.
    if (!minute || Math.abs(at - minute.beganAt) >= minuteMs) {
      minute = { beganAt: at, count: 0 };
      this.minutes.set(network, minute);
    }
    if (++minute.count <= this.perMinute) return null;
    return Math.max(1, Math.ceil((minute.beganAt + minuteMs - at) / 1_000));
  }
}

const limit = new ProcessWide("not-found-limit", () => new NotFoundLimit(env().NOT_FOUND_LIMIT));

/** The limit of NOT_FOUND_LIMIT, for this process. */
export function notFoundLimit(): NotFoundLimit {
  return limit.get();
}
