import { createHmac, randomBytes } from "node:crypto";
import { env } from "../config/env";
import { PerService } from "../config/per-service";
import { isLoopback } from "../core/destination";
import { MinuteLimit } from "../core/minute-limit";
import { networkOf } from "../core/network";

/** A few megabytes. Beyond this the least recently seen network is evicted. */
const mostNetworks = 20_000;

/**
 * Counts requests for unknown slugs per network and minute, in memory only, to slow down guessing. Networks are stored as
 * a hash whose key never leaves this object, so no address is stored.
 */
class NotFoundLimit {
  private readonly key = randomBytes(16);
  private readonly minutes: MinuteLimit;

  /** `perMinute`: 0 = no limit. */
  constructor(private readonly perMinute: number) {
    this.minutes = new MinuteLimit(perMinute, mostNetworks);
  }

  /**
   * Counts one request. `retryAfterS`: null within the limit, else the seconds until the next allowed request. `count`: the
   * requests of the network in this minute.
   */
  take(address: string, now: Date): { retryAfterS: number | null; count: number } {
    // Without an address, or behind a local proxy that does not forward it, clients cannot be told apart.
    if (address === "" || isLoopback(address)) return { retryAfterS: null, count: 1 };
    const network = createHmac("sha256", this.key).update(networkOf(address)).digest("base64");
    const { left, resetS, count } = this.minutes.take(network, now);
    return { retryAfterS: this.perMinute > 0 && left < 0 ? resetS : null, count };
  }
}

const limit = new PerService("not-found-limit", () => new NotFoundLimit(env().RATE_LIMITS === "off" ? 0 : env().NOT_FOUND_LIMIT));

export function notFoundLimit(): NotFoundLimit {
  return limit.get();
}
