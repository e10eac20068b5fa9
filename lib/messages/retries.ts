import type { IncomingHttpHeaders } from "node:http";
import { dayMs } from "../core/day";

/** How long to wait after each failed try. */
export const waitsS = [5, 60, 600, 3_600, 6 * 3_600, 24 * 3_600] as const;

export const mostTries = waitsS.length + 1;

/** So that messages that failed together do not come back together. */
const jitter = 0.2;

/** A receiver may ask for so much patience. */
const longestPauseS = dayMs / 1_000;

/** Seconds until the next try after `tries`; null after the last. `random`: from 0 to 1. */
export function waitAfter(
  tries: number,
  retryAfterS: number | null,
  random: number,
): number | null {
  const wait = waitsS[Math.max(tries, 1) - 1];
  if (wait === undefined) return null;
  return Math.ceil(Math.max(wait * (1 + jitter * random), retryAfterS ?? 0));
}

/**
 * RFC 9110, 10.2.3: seconds or a date, which is compared with the receiver's own clock if it says
 * what that shows.
 */
export function retryAfterSeconds(
  { "retry-after": given, date }: IncomingHttpHeaders,
  nowMs: number,
): number | null {
  if (given === undefined) return null;
  const clock = Date.parse(date ?? "");
  // `Date.parse` takes numbers for years.
  const at = /^[A-Za-z]{3}/.test(given) ? Date.parse(given) : Number.NaN;
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : (at - (Number.isNaN(clock) ? nowMs : clock)) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), longestPauseS);
}
