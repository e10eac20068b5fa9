import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isFullRun } from "./run";

/** One request of the load, as its client saw it. Status 0: no response. */
export interface Outcome {
  slug: string;
  /**
   * The request's unique utm_campaign, which identifies its click. That of a `Load` ends with a dot
   * and the slug.
   */
  campaign: string;
  status: number;
  location: string | null;
  retryAfter: string | null;
  /** In the time of `performance.now()`. */
  startedAt: number;
  ms: number;
}

export interface Answered {
  slug: string;
  campaign: string;
}

export interface LoadOptions {
  /**
   * Called before every request, so that the load can follow a server that restarts on another
   * port.
   */
  url: () => string;
  slug: () => string;
  workers?: number;
  /**
   * Each worker pauses this long between two requests: 10 ms in the full run, otherwise 30, which
   * leave the machine to the service.
   */
  pauseMs?: number;
  headers?: Record<string, string>;
  method?: string;
}

/**
 * Visitors on keep-alive connections. Each request has a unique utm_campaign, and every response is
 * logged.
 */
export class Load {
  readonly log: Outcome[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly name = randomBytes(4).toString("hex");
  private readonly workers: Promise<void>[];
  private stopping = false;
  private sent = 0;

  constructor(private readonly options: LoadOptions) {
    this.workers = Array.from({ length: options.workers ?? 8 }, () => this.work());
  }

  /** The clicks that must be stored: each got its 302. */
  answered(): Outcome[] {
    return this.log.filter(({ status }) => status === 302);
  }

  /** Requests that started between two times of `performance.now()`. */
  between(from: number, to = Number.POSITIVE_INFINITY): Outcome[] {
    return this.log.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  }

  /**
   * Resolves when `count` requests that started at `from` or later were answered, without a
   * timeout.
   */
  async reached(count: number, from = 0): Promise<void> {
    while (this.between(from).length < count && !this.stopping) await sleep(20);
  }

  /** Resolves when every request has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.workers);
    this.agent.destroy();
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      const { url, headers, method } = this.options;
      const slug = this.options.slug();
      const outcome = await visitOnce(
        url(),
        slug,
        `${this.name}-${this.sent++}.${slug}`,
        this.agent,
        headers,
        method,
      );
      this.log.push(outcome);
      await sleep(outcome.status === 0 ? 50 : (this.options.pauseMs ?? (isFullRun ? 10 : 30)));
    }
  }
}

/**
 * What the machine does meanwhile: the control for every deadline of a parallel load. Requests that
 * the service refuses at once, without its database, and syncs of a file, as the journal needs them.
 */
export class Control {
  private readonly requests: Load;
  private readonly syncs: { ms: number }[] = [];
  private readonly syncing: Promise<void>;
  private isStopping = false;

  constructor(url: () => string) {
    this.requests = new Load({
      url,
      slug: () => "refused",
      method: "POST",
      workers: 2,
      pauseMs: 10,
    });
    this.syncing = this.sync();
  }

  /** For what is answered without being stored. */
  get answerMs(): number {
    return slowest(this.requests.log);
  }

  /** For what is stored before it is answered. */
  get storeMs(): number {
    return Math.max(this.answerMs, slowest(this.syncs));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.requests.stop(), this.syncing]);
  }

  private async sync(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "slugline-control-"));
    const file = await open(join(folder, "synced"), "w");
    while (!this.isStopping) {
      const startedAt = performance.now();
      await file.write("x");
      await file.datasync();
      this.syncs.push({ ms: performance.now() - startedAt });
      await sleep(20);
    }
    await file.close();
    rmSync(folder, { recursive: true });
  }
}

/** The latency of the slowest request in milliseconds. */
export function slowest(outcomes: readonly { ms: number }[]): number {
  return outcomes.reduce((most, { ms }) => Math.max(most, ms), 0);
}

/** The number of outcomes per status. */
export function countByStatus(outcomes: readonly Outcome[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export function visitOnce(
  url: string,
  slug: string,
  campaign: string,
  agent?: Agent,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Outcome> {
  const startedAt = performance.now();
  const ended = (
    status: number,
    location: string | null = null,
    retryAfter: string | null = null,
  ): Outcome => {
    return {
      slug,
      campaign,
      status,
      location,
      retryAfter,
      startedAt,
      ms: performance.now() - startedAt,
    };
  };
  return new Promise((resolve) => {
    const outgoing = request(
      `${url}/${slug}?utm_campaign=${campaign}`,
      { agent, headers, method, timeout: 15_000 },
      (response) => {
        const outcome = ended(
          response.statusCode ?? 0,
          response.headers.location ?? null,
          response.headers["retry-after"] ?? null,
        );
        response.resume().on("close", () => resolve(outcome));
      },
    );
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.on("error", () => resolve(ended(0)));
    outgoing.end();
  });
}
