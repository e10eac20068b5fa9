import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Base } from "../config/base";
import { DeadlineError, isDeadlineError, withDeadline } from "../core/deadline";
import { SharedTurn } from "../core/turn";
import { DatabaseClient } from "../database/connect";
import type { Database } from "../database/database";
import { settingsChannel } from "../database/stored-settings";
import { saltChannel, saltListenerLock } from "../salts/agree-on-salt";
import { shareSalts } from "../salts/daily-salt";
import { sentence } from "../texts/sentence";
import type { LinkCaches } from "./link-caches";
import { ownPart } from "./own-part";

interface LinkChangesOptions {
  /**
   * A dead connection may give no sign, so it gets a heartbeat query. All cached links count as
   * stale while the answer is late.
   */
  heartbeatMs: number;
  lateMs: number;
  /** How often a test notification is sent over another connection, to check that it arrives. */
  echoMs: number;
  sendEcho: (database: Database, channel: string) => Promise<unknown>;
}

const defaults: LinkChangesOptions = {
  heartbeatMs: 400,
  lateMs: 200,
  echoMs: 5_000,
  sendEcho: ({ pools }, channel) =>
    pools.client("maintenance").$executeRaw`SELECT pg_notify(${channel}, '')`,
};
/** The connection is closed if a heartbeat's answer takes longer than so many times `lateMs`. */
const mostWaits = 3;
const connectMs = 2_000;
const retryMs = 250;
const settingsLimitMs = 400;
const echoLimitMs = 2_000;
const endMs = 2_000;

/**
 * Listens for link changes (prisma/rules/notifications.sql) on its own connection and invalidates
 * changed links, until `stop` is called. While the connection is lost, or notifications do not
 * arrive (a pooler in transaction mode drops them), all cached links count as stale. A change
 * therefore takes effect within a second in any case. Changes of the site's settings are heard the
 * same way, and read again and again meanwhile.
 */
export class LinkChanges {
  private stopped = false;
  private client: pg.Client | null = null;
  /** Queries on that connection. */
  private pings = new SharedTurn<unknown>(() => Promise.reject(new Error("not connected")));
  /** Late answers on that connection that have not arrived. */
  private late = 0;
  private connectionLost = new AbortController();
  private readonly options: LinkChangesOptions;
  private readonly echoChannel = `slugline_echo_${randomBytes(8).toString("hex")}`;
  private echoArrived: () => void = () => {};
  /** Test notifications were sent but did not arrive. */
  private notificationsLost = false;
  private hasListened = true;
  private isFollowing = false;

  constructor(
    private readonly base: Pick<Base, "issues" | "log">,
    private readonly database: Database,
    private readonly caches: LinkCaches,
    options: Partial<LinkChangesOptions> = {},
  ) {
    this.options = { ...defaults, ...options };
  }

