import { LRUCache } from "lru-cache";
import type { Env } from "../config/env";
import type { Editor } from "../links/editor";
import { sentence } from "../texts/sentence";
import { TooManyRequests } from "./too-many-requests";

const minuteMs = 60_000;

interface Taken {
  /** How many were counted in this minute, this one included. */
  count: number;
  /** How many more may follow in this minute; -1 for one too many. */
  left: number;
  /** Seconds until the next minute begins. */
  resetS: number;
}

/**
 * Counts by key and minute, in memory. Of more than `mostKeys` the least recently counted are
 * forgotten.
 */
export class MinuteLimit {
  private readonly minutes: LRUCache<string, { beganAt: number; count: number }>;

  constructor(
    private readonly perMinute: number,
    mostKeys: number,
  ) {
    this.minutes = new LRUCache({ max: mostKeys });
  }

  take(key: string, now: Date): Taken {
    const at = now.getTime();
    let minute = this.minutes.get(key);
    // The clock may have been set back.
    if (!minute || Math.abs(at - minute.beganAt) >= minuteMs) {
      minute = { beganAt: at, count: 0 };
      this.minutes.set(key, minute);
    }
    minute.count++;
    return {
      count: minute.count,
      left: Math.max(-1, this.perMinute - minute.count),
      resetS: Math.max(1, Math.ceil((minute.beganAt + minuteMs - at) / 1_000)),
    };
  }
}

/** The header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders(
  name: string,
  perMinute: number,
  { left, resetS }: Pick<Taken, "left" | "resetS">,
): Record<string, string> {
  return {
    "RateLimit-Policy": `"${name}";q=${perMinute};w=60`,
    RateLimit: `"${name}";r=${Math.max(0, left)};t=${resetS}`,
  };
}

/** More than there can be tokens. */
const mostTokens = 2_000;

export class WriteLimit {
  private readonly counted: MinuteLimit;

  constructor(private readonly config: Pick<Env, "WRITE_LIMIT" | "RATE_LIMITS">) {
    this.counted = new MinuteLimit(config.WRITE_LIMIT, mostTokens);
  }

  /**
   * Counts a write of a token or person and passes the headers that say how many are left to
   * `addHeaders`. Beyond WRITE_LIMIT a minute it throws `too_many_requests`.
   */
  take(by: Editor, now: Date, addHeaders?: (headers: Record<string, string>) => void): void {
    const { WRITE_LIMIT, RATE_LIMITS } = this.config;
    if (WRITE_LIMIT === 0 || RATE_LIMITS === "off") return;
    const taken = this.counted.take(by, now);
    addHeaders?.(rateLimitHeaders("writes", WRITE_LIMIT, taken));
    if (taken.left >= 0) return;
    const said = by.startsWith("owner:")
      ? sentence("changesAMinute", { when: { fromNow: taken.resetS, unit: "second" } })
      : sentence("writesAMinute", { most: WRITE_LIMIT, seconds: taken.resetS });
    throw new TooManyRequests(said, taken.resetS);
  }
}
