import { createHmac, randomBytes } from "node:crypto";
import type { Env } from "../../config/env";
import { isLoopback } from "../../core/destination";
import { networkOf } from "../../core/network";
import { MinuteLimit } from "../../limits/minute-limit";
import { ownPart } from "../own-part";

/** A few megabytes. Beyond this the least recently seen network is evicted. */
const mostNetworks = 20_000;

/**
 * Counts requests for unknown slugs per network and minute, in memory only, to slow down guessing.
 * Networks are stored as a hash whose key never leaves this object, so no address is stored.
 */
export class NotFoundLimit {
  private readonly key = randomBytes(16);
  private readonly minutes: MinuteLimit;
  /** 0 = no limit. */
  private readonly perMinute: number;

  constructor({ RATE_LIMITS, NOT_FOUND_LIMIT }: Pick<Env, "RATE_LIMITS" | "NOT_FOUND_LIMIT">) {
    this.perMinute = RATE_LIMITS === "off" ? 0 : NOT_FOUND_LIMIT;
    this.minutes = new MinuteLimit(this.perMinute, mostNetworks);
  }

  /**
   * Counts one request. `retryAfterS`: null within the limit, else the seconds until the next
   * allowed request. `count`: the requests of the network in this minute.
   */
  take(address: string, now: Date): { retryAfterS: number | null; count: number } {
    // Without an address, or behind a local proxy that does not forward it, clients cannot be told
    // apart.
    if (address === "" || isLoopback(address)) return { retryAfterS: null, count: 1 };
    const network = createHmac("sha256", this.key).update(networkOf(address)).digest("base64");
    const { left, resetS, count } = this.minutes.take(network, now);
    return { retryAfterS: this.perMinute > 0 && left < 0 ? resetS : null, count };
  }
}

export function notFoundLimit(): NotFoundLimit {
  return ownPart().notFoundLimit;
}
