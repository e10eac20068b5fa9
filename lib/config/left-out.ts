import { type Sentence, sentence } from "../texts/sentence";
import type { Counts, LeftOut } from "./counts";
import type { Issues } from "./issues";
import { running } from "./running";

const shownMs = 24 * 3_600_000;

const texts: Record<LeftOut, Sentence> = {
  uncounted: sentence("checkLeftOutUncounted"),
  missed: sentence("checkLeftOutMissed"),
  activity: sentence("checkLeftOutActivity"),
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
    const advice = sentence("checkLeftOutAdvice");
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
