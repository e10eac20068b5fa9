import type { Link } from "./link";

/** A text that changes whenever a click or a bot hit is added to a link. */
export function statisticsVersion({ clickCount, botHitCount }: Link): string {
  return `${clickCount} ${botHitCount}`;
}
