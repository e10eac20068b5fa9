import type { Counts, LeftOut } from "./counts";
import type { Issues } from "./issues";
import { running } from "./running";

const shownMs = 24 * 3_600_000;

const texts: Record<LeftOut, string> = {
  uncounted: "Some uncounted visits were not recorded because too many were waiting to be stored.",
  missed: "Some missed links were not recorded because too many were waiting to be stored.",
  activity: "Some events could not be stored and are missing from the activity log.",
};

/**
 * Counts what a bounded queue could not take, for `/api/metrics`. The health check reports it until
 * a day has passed without.
 */
export class LeftOutReports {
  private readonly timers = new Map<LeftOut, NodeJS.Timeout>();

  constructor(
    private readonly counts: Counts,
    private readonly issues: Issues,
  ) {}

  note(what: LeftOut): void {
    this.counts.leftOut[what]++;
    const known = this.timers.get(what);
    if (known) return void known.refresh();
    const name = `left-out-${what}` as const;
    const advice = "Check the database and the log. Clicks are not affected.";
    this.issues.raise({ name, text: texts[what], advice });
    const timer = setTimeout(() => {
      this.timers.delete(what);
      this.issues.clear(name);
    }, shownMs);
    timer.unref();
    this.timers.set(what, timer);
  }
}

export function leftOut(): LeftOutReports {
  return running().leftOut;
}
