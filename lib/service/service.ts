import cluster from "node:cluster";
import { createJobsPart } from "../commands/run-job";
import { Base } from "../config/base";
import type { Env } from "../config/env";
import { run } from "../config/running";
import { withDeadline } from "../core/deadline";
import { Turn } from "../core/turn";
import { Database } from "../database/database";
import type { DatabaseRole } from "../database/pools";
import { createRequestsPart } from "../http/requests-part";
import { createLimitsPart } from "../limits/limits-part";
import { createLinksPart } from "../links/links-part";
import { createMessagesPart } from "../messages/messages-part";
import { createOwnersPart } from "../owners/owners-part";
import { createPreviewsPart } from "../previews/previews-part";
import { scrapeNewDestination } from "../previews/refresh-preview";
import { newDaySalts, saltOf } from "../salts/daily-salt";
import { OpenShares } from "../shares/open-shares";
import { createSignInPart } from "../sign-in/sign-in-part";
import { createStatsPart } from "../stats/stats-part";
import { newUploadQueue } from "../transfer/uploads";
import { openGeoDatabase } from "../visits/describe/geo-database";
import { storeMissed } from "../visits/missed-slugs";
import { createVisitsPart } from "../visits/visits-part";
import { Housekeeping } from "./housekeeping";
import { type MetricsSource, readMetrics } from "./metrics";
import { Shutdown, type Stop } from "./shutdown";
import { ThreadFacts, threadMetrics } from "./thread-metrics";
import { workerStopLimitMs } from "./workers";

/** All stop steps together: a process exits within 10 s of a signal. */
const stopLimitMs = 9_500;
/**
 * How long another instance may take to share the day's salt before the first visitor is served.
 */
const saltLimitMs = 2_000;
const notedLimitMs = 300;
/** Without the database the settings of the environment act alone, until it answers. */
const settingsLimitMs = 2_000;

/**
 * How a process stops: in this order, first the HTTP server, last the lock of the data folder. The
 * numbers are the milliseconds that a step has even if all before it hang. A process with WORKERS
 * has only a database and the workers. The time that is left over belongs to the HTTP server, for
 * requests in flight.
 */
const stopSteps = {
  "HTTP server": 500,
  "development server": 500,
  "web thread": 300,
  "missed links and uncounted visits": notedLimitMs,
  "visit recorder": 1_000,
  housekeeping: 300,
  workers: 500,
  "database connections": 300,
  "embedded Postgres": 2_000,
  "data folder": 0,
};

/**
 * One service in one thread: its configuration, and everything that lives as long as it does. Each
 * part gets those made before it that it uses. Nothing runs, connects or opens a file before it is
 * used. `server.ts` adds what a process has once: the embedded Postgres, the HTTP server, workers
 * and the web thread.
 */
export class Service extends Base {
  readonly database = new Database(this);
  readonly salts = newDaySalts(this.config.DATA_DIR);
  readonly links = createLinksPart(
    this,
    this.config.SCRAPE_ON_CREATE ? scrapeNewDestination : null,
  );
  readonly owners = createOwnersPart(this);
  readonly limits = createLimitsPart(this);
  readonly signIn = createSignInPart(this);
  readonly previews = createPreviewsPart(this);
  readonly visits = createVisitsPart(this, this.database);
  readonly stats = createStatsPart();
  readonly shares = new OpenShares(this);
  readonly messages = createMessagesPart(this);
  readonly imports = { turn: new Turn(), uploads: newUploadQueue() };
  readonly jobs = createJobsPart(this);
  readonly requests = createRequestsPart();
  readonly housekeeping = new Housekeeping(this, this.database, this.visits, this.messages);
  readonly thread = new ThreadFacts();
  /** Collects the metrics of all threads of this instance. By default there is only this one. */
  metricsSource: MetricsSource = async () => [threadMetrics()];
  readonly readMetrics = readMetrics;
  isStopping = false;
  private readonly shutdown = new Shutdown(
    this,
    cluster.isWorker ? workerStopLimitMs : stopLimitMs,
    stopSteps,
  );

  /** Opens connections on first use. */
  useDatabase(url: string, role: DatabaseRole = "whole"): void {
    this.database.use(url, role);
    this.addStopStep("database connections", () => this.database.close());
  }

  /**
   * Begins periodic work, replays what an earlier process left in the journal, and settles the
   * settings and the salt that visits need.
   */
  async startWork(): Promise<void> {
    const { database, housekeeping, visits } = this;
    void visits.linkChanges.run();
    housekeeping.start();
    this.addStopStep("housekeeping", () =>
      Promise.all([visits.linkChanges.stop(), housekeeping.stop()]),
    );
    this.addStopStep("visit recorder", () => visits.recorder.flushed());
    // No visitor was promised these, so neither a failure nor a slow database delays the stop.
    const storeNoted = () => Promise.allSettled([storeMissed(), visits.uncountedQueue.store()]);
    this.addStopStep("missed links and uncounted visits", () =>
      withDeadline(storeNoted(), notedLimitMs).catch(() => {}),
    );
    await openGeoDatabase();
    await withDeadline(database.settings.reload(), settingsLimitMs).catch(() => {});
    await saltOf(new Date(), saltLimitMs);
  }

  /** Registers how to stop a part that has just been started. */
  addStopStep(name: keyof typeof stopSteps, stop: Stop): void {
    this.shutdown.add(name, stop);
  }

  /** Resolves within 9.5 s with whether every step succeeded. */
  stop(): Promise<boolean> {
    return this.shutdown.run();
  }
}

/**
 * The composition root. Everything that runs Slugline calls it first: `server.ts`, the web thread,
 * `instrumentation.ts`, command-line tools and tests. A later call in the same thread replaces the
 * service, which must have been stopped.
 */
export function createService(config: Env): Service {
  const service = new Service(config);
  run(service);
  return service;
}
