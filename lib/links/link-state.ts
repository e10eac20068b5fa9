/**
 * What a visitor meets at a link, by the first that applies. An `active` link redirects, a
 * `protected` one does so for visitors who know its password.
 */
export type LinkState = "disabled" | "expired" | "usedUp" | "scheduled" | "protected" | "active";

type Instant = Date | string | null | undefined;

/** The fields that decide. Those that most links do not have may be left out. */
interface StateFacts {
  enabled: boolean;
  expiresAt: Instant;
  maxClicks?: number | null | undefined;
  clickCount?: number;
  startsAt?: Instant;
  hasPassword?: boolean | undefined;
}

/**
 * The only place that knows their order. In SQL it is `stateConditions`; a test compares the two.
 */
export function linkState(
  { enabled, expiresAt, maxClicks, clickCount = 0, startsAt, hasPassword }: StateFacts,
  now: Date,
): LinkState {
  if (!enabled) return "disabled";
  if (expiresAt != null && timeOf(expiresAt) <= now.getTime()) return "expired";
  if (maxClicks != null && clickCount >= maxClicks) return "usedUp";
  if (startsAt != null && timeOf(startsAt) > now.getTime()) return "scheduled";
  return hasPassword ? "protected" : "active";
}

/** Whether the link leads somewhere, perhaps behind its password. */
export function isActive(link: StateFacts, now: Date): boolean {
  const state = linkState(link, now);
  return state === "active" || state === "protected";
}

function timeOf(instant: Date | string): number {
  return typeof instant === "string" ? Date.parse(instant) : instant.getTime();
}
