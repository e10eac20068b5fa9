import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDailyBackup } from "../backup/daily-backups";
import { continueJobs } from "../commands/run-job";
import type { Base } from "../config/base";
import { running } from "../config/running";
import { dayMs } from "../core/day";
import { withDeadline } from "../core/deadline";
import { errorText } from "../core/errors";
import type { Database } from "../database/database";
import { isBeyondStatement, isStatementTimeout } from "../database/database-errors";
import { watchHosts } from "../doctor/host-watch";
import { checkForUpdate } from "../doctor/update-check";
import { deletedLinks, removeLeftHistory } from "../links/remove-history";
import { dueMessages } from "../messages/claims";
import { repairClockSkew } from "../messages/deliveries";
import { tidyDropped } from "../messages/dropped";
import type { Messages } from "../messages/messages-part";
import { watchDigests } from "../messages/watch-digests";
import { watchLinks, watchTraffic } from "../messages/watch-links";
import { leftJobs } from "../owners/jobs";
import { checkDestinations, roundEveryMs } from "../previews/check-destinations";
import { forgetOldIcons } from "../previews/forget-old-icons";
import { destroyOldSalts, destroyPlainSalts, maintainSalts } from "../salts/daily-salt";
import {
  aggregateClicks,
  unpackAll,
  unpackNeglected,
  vacuumPacks,
} from "../stats/aggregate/aggregate-clicks";
import { backfillTotals } from "../stats/aggregate/backfill-totals";
import { closeMonths } from "../stats/aggregate/close-months";
import { clicksSetAside, moveSetAside } from "../stats/aggregate/move-set-aside";
import { pruneVisitors } from "../stats/aggregate/prune-visitors";
import { watchAggregation } from "../stats/aggregate/watch-aggregation";
import { whilePending } from "../stats/aggregate/while-pending";
import { addClickMonths, dropOldClicks, indexClickTimes } from "../visits/click-months";
import { renewCountryFile } from "../visits/describe/country-file";
import { refreshGeoDatabase } from "../visits/describe/geo-database";
import { storeMissed } from "../visits/missed-slugs";
import { replayJournal } from "../visits/replay-journal";
import type { Visits } from "../visits/visits-part";
import { LeftWork } from "./left-work";
import { deleteOld, everyMsOf, retentionTables } from "./retention";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const stopLimitMs = 2_000;
const unpackLimitMs = 1_000;
/** How long rare work may delay the first round of the next at a start. */
const turnMs = 1_000;
/** How long work that times out may find the portion that it manages. */
const patienceMs = 60_000;

type Pause = number | ((tookMs: number) => number);

function lengthOf(pause: Pause, tookMs: number): number {
  return typeof pause === "number" ? pause : pause(tookMs);
}

/** Periodic work that does not depend on visits. */
export class Housekeeping {
  private readonly stopping = new AbortController();
  private loops: Promise<void>[] = [];
  /** When the next rare work may begin. */
  private nextTurn: Promise<void> = Promise.resolve();
  private readonly backupPause = { until: 0 };

  constructor(
    private readonly base: Base,
    private readonly database: Database,
    private readonly visits: Visits,
    private readonly messages: Messages,
  ) {}

  start(): void {
    // Every loop listens while it pauses.
    setMaxListeners(0, this.stopping.signal);
    const { ROLE } = this.base.config;
    this.loops = [
      this.every(200, "replay the journal", (signal) => replayJournal(signal)),
      this.every(1_000, "try where clicks can be stored", () => this.visits.storage.watch(), {
        withoutDatabase: true,
      }),
      this.every(10_000, "destroy old salts", () => destroyOldSalts(new Date()), {
        withoutDatabase: true,
      }),
      this.every(4_000, "share the day's salt", () => maintainSalts(new Date())),
      this.every(5_000, "store missed links", storeMissed),
      this.every(1_000, "store uncounted visits", () => this.visits.uncountedQueue.store()),
      this.every(
        hourMs,
        "renew the file of countries",
        (signal) => renewCountryFile(new Date(), signal),
        {
          withoutDatabase: true,
        },
      ),
      this.every(minuteMs, "read GEO_DATABASE again", () => refreshGeoDatabase(new Date()), {
        withoutDatabase: true,
      }),
      // An instance that only redirects may be far from the database.
      ...(ROLE === "redirects"
        ? [this.every(10_000, "unpack clicks", (signal) => unpackNeglected(signal))]
        : this.maintenance()),
    ];
  }