  async run(): Promise<void> {
    this.isFollowing = true;
    while (!this.stopped) {
      try {
        await this.listen();
      } catch (error) {
        // Logged once per working connection, not per reconnect attempt.
        if (!this.stopped && this.hasListened)
          this.base.log.warn(
            { reason: (error as Error).message },
            "lost the LISTEN connection for link changes",
          );
        this.hasListened = false;
      }
      this.caches.stoppedListening();
      if (this.stopped) return;
      void this.database.settings.reload();
      await sleep(retryMs);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.connectionLost.abort(new Error("stopped"));
    // A server that hangs does not end the connection.
    if (this.client) await withDeadline(this.client.end(), endMs).catch(() => {});
  }

  /**
   * Resolves when all changes committed before the call take effect here: their notifications
   * arrived, or the whole cache counts as stale. Postgres delivers pending notifications before it
   * answers a query, so one query is enough. `isStored`: a write was answered with success, so the
   * database probably works. (A server action also refuses with 200.)
   */
  async waitForNotifications(isStored: boolean): Promise<void> {
    if (!this.isFollowing) return;
    const { client, connectionLost } = this;
    let isCaughtUp = false;
    try {
      isCaughtUp =
        client !== null &&
        (await this.isInTime(client, this.pings.run())) &&
        !this.notificationsLost;
    } catch (error) {
      this.caches.stoppedListening();
      connectionLost.abort(error);
    }
    // Even a connection that answers may be newer than the change.
    if (isStored) this.caches.resumeLookups();
    // A slow read only delays the settings.
    await withDeadline(
      isCaughtUp ? this.database.settings.reloaded() : this.database.settings.reload(),
      settingsLimitMs,
    ).catch(() => {});
  }

  /**
   * Whether the answer arrives in time. If it does not, the cache counts as stale until it has
   * arrived.
   */
  private async isInTime(client: pg.Client, answer: Promise<unknown>): Promise<boolean> {
    const { connectionLost } = this;
    try {
      await withDeadline(answer, this.options.lateMs);
      return true;
    } catch (error) {
      if (!isDeadlineError(error)) throw error;
    }
    this.late++;
    this.caches.stoppedListening();
    const arrived = () => {
      if (client === this.client && --this.late === 0 && !this.notificationsLost)
        this.caches.resumed();
    };
    answer.then(arrived, (error) => connectionLost.abort(error));
    return false;
  }

  private async listen(): Promise<void> {
    const client = new DatabaseClient({
      url: this.database.pools.url,
      connections: this.database.connections,
      connectMs,
      keepAlive: true,
    });
    // A signal instead of a promise: racing against a long-pending promise leaks every racer.
    const connectionLost = new AbortController();
    client.on("error", (error) => connectionLost.abort(error));
    client.on("end", () => connectionLost.abort(new Error("the connection ended")));
    client.on("notification", ({ channel, payload }) => {
      if (channel === this.echoChannel) this.echoArrived();
      else if (channel === saltChannel) void shareSalts().catch(() => {});
      else if (channel === settingsChannel) void this.database.settings.reload();
      else this.caches.forget(payload ?? "");
    });
    this.connectionLost = connectionLost;
    const reading = setInterval(
      () => void this.database.settings.reload(),
      this.options.heartbeatMs,
    );
    try {
      await client.connect();
      const channels = `LISTEN slugline_link; LISTEN ${saltChannel}; LISTEN ${settingsChannel}; LISTEN ${this.echoChannel}`;
      await withDeadline(
        client.query(`${channels}; SELECT pg_advisory_lock_shared(${saltListenerLock})`),
        connectMs,
      );
      clearInterval(reading);
      void this.database.settings.reload();
      if (!this.notificationsLost) this.caches.startedListening();
      this.client = client;
      this.hasListened = true;
      this.pings = new SharedTurn(() => client.query("SELECT 1"));
      this.late = 0;
      // An echo under way may take long, and the connection is to be replaced meanwhile.
      void this.echo(connectionLost.signal);
      await this.beat(client, connectionLost.signal);
    } finally {
      connectionLost.abort(new Error("the connection was closed"));
      clearInterval(reading);
      this.client = null;
      void client.end().catch(() => {});
    }
  }

  private async beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!this.stopped) {
      await sleep(this.options.heartbeatMs, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
      const answer = this.pings.run();
      for (let waited = 1; !(await this.isInTime(client, answer)); waited++) {
        if (waited === mostWaits)
          throw new DeadlineError(`no answer within ${waited * this.options.lateMs} ms`);
        void this.database.settings.reload();
      }
      if (this.notificationsLost || this.database.settings.isUnread)
        void this.database.settings.reload();
    }
  }

  /** Periodically checks that notifications arrive, until `signal` is aborted. */
  private async echo(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(this.options.echoMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      const arrived = await this.receivesNotifications();
      if (signal.aborted || arrived === null || arrived !== this.notificationsLost) continue;
      this.notificationsLost = !arrived;
      if (this.notificationsLost) {
        this.caches.stoppedListening();
        this.base.issues.raise({
          name: "notifications",
          text: sentence("notificationsLost"),
          advice: sentence("notificationsAdvice"),
        });
        // After a failover the connection may still lead to the old primary.
        this.connectionLost.abort(new Error("notifications do not arrive"));
      } else {
        this.caches.startedListening();
        this.base.issues.clear("notifications");
      }
    }
  }

  /** Null if the database did not accept the notification. */
  private async receivesNotifications(): Promise<boolean | null> {
    const arrival = new Promise<true>((resolve) => {
      this.echoArrived = () => resolve(true);
    });
    try {
      await this.options.sendEcho(this.database, this.echoChannel);
    } catch {
      return null;
    }
    return withDeadline(arrival, echoLimitMs).catch(() => false);
  }
}

/** The same, in the service that this thread runs. */
export function waitForLinkChanges(isStored = true): Promise<void> {
  return ownPart().linkChanges.waitForNotifications(isStored);
}
