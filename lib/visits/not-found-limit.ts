import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "../config/env";
import { PerService } from "../config/per-service";
import { isLoopback } from "../core/destination";
import { networkOf } from "../core/network";

const minuteMs = 60_000;
/** A few megabytes. Beyond this the least recently seen network is evicted. */
const mostNetworks = 20_000;

interface Minute {
  beganAt: number;
  count: number;
}

/**
 * Counts requests for unknown slugs per network and minute, in memory only, to slow down guessing. Networks are stored as
 * a hash whose key never leaves this object, so no address is stored.
 */
export class NotFoundLimit {
  private readonly key = randomBytes(16);
  private readonly minutes = new LRUCache<string, Minute>({ max: mostNetworks });

  /** `perMinute`: 0 = no limit. */
  constructor(private readonly perMinute: number) {}

  /** Counts one request. Null within the limit, else the seconds until the next allowed request. */
  take(address: string, now: Date): number | null {
    // Without an address, or behind a local proxy that does not forward it, clients cannot be told apart.
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

const limit = new PerService("not-found-limit", () => new NotFoundLimit(env().NOT_FOUND_LIMIT));

export function notFoundLimit(): NotFoundLimit {
  return limit.get();
}
