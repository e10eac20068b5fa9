import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { Api } from "./api";
import { FaultDatabase } from "./fault-database";
import { lastingPort } from "./lasting-port";
import { type Answered, visitOnce } from "./load";
import { Books, findImbalances, findTwice, scrape } from "./metrics";
import { type Readiness, readiness, startServer, type TestServer, untilDrained } from "./server";
import { postForm } from "./visitor";

/** FAULT_ROUNDS multiplies rounds and durations; 1 is the short form. */
export const rounds = Math.max(1, Number(process.env.FAULT_ROUNDS) || 1);

/** One instance of the service. It keeps its data folder across kills and restarts. */
export class Instance {
  readonly dataDir = mkdtempSync(join(tmpdir(), "slugline-fault-data-"));
  private running: TestServer | null = null;

  constructor(
    private readonly databaseUrl: () => string,
    private readonly env: Record<string, string> = {},
  ) {}

  get server(): TestServer {
    if (!this.running) throw new Error("the instance was not started");
    return this.running;
  }

  get api(): Api {
    return new Api(this.server);
  }

  get journalFiles(): string[] {
    const folder = join(this.dataDir, "journal");
    // The first entry creates it.
    return existsSync(folder)
      ? readdirSync(folder).filter((name) => name.endsWith(".journal"))
      : [];
  }

  /** With `cwd`, runs the build of another checkout. */
  async start(cwd?: string): Promise<void> {
    const env = { DATA_DIR: this.dataDir, LOG_LEVEL: "error", NOT_FOUND_LIMIT: "0", ...this.env };
    this.running = await startServer(this.databaseUrl(), {
      env,
      ...(cwd !== undefined && { cwd }),
    });
  }

  /** Resolves with the exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    return (await this.running?.stop(signal)) ?? null;
  }

  async remove(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /**
   * The metrics of this instance do not balance. Its process may have replayed what a killed one
   * left in the journal.
   */
  findImbalances(): Promise<string[]> {
    return findTwice(async () =>
      findImbalances(await scrape(this.server), { leftInJournal: true }),
    );
  }

  readiness(): Promise<Readiness> {
    return readiness(this.server);
  }

  /**
   * Resolves, with the elapsed milliseconds, when the instance is ready and its journal is empty.
   */
  untilDrained(limitMs?: number): Promise<number> {
    return untilDrained(this.server, limitMs);
  }
}

/** Books of the first instance, from now on. */
export function openBooks({ instance, database }: FaultService): Promise<Books> {
  return Books.open(instance, database.sql);
}

export interface FaultService {
  database: FaultDatabase;
  instances: Instance[];
  /** The first instance. */
  instance: Instance;
}

interface Losable {
  instance: Instance;
  database: Pick<FaultDatabase, "crash" | "restart">;
}

/**
 * The negative control of all journal tests: clicks on `slug` are answered while Postgres is down,
 * then the journal is destroyed. Resolves with the answered clicks, all of which the checks must
 * report as lost.
 */
export async function answerAndLose(
  { database, instance }: Losable,
  slug: string,
): Promise<Answered[]> {
  await database.crash();
  const visits = Array.from({ length: 5 }, (_, index) =>
    visitOnce(instance.server.url, slug, `to-be-lost-${index}`),
  );
  const answered = (await Promise.all(visits)).filter(({ status }) => status === 302);
  await instance.stop("SIGKILL");
  for (const file of instance.journalFiles) rmSync(join(instance.dataDir, "journal", file));
  await database.restart();
  await instance.start();
  await instance.untilDrained();
  return answered;
}

/**
 * Gives the password of a link and returns the cookie that lets its sender in from now on, on all
 * instances. The click has no campaign.
 */
export async function enterLink(
  { instance }: FaultService,
  slug: string,
  password: string,
): Promise<string> {
  const { status, headers } = await postForm(instance.server, `/${slug}`, { password });
  const [cookie] = headers["set-cookie"]?.[0]?.split(";") ?? [];
  if (status !== 303 || !cookie) throw new Error(`/${slug} answered the password with ${status}`);
  return cookie;
}

/**
 * Gives the tests of one file a separate Postgres and the given number of instances, whose first
 * start is that of the build in `cwd`.
 */
export function useFaultService({
  instances = 1,
  env = {},
  cwd,
}: {
  instances?: number;
  env?: Record<string, string>;
  cwd?: string;
} = {}): FaultService {
  const service = { instances: [] } as unknown as FaultService;

  beforeAll(async () => {
    service.database = await FaultDatabase.start();
    for (let made = 0; made < instances; made++) {
      const instance = new Instance(() => service.database.url, {
        ...env,
        PORT: String(await lastingPort()),
      });
      service.instances.push(instance);
      service.instance ??= instance;
      await instance.start(cwd);
    }
  });

  afterAll(async () => {
    for (const instance of service.instances) await instance.remove();
    await service.database?.stop();
  });

  return service;
}

/** Polls until `holds` returns true; false after `limitMs`. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  pauseMs = 20,
): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (await holds()) return true;
    await sleep(pauseMs);
  }
  return holds();
}
