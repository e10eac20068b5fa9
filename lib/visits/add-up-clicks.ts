/** What the clicks of one link within one hour (UTC) of a batch add to its counters; instants in ISO 8601, UTC. */
export interface AddedClicks {
  linkId: number;
  clicks: number;
  firstDayClicks: number;
  firstClickedAt: string;
  lastClickedAt: string;
}

/** Adds up clicks that are in the order of their links and, within one, of time. */
export function addUpClicks(clicks: readonly { linkId: number; createdAt: string; isFirstDay: boolean }[]): AddedClicks[] {
  const added: AddedClicks[] = [];
  for (const { linkId, createdAt, isFirstDay } of clicks) {
    let entry = added.at(-1);
    if (entry?.linkId !== linkId || hourOf(entry.lastClickedAt) !== hourOf(createdAt)) {
      entry = { linkId, clicks: 0, firstDayClicks: 0, firstClickedAt: createdAt, lastClickedAt: createdAt };
      added.push(entry);
    }
    entry.clicks++;
    if (isFirstDay) entry.firstDayClicks++;
    entry.lastClickedAt = createdAt;
  }
  return added;
}

/** "2026-03-01T10" */
function hourOf(instant: string): string {
  return instant.slice(0, 13);
}
