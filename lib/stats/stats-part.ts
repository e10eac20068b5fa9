import { Aggregation } from "./aggregate/aggregate-clicks";
import type { KnownLag } from "./aggregate/aggregation-lag";
import { newBackfillRound } from "./aggregate/backfill-totals";
import { newMonthsRound } from "./aggregate/close-months";
import { newSetAsideRound } from "./aggregate/move-set-aside";
import { newListQueue } from "./list/bounded-list";
import { newCountedHours } from "./report/single-visitors";
import { ReadLimit } from "./sources/pending-clicks";
import { newKeptSums } from "./sources/settled-sums";

/** What reports and aggregation learn from one to the next. */
export function createStatsPart() {
  return {
    aggregation: new Aggregation(),
    backfillRound: newBackfillRound(),
    monthsRound: newMonthsRound(),
    setAsideRound: newSetAsideRound(),
    lag: null as KnownLag | null,
    readLimit: new ReadLimit(),
    keptSums: newKeptSums(),
    countedHours: newCountedHours(),
    listQueue: newListQueue(),
  };
}

declare module "../config/running" {
  interface Parts {
    stats: ReturnType<typeof createStatsPart>;
  }
}
