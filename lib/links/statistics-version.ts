import type { Link } from "./link";

/** Changes whenever a link gets a click or a bot hit. */
export function statisticsVersion({ clickCount, botHitCount }: Link): string {
  return `${clickCount} ${botHitCount}`;
}
