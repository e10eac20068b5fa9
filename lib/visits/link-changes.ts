import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { issues } from "../config/issues";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { withDeadline } from "../core/deadline";
import { databaseUrl, maintenanceDatabase } from "../database/client";
import { DatabaseClient } from "../database/connect";
import { saltChannel } from "../salts/agree-on-salt";
import { shareSalts } from "../salts/daily-salt";
import { linkCache } from "./link-cache";

interface LinkChangesOptions {
  /** A dead connection may give no sign, so it gets a heartbeat query. It is closed if the answer takes longer than `answerLimitMs`. */
  heartbeatMs: number;
  answerLimitMs: number;
  /** How often a test notification is sent over another connection, to check that it arrives. */
  echoMs: number;
  sendEcho: (channel: string) => Promise<unknown>;
}

const defaults: LinkChangesOptions = {
  heartbeatMs: 400,
  answerLimitMs: 400,
  echoMs: 5_000,
  sendEcho: (channel) => maintenanceDatabase().$executeRaw`SELECT pg_notify(${channel}, '')`,
};
const retryMs = 250;
const echoLimitMs = 2_000;

/**
 * Listens for link changes on its own connection and invalidates changed links, until `stop` is called. While the
 * connection is lost, or notifications do not arrive (a pooler in transaction mode drops them), all cached links count as
 * stale. A change therefore takes effect within a second in any case.
 */
export class LinkChanges {
  private stopped = false;
  private client: pg.Client | null = null;
  /** Serialises queries on that connection. */
  private turn: Promise<unknown> = Promise.resolve();
  private lost = new AbortController();
  private readonly options: LinkChangesOptions;
  private readonly echoChannel = `slugline_echo_${randomBytes(8).toString("hex")}`;
  private echoArrived: () => void = () => {};
  /** Test notifications were sent but did not arrive. */
  private isDeaf = false;
  private hasListened = true;

  constructor(options: Partial<LinkChangesOptions> = {}) {
    this.options = { ...defaults, ...options };
  }

  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.listen();
      } catch (error) {
        // Logged once per working connection, not per reconnect attempt.
        if (!this.stopped && this.hasListened) log().warn({ reason: (error as Error).message }, "lost the LISTEN connection for link changes");
        this.hasListened = false;
      }
      linkCache().stoppedListening();
      if (!this.stopped) await sleep(retryMs);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.lost.abort(new Error("stopped"));
    await this.client?.end().catch(() => {});
  }

  /** Postgres delivers pending notifications before it answers a query, so one query is enough. */
  async heard(): Promise<void> {
    const { client, lost } = this;
    if (client === null) return;
    try {
      await withDeadline(this.ask(client), this.options.answerLimitMs);
    } catch (error) {
      linkCache().stoppedListening();
      lost.abort(error);
    }
  }

  private ask(client: pg.Client): Promise<unknown> {
    const answer = this.turn.then(() => client.query("SELECT 1"));
    this.turn = answer.catch(() => {});
    return answer;
  }

  private async listen(): Promise<void> {
    const client = new DatabaseClient({ url: databaseUrl(), connectionTimeoutMillis: 2_000, keepAlive: true });
    // A signal instead of a promise: racing against a long-pending promise leaks every racer.
    const lost = new AbortController();
    client.on("error", (error) => lost.abort(error));
    client.on("end", () => lost.abort(new Error("the connection ended")));
    client.on("notification", ({ channel, payload }) => {
      if (channel === this.echoChannel) this.echoArrived();
      else if (channel === saltChannel) void shareSalts().catch(() => {});
      else linkCache().forget(payload ?? "");
    });
    this.lost = lost;
    try {
      await client.connect();
      await client.query(`LISTEN slugline_link; LISTEN ${saltChannel}; LISTEN ${this.echoChannel}`);
      if (!this.isDeaf) linkCache().startedListening();
      this.client = client;
      this.hasListened = true;
      this.turn = Promise.resolve();
      const echoes = this.echo(lost.signal);
      try {
        await this.beat(client, lost.signal);
      } finally {
        lost.abort(new Error("the connection was closed"));
        await echoes;
      }
    } finally {
      this.client = null;
      void client.end().catch(() => {});
    }
  }

  private async beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!this.stopped) {
      await sleep(this.options.heartbeatMs, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
      await withDeadline(this.ask(client), this.options.answerLimitMs);
    }
  }

  /** Periodically checks that notifications arrive, until `signal` is aborted. */
  private async echo(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(this.options.echoMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      const arrived = await this.isEchoHeard();
      if (signal.aborted || arrived === null || arrived !== this.isDeaf) continue;
      this.isDeaf = !arrived;
      if (this.isDeaf) {
        linkCache().stoppedListening();
        issues().raise({
          name: "notifications",
          text: "Notifications of Postgres do not arrive, so every visit queries the database for its link.",
          advice: "A connection pooler in transaction mode drops them: set DATABASE_URL to Postgres itself, or to a pooler in session mode.",
        });
      } else {
        linkCache().startedListening();
        issues().clear("notifications");
      }
    }
  }

  /** Null if the database did not accept the notification. */
  private async isEchoHeard(): Promise<boolean | null> {
    const arrival = new Promise<true>((resolve) => {
      this.echoArrived = () => resolve(true);
    });
    try {
      await this.options.sendEcho(this.echoChannel);
    } catch {
      return null;
    }
    return withDeadline(arrival, echoLimitMs).catch(() => false);
  }
}

const changes = new PerService("link-changes", () => {
  const listener = new LinkChanges();
  void listener.run();
  return listener;
});

export function followLinkChanges(): void {
  changes.get();
}

export async function stopFollowingLinkChanges(): Promise<void> {
  await changes.peek()?.stop();
}

/** Resolves when all changes committed before the call take effect here: their notifications arrived, or the whole cache counts as stale. */
export async function linkChangesHeard(): Promise<void> {
  await changes.peek()?.heard();
}
