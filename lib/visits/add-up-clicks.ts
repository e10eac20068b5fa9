/** What a batch adds to the counters of one link in one UTC hour. Timestamps are ISO 8601, UTC. */
export interface AddedClicks {
  linkId: number;
  clicks: number;
  firstDayClicks: number;
  firstClickedAt: string;
  lastClickedAt: string;
}

/** Sums up clicks sorted by link and time. */
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
