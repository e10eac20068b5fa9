import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Base } from "../config/base";
import type { ServiceIssue } from "../config/issues";
import type { StoredSettings } from "../config/site-settings";
import { type Snapshot, SnapshotPeers } from "../config/snapshots";
import { Countdown } from "../core/deadline";
import { SluglineError } from "../core/errors";
import type { JournalMark } from "../visits/journal/journal-folder";
import { forward } from "./forward";
import { levelOfPrinted, logPrinted } from "./log-printed";

export interface WebThreadSettings {
  databaseUrl: string;
  /** The port of the service, for its base URL. The thread's own server uses a free port. */
  port: number;
  /** Proves that this process forwarded a request, and not another program on this machine. */
  key: string;
  /** Not given if other processes use the same journal folder. */
  journalMark?: JournalMark | undefined;
}

/** What the main thread knows and the web thread needs. */
export interface Update {
  issues: ServiceIssue[];
  settings: StoredSettings;
}

export type WebThreadOrder = "ping" | "begin stopping" | "stop" | Update | { exchange: unknown };

/** A thread that renders a page for longer contributes its last metrics. */
const metricsLimitMs = 500;
const restartMs = 500;
const stopLimitMs = 3_000;
/** A slow machine needs half a minute. */
const startLimitMs = 180_000;
const pingMs = 5_000;
/**
 * Pings without an answer until the thread counts as hung: half a minute, far longer than any page
 * blocks it.
 */
const pingsUnanswered = 6;

/**
 * Runs Next in its own thread, so that slow pages, garbage collection and the async hooks that Next
 * enables never delay a visitor of a short link. A thread that dies is restarted, and so is one
 * that hangs, such as in an endless loop.
 */
export class WebThread {
  private readonly setting: WebThreadSettings;
  private worker: Worker | null = null;
  private port: number | null = null;
  private stopping = false;
  private known: Update = { issues: [], settings: {} };
  private readonly peers = new SnapshotPeers(metricsLimitMs);
  /** Collects the metrics of the whole instance, when the thread asks for them. */
  collectAll: () => Promise<Snapshot[]> = () => this.snapshots();

  /**
   * `script`: the thread's code. It gets its setting as `workerData`, posts its port when it is
   * ready, and then answers each ping with any message.
   */
  constructor(
    private readonly base: Pick<Base, "log">,
    setting: Omit<WebThreadSettings, "key">,
    private readonly script = new URL("./web.js", import.meta.url),
    private readonly pauseMs = pingMs,
    private readonly limitMs = startLimitMs,
  ) {
    this.setting = { ...setting, key: randomBytes(16).toString("hex") };
  }

  /** Resolves when pages can be served. Throws if the thread ends, or is not ready in time. */
  start(): Promise<void> {
    const worker = new Worker(this.script, {
      workerData: this.setting,
      stdout: true,
      stderr: true,
    });
    // Next's output is for developers. The thread's own log writes to the process's standard error
    // directly.
    logPrinted(this.base.log, worker.stdout, () => "debug");
    logPrinted(this.base.log, worker.stderr, levelOfPrinted);
    this.worker = worker;
    return new Promise((resolve, reject) => {
      const failed = (reason: string) => {
        reject(new SluglineError("internal_error", "threadFailed", { reason }));
        void worker.terminate();
      };
      const ended = (code: number) => failed(`ended before it was ready (exit code ${code})`);
      const limit = new Countdown(this.limitMs, () =>
        failed(`was not ready within ${this.limitMs / 1_000} s`),
      );
      worker.once("error", reject).once("exit", ended);
      worker.once("message", ({ port }: { port: number }) => {
        limit.stop();
        this.port = port;
        this.say(this.known);
        worker.off("exit", ended).off("error", reject);
        worker.on("error", (error) =>
          this.base.log.error({ reason: error.message }, "the web thread failed"),
        );
        const endPings = this.ping(worker);
        const peer = this.peers.join(
          (message) => worker.postMessage(message),
          () => this.collectAll(),
        );
        worker.on("message", peer.receive).once("exit", () => {
          endPings();
          peer.leave();
          void this.replace();
        });
        resolve();
      });
    });
  }

  /**
   * Forwards a request to Next. `waitForChanges` resolves when the changes of a write take effect
   * in this thread too.
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    waitForChanges: (isStored: boolean) => Promise<void>,
  ): void {
    forward(request, response, { port: this.port, key: this.setting.key, waitForChanges });
  }

  /**
   * Sends issues for the doctor, or settings, to the thread and to each thread that replaces it.
   */
  passOn(news: Partial<Update>): void {
    this.known = { ...this.known, ...news };
    this.say(this.known);
  }

  /** The thread's metrics. */
  snapshots(): Promise<Snapshot[]> {
    return this.peers.collect();
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

  /** Ends the thread if it does not answer. Returns how to stop asking. */
  private ping(worker: Worker): () => void {
    let unanswered = 0;
    worker.on("message", () => {
      unanswered = 0;
    });
    const timer = setInterval(() => {
      if (unanswered++ < pingsUnanswered)
        return worker.postMessage("ping" satisfies WebThreadOrder);
      this.base.log.error("the web thread hangs; ending it");
      clearInterval(timer);
      void worker.terminate();
    }, this.pauseMs).unref();
    return () => clearInterval(timer);
  }

  private say(order: WebThreadOrder): void {
    this.worker?.postMessage(order);
  }

  private async replace(): Promise<void> {
    this.port = null;
    while (!this.stopping) {
      this.base.log.error("the web thread exited; restarting it");
      await sleep(restartMs);
      if (this.stopping) return;
      try {
        return await this.start();
      } catch (error) {
        this.base.log.error(
          { reason: (error as Error).message },
          "the web thread could not be restarted",
        );
      }
    }
  }
}