  /** What any one instance does for all. */
  private maintenance(): Promise<void>[] {
    const { counts, issues } = this.base;
    const watched = watchAggregation(issues);
    const left = new LeftWork(this.database.pools, {
      changes: leftJobs,
      history: deletedLinks,
      messages: dueMessages,
      setAside: clicksSetAside,
    });
    return [
      // Under load rounds get larger and rarer, so shared counters are written less often.
      this.every(
        (tookMs) => Math.min(Math.max(500, 9 * tookMs), 5_000),
        "aggregate clicks",
        watched(
          whilePending(counts, this.database.pools, aggregateAll),
          () => !running().stats.aggregation.isFailing,
        ),
      ),
      this.every(10_000, "vacuum packs of clicks", vacuumPacks),
      this.rarely(hourMs, "create partitions for the coming months", () =>
        addClickMonths(new Date()),
      ),
      this.rarely(hourMs, "destroy plain salts", () => destroyPlainSalts(new Date())),
      this.every(2_000, "continue changes of many links", left.ifAny("changes", continueJobs)),
      this.every(
        1_000,
        "remove the history of deleted links",
        left.ifAny("history", removeLeftHistory),
      ),
      this.every(500, "set clicks aside", left.ifAny("setAside", moveSetAside)),
      this.rarely(
        hourMs,
        "aggregate the labels of past months",
        watched((signal) => closeMonths(new Date(), { signal })),
      ),
      this.rarely(
        hourMs,
        "add up the labels of all links",
        watched((signal) => backfillTotals({ signal })),
      ),
      this.rarely(hourMs, "delete the visitors of past days", () => pruneVisitors(new Date())),
      this.rarely(hourMs, "drop old clicks", (signal) => this.dropClicks(signal)),
      this.rarely(hourMs, "index the times of past clicks", (signal) =>
        indexClickTimes(new Date(), signal),
      ),
      this.rarely(dayMs, "delete old icons of hosts", (signal) =>
        forgetOldIcons(new Date(), signal),
      ),
      this.every(
        (tookMs) => Math.max(0, roundEveryMs - tookMs),
        "check destinations",
        (signal) => this.checkDestinations(signal),
      ),
      this.every(
        1_000,
        "send messages",
        left.ifAny("messages", () => this.messages.sender.start()),
      ),
      this.every(3_000, "watch links for messages", watchLinks),
      this.every(minuteMs / 2, "watch traffic for messages", () => watchTraffic(new Date())),
      this.rarely(minuteMs, "write weekly digests", watchDigests),
      this.rarely(minuteMs, "put the times of messages right", repairClockSkew),
      this.rarely(minuteMs, "add up the messages that were left out", tidyDropped),
      ...retentionTables.map((table) =>
        this.rarely(everyMsOf(table), `delete old rows of ${table}`, () =>
          deleteOld(table, new Date()),
        ),
      ),
      this.rarely(hourMs, "watch the own hosts", (signal) => watchHosts(new Date(), signal)),
      this.rarely(minuteMs, "make the daily backup", (signal) => this.backUp(signal)),
      this.every(
        hourMs,
        "ask for a newer version",
        (signal) => checkForUpdate(new Date(), signal),
        { withoutDatabase: true },
      ),
    ];
  }

  /**
   * Does not wait for work that a slow database delays. It is rolled back when its connection
   * closes.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.messages.sender.stop();
    await Promise.race([Promise.all(this.loops), sleep(stopLimitMs, undefined, { ref: false })]);
    // The previous version may start next.
    await withDeadline(unpackAll(AbortSignal.timeout(unpackLimitMs)), unpackLimitMs).catch(
      () => {},
    );
  }

  /**
   * Rare work begins in turn, because all of it at once would leave the first visitors of a start
   * neither time nor connections.
   */
  private async rarely(
    pauseMs: number,
    title: string,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.stopping;
    const turn = this.nextTurn;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.nextTurn = turn.then(() =>
      Promise.race([ended, sleep(turnMs, undefined, { signal, ref: false }).catch(() => {})]),
    );
    await turn;
    await this.every(pauseMs, title, (each) => work(each).finally(end));
  }

  /**
   * Runs `work` now, then again each time `pause` after it ended. A failure is logged once, until
   * the work succeeds again. A timeout is logged only if it lasts: rounds get smaller until one fits
   * into its time, which takes a few while a large database is not cached yet.
   */
  private async every(
    pause: Pause,
    title: string,
    work: (signal: AbortSignal) => Promise<void>,
    { withoutDatabase = false } = {},
  ): Promise<void> {
    const { signal } = this.stopping;
    let failingSince: number | null = null;
    let logged = "";
    while (!signal.aborted) {
      const from = performance.now();
      try {
        await (withoutDatabase ? work(signal) : this.whileAvailable(() => work(signal)));
        failingSince = null;
        logged = "";
      } catch (error) {
        const reason = errorText(error);
        failingSince ??= from;
        const isPassing = isStatementTimeout(error) && from - failingSince < patienceMs;
        if (!isPassing && reason !== logged && !signal.aborted) {
          this.base.log.warn({ reason }, `could not ${title}; retrying`);
          logged = reason;
        }
      }
      const pauseMs = lengthOf(pause, performance.now() - from);
      await sleep(failingSince !== null ? Math.min(pauseMs, 5_000) : pauseMs, undefined, {
        signal,
        ref: false,
      }).catch(() => {});
    }
  }

  /** Leaves work out while the database has just failed other work. */
  private async whileAvailable(work: () => Promise<void>): Promise<void> {
    const health = this.database.health.maintenance;
    if (health.isUnavailable()) return;
    try {
      await work();
    } catch (error) {
      if (isBeyondStatement(error)) health.markFailed();
      throw error;
    }
  }

  private async dropClicks(signal: AbortSignal): Promise<void> {
    const { CLICK_RETENTION_DAYS } = this.base.config;
    if (CLICK_RETENTION_DAYS !== undefined)
      await dropOldClicks(CLICK_RETENTION_DAYS, new Date(), { signal });
  }

  private async checkDestinations(signal: AbortSignal): Promise<void> {
    const { PREVIEW_RECHECK_HOURS: hours } = this.base.config;
    if (hours > 0) await checkDestinations(hours, () => new Date(), signal);
  }

  private async backUp(signal: AbortSignal): Promise<void> {
    const { BACKUP_DIR, BACKUP_KEEP } = this.base.config;
    if (BACKUP_DIR === undefined) return;
    const place = { folder: BACKUP_DIR, keep: BACKUP_KEEP, pause: this.backupPause };
    await makeDailyBackup(place, new Date(), signal);
  }
}

async function aggregateAll(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await aggregateClicks()));
}
