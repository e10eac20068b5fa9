import type { Env } from "../config/env";
import { MinuteLimit, rateLimitHeaders } from "../core/minute-limit";
import type { Editor } from "../links/editor";
import { sentence } from "../texts/sentence";
import { TooManyRequests } from "./too-many-requests";

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
