import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { Api } from "./api";
import { FaultDatabase } from "./fault-database";
import { type Answered, visitOnce } from "./load";
import { startServer, type TestServer } from "./server";

/** FAULT_ROUNDS multiplies rounds and durations; 1 is the short form. */
export const rounds = Math.max(1, Number(process.env.FAULT_ROUNDS) || 1);

/** One instance of the service that keeps its data folder when it is killed and started again. */
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
    return readdirSync(join(this.dataDir, "journal")).filter((name) => name.endsWith(".journal"));
  }

  async start(): Promise<void> {
    this.running = await startServer(this.databaseUrl(), { env: { DATA_DIR: this.dataDir, LOG_LEVEL: "error", NOT_FOUND_LIMIT: "0", ...this.env } });
  }

  /** Resolves with the exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    return (await this.running?.stop(signal)) ?? null;
  }

  async remove(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async readiness(): Promise<{ status: number; checks: Record<string, string> }> {
    const response = await fetch(`${this.server.url}/api/readyz`);
    const body = (await response.json()) as { checks?: Record<string, string> };
    return { status: response.status, checks: body.checks ?? {} };
  }

  /** Resolves, with the milliseconds it took, when the instance is ready and nothing waits in its journal. */
  async untilDrained(limitMs = 10_000): Promise<number> {
    const from = performance.now();
    for (;;) {
      const { status, checks } = await this.readiness().catch(() => ({ status: 0, checks: {} as Record<string, string> }));
      if (status === 200 && checks.journal === "ok") return performance.now() - from;
      if (performance.now() - from > limitMs) throw new Error(`not drained after ${limitMs} ms: ${JSON.stringify({ status, checks })}`);
      await sleep(50);
    }
  }
}

export interface FaultService {
  database: FaultDatabase;
  instances: Instance[];
  /** The first instance. */
  instance: Instance;
}

/**
 * The control of every test that rests on the journal: clicks on `slug` are answered while Postgres is away, then what
 * the journal kept of them is destroyed. Resolves with the answers, of which the checks must now miss every one.
 */
export async function answerAndLose({ database, instance }: FaultService, slug: string): Promise<Answered[]> {
  await database.crash();
  const visits = Array.from({ length: 5 }, (_, index) => visitOnce(instance.server.url, slug, `to-be-lost-${index}`));
  const answered = (await Promise.all(visits)).filter(({ status }) => status === 302);
  await instance.stop("SIGKILL");
  for (const file of instance.journalFiles) rmSync(join(instance.dataDir, "journal", file));
  await database.restart();
  await instance.start();
  await instance.untilDrained();
  return answered;
}

/** Gives the tests of one file a Postgres of their own and as many instances as they ask for. */
export function useFaultService({ instances = 1, env = {} }: { instances?: number; env?: Record<string, string> } = {}): FaultService {
  const service = { instances: [] } as unknown as FaultService;

  beforeAll(async () => {
    service.database = await FaultDatabase.start();
    for (let made = 0; made < instances; made++) {
      const instance = new Instance(() => service.database.url, env);
      service.instances.push(instance);
      service.instance ??= instance;
      await instance.start();
    }
  });

  afterAll(async () => {
    for (const instance of service.instances) await instance.remove();
    await service.database?.stop();
  });

  return service;
}

/** Asks again until `holds` says so; false when it still does not after `limitMs`. */
export async function eventually(holds: () => boolean | Promise<boolean>, limitMs: number, pauseMs = 20): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (await holds()) return true;
    await sleep(pauseMs);
  }
  return holds();
}
