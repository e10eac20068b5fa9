import type { Click } from "./describe-click";

const hourMs = 3_600_000;

/** What the clicks of one link within one hour (UTC) of a batch add to its counters. */
export interface AddedClicks {
  linkId: number;
  clicks: number;
  firstDayClicks: number;
  /** ISO 8601, UTC. */
  firstClickedAt: string;
  lastClickedAt: string;
  /** Since 1970. */
  hour: number;
}

/** Adds up clicks that are in the order of their links and, within one, of time. */
export function addUpClicks(clicks: readonly Click[]): AddedClicks[] {
  const added: AddedClicks[] = [];
  for (const { linkId, createdAt, isFirstDay } of clicks) {
    const at = createdAt.toISOString();
    const hour = Math.floor(createdAt.getTime() / hourMs);
    let entry = added.at(-1);
    if (entry?.linkId !== linkId || entry.hour !== hour) {
      entry = { linkId, hour, clicks: 0, firstDayClicks: 0, firstClickedAt: at, lastClickedAt: at };
      added.push(entry);
    }
    entry.clicks++;
    if (isFirstDay) entry.firstDayClicks++;
    entry.lastClickedAt = at;
  }
  return added;
}
