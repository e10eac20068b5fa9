import { Base } from "../config/base";
import type { Env } from "../config/env";
import { beginService } from "../config/per-service";
import { run } from "../config/running";
import { withDeadline } from "../core/deadline";
import { Database } from "../database/database";
import type { DatabaseRole } from "../database/pools";
import { onNewDestination } from "../links/new-destination";
import { scrapeNewDestination } from "../previews/scrape-new-destination";
import { saltOf } from "../salts/daily-salt";
import { openGeoDatabase } from "../visits/geo-database";
import { storeMissed } from "../visits/missed-slugs";
import { storeUncounted } from "../visits/uncounted-queue";
import { recorderFlushed } from "../visits/visit-recorder";
import { startHousekeeping, stopHousekeeping } from "./housekeeping";
import { Shutdown } from "./shutdown";

/** All stop steps together: a process exits within 10 s of a signal. */
const stopLimitMs = 9_500;
/** How long another instance may take to share the day's salt before the first visitor is served. */
const saltLimitMs = 2_000;
const notedLimitMs = 300;
/** Without the database the settings of the environment act alone, until it answers. */
const settingsLimitMs = 2_000;

/**
 * One service in one thread: its configuration, and everything that lives as long as it does (every `PerService` value:
 * pools, caches, recorder, journal, periodic work). The parts that have an order are started by the methods below, in the
 * order of the methods; `stop` stops them in reverse. `server.ts` adds what a process has once: the embedded Postgres,
 * the HTTP server, workers and the web thread.
 */
export class Service extends Base {
  readonly database = new Database(this);
  private readonly shutdown = new Shutdown(this, stopLimitMs);

  /** Opens connections on first use. */
  useDatabase(url: string, role: DatabaseRole = "whole"): void {
    this.database.use(url, role);
    this.addStopStep("database connections", () => this.database.close(), 300);
  }

  /**
   * Begins periodic work, replays what an earlier process left in the journal, and settles the settings and the salt that visits
   * need.
   */
  async startWork(): Promise<void> {
    startHousekeeping();
    this.addStopStep("housekeeping", stopHousekeeping);
    this.addStopStep("visit recorder", recorderFlushed, 1_000);
    // No visitor was promised these, so neither a failure nor a slow database delays the stop.
    const storeNoted = () => Promise.allSettled([storeMissed(), storeUncounted()]);
    this.addStopStep("missed links and uncounted visits", () => withDeadline(storeNoted(), notedLimitMs).catch(() => {}), notedLimitMs);
    await openGeoDatabase();
    await withDeadline(this.database.settings.reload(), settingsLimitMs).catch(() => {});
    await saltOf(new Date(), saltLimitMs);
  }

  /** Registers how to stop a part that has just been started; see `Shutdown`. */
  addStopStep(name: string, stop: () => unknown, reserveMs?: number): void {
    this.shutdown.add(name, stop, reserveMs);
  }

  /** Resolves within 9.5 s with whether every step succeeded. */
  stop(): Promise<boolean> {
    return this.shutdown.run();
  }
}

/**
 * The composition root. Everything that runs Slugline calls it first: `server.ts`, the web thread, `instrumentation.ts`
 * and tests. A later call in the same thread replaces the service, which must have been stopped.
 */
export function createService(config: Env): Service {
  beginService();
  // Connects layers that must not import each other.
  onNewDestination(scrapeNewDestination);
  const service = new Service(config);
  run(service);
  return service;
}
