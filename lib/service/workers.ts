import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Base } from "../config/base";
import { type Snapshot, SnapshotPeers } from "../config/snapshots";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { Exchange } from "../core/exchange";
import { RestartBackoff } from "../core/restart-backoff";
import { english } from "../texts/say";
import { threadMetrics } from "./thread-metrics";

/** A worker could not start. It has already logged the reason. */
export class WorkerStartError extends Error {
  override readonly name = "WorkerStartError";
}

/** Longer than the web thread of a worker may take to start. */
const startLimitMs = 240_000;
/** A worker that has not stopped by then is killed. The primary process stops the database next. */
const stopLimitMs = 7_000;
/** What a worker gives itself for all of its stop. */
export const workerStopLimitMs = stopLimitMs - 500;
/** Longer than a worker waits for its web thread. */
const metricsLimitMs = 1_000;
const primaryLimitMs = 2_000;

/**
 * Runs `count` copies of this program on one port (node:cluster) and restarts any that dies.
 * Resolves with the base URL once all are ready. They share only the database, like instances on
 * different machines.
 */
export class Workers {
  private readonly stopping = new AbortController();
  private readonly peers = new SnapshotPeers(metricsLimitMs);

  constructor(private readonly base: Pick<Base, "log">) {}

  async start(count: number, env: Record<string, string>): Promise<string> {
    const urls = await Promise.all(
      Array.from({ length: count }, async () => {
        const worker = this.fork(env);
        const url = await untilReady(worker);
        void this.supervise(worker, env);
        return url;
      }),
    );
    return urls[0] ?? "";
  }

  /** Stops all workers gracefully. Throws if one hung and was killed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const killed = (await Promise.all(workers.map(terminate))).filter(
      (wasKilled) => wasKilled,
    ).length;
    if (killed > 0)
      throw new Error(`${killed} of ${workers.length} workers hung and had to be killed`);
  }

  /** Replaces `first`, and each of its successors, when it exits. */
  private async supervise(first: Worker, env: Record<string, string>): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new RestartBackoff();
    let worker: Worker | null = first;
    while (!signal.aborted) {
      const from = performance.now();
      const reason = worker ? await endOf(worker) : english("workerNoMemory");
      if (signal.aborted) return;
      const pauseMs = backoff.pauseAfter(performance.now() - from);
      this.base.log.error(
        { pid: worker?.process.pid, reason, pauseMs },
        "a worker exited; starting a replacement",
      );
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = this.refork(env);
      // One that hangs is killed, and replaced like any other that exits.
      if (worker) untilReady(worker).catch(() => {});
    }
  }

  /** Any worker may ask for the metrics of all. */
  private fork(env: Record<string, string>): Worker {
    const worker = cluster.fork(env);
    const peer = this.peers.join(
      (message) => void (worker.isConnected() && worker.send(message)),
      async () => [threadMetrics(), ...(await this.peers.collect())] satisfies Snapshot[],
    );
    worker.on("message", peer.receive);
    void endOf(worker).then(peer.leave);
    return worker;
  }

  /** Null if the system cannot create another process right now. */
  private refork(env: Record<string, string>): Worker | null {
    try {
      return this.fork(env);
    } catch {
      return null;
    }
  }
}

/**
 * In a worker: the metrics of all workers, collected by the primary process. `collectOwn` collects
 * those of this worker.
 */
export function collectFromPrimary(
  collectOwn: () => Promise<Snapshot[]>,
): () => Promise<Snapshot[]> {
  const primary = new Exchange(
    (message) => void (process.connected && process.send?.(message)),
    collectOwn,
  );
  process.on("message", (message) => primary.receive(message));
  return () => primary.ask(primaryLimitMs);
}

/** Resolves with the base URL. A worker that is not ready in time is killed. */
async function untilReady(worker: Worker): Promise<string> {
  const isReady = new Promise<string>((resolve, reject) => {
    void endOf(worker).then(() => reject(new WorkerStartError(english("workerExited"))));
    worker.on("message", (message: { ready?: string }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });
  try {
    return await withDeadline(isReady, startLimitMs);
  } catch (error) {
    if (!isDeadlineError(error)) throw error;
    worker.process.kill("SIGKILL");
    throw new WorkerStartError(english("workerKilled", { seconds: startLimitMs / 1_000 }));
  }
}

function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once("exit", (code: number, signal: string | null) =>
      resolve(signal ?? english("exitCode", { code })),
    );
    // A process that failed to spawn never emits `exit`.
    worker.on("error", (error: Error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}

/**
 * Resolves with whether the worker hung and was killed. A kill is not waited for: it cannot fail,
 * and the primary's own limit is near.
 */
async function terminate(worker: Worker): Promise<boolean> {
  if (worker.isDead()) return false;
  const ended = endOf(worker).then(() => false);
  worker.process.kill("SIGTERM");
  return withDeadline(ended, stopLimitMs).catch(() => {
    worker.process.kill("SIGKILL");
    return true;
  });
}
