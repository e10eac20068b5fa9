import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { log } from "./log";

/** A worker could not start; it has said why itself. */
export class WorkerStartError extends Error {
  override readonly name = "WorkerStartError";
}

/**
 * Runs `count` copies of this program behind one port (node:cluster) and replaces one that dies. Resolves with the base
 * URL once all answer. They share nothing but the database, like instances on different machines.
 */
export class Workers {
  private stopping = false;

  async start(count: number, env: Record<string, string>): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.fork(env)));
    cluster.on("exit", (worker) => {
      if (this.stopping) return;
      log().error({ pid: worker.process.pid }, "a worker died; starting another one");
      this.fork(env).catch((error: Error) => log().error({ reason: error.message }, "a worker could not be replaced"));
    });
    return urls[0] ?? "";
  }

  /** Ends all of them gracefully. */
  async stop(): Promise<void> {
    this.stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endOf));
  }

  private async fork(env: Record<string, string>): Promise<string> {
    const worker = cluster.fork(env);
    return new Promise((resolve, reject) => {
      worker.once("exit", () => reject(new WorkerStartError("A worker ended before it could answer.")));
      worker.on("message", (message: { ready?: string }) => {
        if (message.ready !== undefined) resolve(message.ready);
      });
    });
  }
}

async function endOf(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exited;
}
