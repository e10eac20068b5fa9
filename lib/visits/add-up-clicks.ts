import { hourMs } from "../core/day";

/** What a batch adds to the counters of one link in one UTC hour. */
interface AddedClicks {
  linkId: number;
  clicks: number;
  firstDayClicks: number;
  firstClickedAt: Date;
  lastClickedAt: Date;
}

/** Sums up clicks sorted by link and time. */
export function addUpClicks(
  clicks: readonly { linkId: number; createdAt: Date; isFirstDay: boolean }[],
): AddedClicks[] {
  const added: AddedClicks[] = [];
  for (const { linkId, createdAt, isFirstDay } of clicks) {
    let entry = added.at(-1);
    if (entry?.linkId !== linkId || hourOf(entry.lastClickedAt) !== hourOf(createdAt)) {
      entry = {
        linkId,
        clicks: 0,
        firstDayClicks: 0,
        firstClickedAt: createdAt,
        lastClickedAt: createdAt,
      };
      added.push(entry);
    }
    entry.clicks++;
    if (isFirstDay) entry.firstDayClicks++;
    entry.lastClickedAt = createdAt;
  }
  return added;
}

/** Hours since 1970. */
function hourOf(instant: Date): number {
  return Math.floor(instant.getTime() / hourMs);
}
