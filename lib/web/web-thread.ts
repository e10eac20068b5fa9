import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { ServiceIssue } from "../config/issues";
import { log } from "../config/log";
import { forward } from "./forward";
import { levelOfPrinted, logPrinted } from "./log-printed";

export interface WebThreadSettings {
  databaseUrl: string;
  /** The port of the service, for its base URL. The thread's own server uses a free port. */
  port: number;
  /** Proves that this process forwarded a request, and not another program on this machine. */
  key: string;
}

export type WebThreadOrder = "begin stopping" | "stop" | { issues: ServiceIssue[] };

const restartMs = 500;
const stopLimitMs = 3_000;

/**
 * Runs Next in its own thread, so that slow pages, garbage collection and the async hooks that Next enables never delay a
 * visitor of a short link. A thread that dies is restarted.
 */
export class WebThread {
  private readonly setting: WebThreadSettings;
  private worker: Worker | null = null;
  private port: number | null = null;
  private stopping = false;
  private issues: ServiceIssue[] = [];

  /** `script`: the thread's code. It gets its setting as `workerData` and posts its port when it is ready. */
  constructor(
    setting: Omit<WebThreadSettings, "key">,
    private readonly script = new URL("./web.js", import.meta.url),
  ) {
    this.setting = { ...setting, key: randomBytes(16).toString("hex") };
  }

  /** Resolves when pages can be served. Throws if the thread cannot start. */
  start(): Promise<void> {
    const worker = new Worker(this.script, { workerData: this.setting, stdout: true, stderr: true });
    // Next's output is for developers. The thread's own log writes to the process's standard error directly.
    logPrinted(worker.stdout, () => "debug");
    logPrinted(worker.stderr, levelOfPrinted);
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", ({ port }: { port: number }) => {
        this.port = port;
        this.say({ issues: this.issues });
        worker.off("error", reject).on("error", (error) => log().error({ reason: error.message }, "the web thread failed"));
        worker.once("exit", () => void this.replace());
        resolve();
      });
    });
  }

  /** Forwards a request to Next. `changesHeard` resolves when the changes of a write take effect in this thread too. */
  answer(request: IncomingMessage, response: ServerResponse, changesHeard: () => Promise<void>): void {
    forward(request, response, { port: this.port, key: this.setting.key, changesHeard });
  }

  /** Sends issues for the doctor to the thread, and to each thread that replaces it. */
  passOn(issues: ServiceIssue[]): void {
    this.issues = issues;
    this.say({ issues });
  }

  /** Called before the server stops accepting, so that readiness is correct in the web thread. */
  beginStopping(): void {
    this.say("begin stopping");
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    this.say("stop");
    await Promise.race([ended, sleep(stopLimitMs, undefined, { ref: false })]);
    await worker.terminate();
  }

  private say(order: WebThreadOrder): void {
    this.worker?.postMessage(order);
  }

  private async replace(): Promise<void> {
    this.port = null;
    while (!this.stopping) {
      log().error("the web thread exited; restarting it");
      await sleep(restartMs);
      if (this.stopping) return;
      try {
        return await this.start();
      } catch (error) {
        log().error({ reason: (error as Error).message }, "the web thread could not be restarted");
      }
    }
  }
}
