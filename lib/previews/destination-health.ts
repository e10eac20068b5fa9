import { dayMs } from "../core/day";
import type { ScrapeFailure } from "./scrape-error";

/**
 * What one check of a destination found. `refusing`: it answers, but not to programs. `unknown`:
 * this service may not go there, or its own network failed.
 */
export const healths = ["reachable", "refusing", "broken", "unknown"] as const;
export type Health = (typeof healths)[number];

/**
 * What is known of a destination. `failing`: the last check failed, but not yet two checks a day
 * apart. `moved`: it works, but has ended at another domain for a day.
 */
export const destinationStates = [
  "unchecked",
  "reachable",
  "refusing",
  "failing",
  "broken",
  "moved",
  "unknown",
] as const;
export type DestinationState = (typeof destinationStates)[number];

/** From the failure of a scrape that got no successful response. */
export function healthOf({ code, status = 0 }: ScrapeFailure): Health {
  switch (code) {
    case "status":
      if (status < 400) return "reachable";
      // Other codes, 999 included, are how sites turn programs away. Browsers may well be welcome.
      return status === 404 || status === 410 || (status >= 500 && status < 600)
        ? "broken"
        : "refusing";
    case "host_not_found":
    case "certificate":
    case "unreachable":
    case "timeout":
      return "broken";
    // Sites that insist on cookies redirect in circles.
    case "too_many_redirects":
      return "refusing";
    default:
      return "unknown";
  }
}

interface Checked {
  health: Health | null;
  failingSince: Date | null;
  brokenSince: Date | null;
  checkedAt: Date | null;
}

/**
 * A server may be down for a night, so a destination is broken only if checks a day apart say so.
 */
export function destinationState({
  health,
  failingSince,
  brokenSince,
  checkedAt,
}: Checked): DestinationState {
  if (health === null) return "unchecked";
  if (health !== "broken") return health;
  // The previous version stores its checks in `failingSince` only. After it has seen a success, the
  // other columns are out of date.
  if (!failingSince) return "reachable";
  return checkedAt &&
    brokenSince &&
    brokenSince >= failingSince &&
    checkedAt.getTime() - brokenSince.getTime() >= dayMs
    ? "broken"
    : "failing";
}
