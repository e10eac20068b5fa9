import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { ServiceIssue } from "../config/issues";
import { log } from "../config/log";
import { forward } from "./forward";
import { levelOfPrinted, logPrinted } from "./log-printed";

/** What the thread must know; it shares nothing else with the rest of the process. */
export interface PagesSetting {
  databaseUrl: string;
  /** The port of the service, for its base URL; the thread's own server takes a free one. */
  port: number;
  /** Proves that a request was passed on by us and not sent by another program of this machine. */
  key: string;
}

/** What is said to the thread. */
export type PagesOrder = "begin stopping" | "stop" | { issues: ServiceIssue[] };

const restartMs = 500;
const stopLimitMs = 3_000;

/**
 * Next in a thread of its own: a page that takes long to render, or its garbage, never keeps a visitor of a short link
 * waiting, and neither do the async hooks that Next switches on for its whole thread. One that dies is replaced.
 */
export class PagesThread {
  private readonly setting: PagesSetting;
  private worker: Worker | null = null;
  private port: number | null = null;
  private stopping = false;
  private issues: ServiceIssue[] = [];

  /** `script`: what runs in the thread, told its setting by `workerData`; it posts its port when it answers. */
  constructor(
    setting: Omit<PagesSetting, "key">,
    private readonly script = new URL("./web.js", import.meta.url),
  ) {
    this.setting = { ...setting, key: randomBytes(16).toString("hex") };
  }

  /** Resolves when pages are answered. Throws what keeps the thread from starting. */
  start(): Promise<void> {
    const worker = new Worker(this.script, { workerData: this.setting, stdout: true, stderr: true });
    // Next's notices are for developers; the thread's own log writes to the standard error of the process by itself.
    logPrinted(worker.stdout, () => "debug");
    logPrinted(worker.stderr, levelOfPrinted);
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", ({ port }: { port: number }) => {
        this.port = port;
        this.say({ issues: this.issues });
        worker.off("error", reject).on("error", (error) => log().error({ reason: error.message }, "the pages' thread failed"));
        worker.once("exit", () => void this.replace());
        resolve();
      });
    });
  }

  /** Passes a request on to Next. `isHeard` resolves when what a write has changed acts in this thread too. */
  answer(request: IncomingMessage, response: ServerResponse, isHeard: () => Promise<void>): void {
    forward(request, response, { port: this.port, key: this.setting.key, isHeard });
  }

  /** Tells the thread, and each that replaces it, what the doctor must show. */
  passOn(issues: ServiceIssue[]): void {
    this.issues = issues;
    this.say({ issues });
  }

  /** Said before the server stops accepting, so that the readiness that pages tell is the truth. */
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

  private say(order: PagesOrder): void {
    this.worker?.postMessage(order);
  }

  private async replace(): Promise<void> {
    this.port = null;
    while (!this.stopping) {
      log().error("the pages' thread ended; starting another one");
      await sleep(restartMs);
      if (this.stopping) return;
      try {
        return await this.start();
      } catch (error) {
        log().error({ reason: (error as Error).message }, "the pages' thread could not be replaced");
      }
    }
  }
}
