import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../config/env";
import { log } from "../config/log";
import { Countdown } from "../core/deadline";
import { checkServer } from "../database/check-server";
import { databaseProblem, isConnectionCut } from "../database/database-errors";
import { migrate } from "../database/migrate";
import { connectionsNeeded, connectionsOpened } from "../database/pool-sizes";
import { superviseEmbeddedPostgres } from "../database/supervise-postgres";
import { noticeNewApiToken } from "../owners/session-secret";
import { ensureFirstOwner, hasOwner } from "../sign-in/first-owner";
import { announce } from "./announce";
import type { Service } from "./service";

/** How long steps are tried again, from the first one that failed. */
const totalMs = 20_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

interface Prepared {
  url: string;
  /** Whether there is an owner. */
  isSetUp: boolean;
}

/**
 * Prepares a migrated database for `service`. Without DATABASE_URL it starts the embedded Postgres.
 * Call it before periodic work begins, which may keep the same connections busy for seconds.
 */
export async function prepareDatabase(
  service: Service,
  { isDevelopment = false } = {},
): Promise<Prepared> {
  const { DATABASE_URL, DATA_DIR, ROLE } = env();
  const steps = new StartSteps();
  if (DATABASE_URL) announce("Connecting to the database");
  let url = DATABASE_URL ?? (await startPostgres(service, steps, DATA_DIR));
  if (cluster.isPrimary) {
    const given = url;
    url = await steps.run(() => checkServer(given, connectionsOpened(env()), !DATABASE_URL));
    const { length } = await steps.run(() => migrate(url, { reportSlow }));
    if (length > 0) announce(`Applied ${length === 1 ? "1 migration" : `${length} migrations`}`);
  }
  service.useDatabase(url, isDevelopment ? "whole" : "main");
  if (!cluster.isPrimary || (ROLE === "redirects" && !isDevelopment)) return { url, isSetUp: true };
  await steps.run(noticeNewApiToken);
  await steps.run(() => ensureFirstOwner(env()));
  return { url, isSetUp: await steps.run(hasOwner) };
}

const reportSlow = ({ name, place, of }: { name: string; place: number; of: number }) =>
  announce(`Applying migration ${place} of ${of}, which takes longer: ${name}`);

async function startPostgres(
  service: Service,
  steps: StartSteps,
  dataDir: string,
): Promise<string> {
  announce("Starting Postgres");
  const starting = steps.run(() => superviseEmbeddedPostgres(dataDir, connectionsNeeded(env())));
  // Registered before it has started, so that a signal during startup leaves no Postgres running.
  service.addStopStep("embedded Postgres", async () => {
    announce("Stopping Postgres");
    await (await starting.catch(() => null))?.stop();
  });
  return (await starting).url;
}

/**
 * Runs the steps of a start that use the database. One whose connection is cut, as by a restart of
 * the server, runs again, so it must do nothing twice. What does not pass by itself, such as a
 * wrong password, ends the start at once.
 */
class StartSteps {
  private limit: Countdown | null = null;
  private hasConnected = false;

  async run<T>(step: () => Promise<T>): Promise<T> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const result = await step();
        this.hasConnected = true;
        return result;
      } catch (error) {
        if (!this.mayPass(error)) throw error;
        this.hasConnected = true;
        this.limit ??= new Countdown(totalMs);
        if (this.limit.leftMs === 0) throw error;
        log().warn(
          { reason: (error as Error).message, pauseMs },
          "lost a connection to the database while starting; trying again",
        );
        await sleep(pauseMs);
      }
    }
  }

  /** A server that has answered, and is refused now, restarts. */
  private mayPass(error: unknown): boolean {
    if (isConnectionCut(error)) return true;
    const isUnavailable = databaseProblem(rootOf(error)) === "unavailable";
    return this.hasConnected && isUnavailable;
  }
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}
