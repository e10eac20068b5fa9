import pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { Countdown } from "../core/deadline";
import { type Connections, DatabaseClient, type DatabaseClientConfig } from "./connect";
import { prepareSession, type ServerLimits } from "./session-settings";
import { type ClientLimits, connectionOf } from "./timed-client";
import type { Deadlines } from "./write-deadline";

/** SQLSTATE `read_only_sql_transaction`. */
const readOnlyState = "25006";

/**
 * How old a session that can only read may become. It may stay so when the database has become
 * writable, or another server the primary; but without any reuse, each look-up of a visitor would
 * open a connection.
 */
const readOnlyMs = 2_000;

/** What the pools of a service share. */
export interface PoolContext {
  readonly connections: Connections;
  readonly deadlines: Deadlines;
  /** Each new connection finds out whether clicks are distributed. */
  isDistributed: boolean;
}

/**
 * A statement waits for a connection as long as that waits for the server. Silence lasts longer than
 * the server's own limit.
 */
interface GuardedPoolOptions extends Required<ClientLimits> {
  url: string;
  max: number;
  limits: ServerLimits;
}

class UnknownStateError extends Error {
  override readonly name = "UnknownStateError";
}

/**
 * A pool that never reuses a connection in an unknown state. After a client-side timeout the server
 * may still run the statement, and a ROLLBACK may never be sent. The next user would then write
 * into a transaction that is never committed. So a connection is reused only after the server
 * reported it idle and outside any transaction.
 *
 * The driver's pool makes a request wait for the connection that is opened for it, even when others
 * become idle. If opening it hangs, the request would fail. Here any connection serves the request
 * that waits longest.
 */
export class GuardedPool extends pg.Pool {
  private readonly lent = new Set<pg.PoolClient>();
  /** The longest-waiting first. */
  private readonly waiting: ConnectCallback[] = [];
  private obtaining = 0;
  private readonly connectMs: number;
  private readonly opening: Opening;

  constructor(
    context: PoolContext,
    { url, max, limits, connectMs, silenceMs }: GuardedPoolOptions,
  ) {
    const { connections, deadlines } = context;
    const { schema } = parseDatabaseUrl(url);
    const opening: Opening = new Set();
    const options: pg.PoolConfig & GuardedClientConfig = {
      url,
      connections,
      deadlines,
      connectMs,
      opening,
      silenceMs,
      max,
      keepAlive: true,
      Client: GuardedClient as unknown as new () => pg.ClientBase,
      // The connection goes to the longest-waiting request, which may not be the one that opened
      // it.
      onConnect: async (client) => {
        const giveUp = () => connectionOf(client).stream.destroy();
        opening.add(giveUp);
        const prepared = deadlines.without(() => prepareSession(client, schema, limits));
        const session = await prepared.finally(() => opening.delete(giveUp));
        context.isDistributed = session.isDistributed;
        if (session.isReadOnly) (client as unknown as GuardedClient).isReadOnly = true;
      },
    };
    super(options);
    this.connectMs = connectMs;
    this.opening = opening;
    // An idle connection may end, even while the pool is closing.
    this.on("error", () => {});
    this.on("acquire", (client) => this.lent.add(client)).on("release", (_error, client) => {
      this.lent.delete(client);
      // The connection becomes idle after this event.
      process.nextTick(() => {
        if (this.idleCount > 0 && this.waiting.length > 0) this.obtain(null);
      });
    });
    this.connect = ((callback?: ConnectCallback) => {
      if (callback) this.request(deadlines.bind(callback));
      else
        return new Promise((resolve, reject) =>
          this.request((error, client) => (client ? resolve(client) : reject(error))),
        );
    }) as pg.Pool["connect"];
  }

  /** How many requests wait for a connection; `waitingCount` would count attempts to obtain one. */
  get queueLength(): number {
    return this.waiting.length;
  }

  /**
   * Closes every connection at once, also those being opened. Running statements fail, and Postgres
   * rolls back their transactions.
   */
  override async end(): Promise<void> {
    const ended = super.end();
    for (const request of this.waiting.splice(0))
      request(new Error("Cannot use a pool after calling end on the pool"), undefined, () => {});
    for (const giveUp of this.opening) giveUp();
    for (const client of this.lent) (client as GuardedClient).end().catch(() => {});
    await ended;
  }

  private request(callback: ConnectCallback): void {
    const request: ConnectCallback = (error, client, release) => {
      limit.stop();
      callback(error, client, release);
    };
    const limit = new Countdown(this.connectMs, () =>
      this.refuse(request, new Error("timeout exceeded when trying to connect")),
    );
    this.waiting.push(request);
    this.obtain(request);
  }

  /**
   * Takes an idle connection, or opens one, for whoever then waits longest. If it cannot be had,
   * `request` fails.
   */
  private obtain(request: ConnectCallback | null): void {
    this.obtaining++;
    super.connect((error, client, release) => {
      this.obtaining--;
      if (!client) {
        if (request) this.refuse(request, error ?? new Error("no connection"));
        // Opens another one if those that are being opened are too few for the requests that still
        // wait.
        if (this.obtaining < this.waiting.length) this.obtain(this.waiting[0] ?? null);
        return;
      }
      const next = this.waiting.shift();
      if (next) next(undefined, client, release);
      else release();
    });
  }

  private refuse(request: ConnectCallback, error: Error): void {
    const place = this.waiting.indexOf(request);
    if (place === -1) return;
    this.waiting.splice(place, 1);
    request(error, undefined, () => {});
  }
}

/** Called with a connection or an error. */
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** How to give up each connection that is being opened. */
type Opening = Set<() => void>;

interface GuardedClientConfig extends DatabaseClientConfig {
  deadlines: Deadlines;
  opening: Opening;
}

class GuardedClient extends DatabaseClient {
  declare readonly readyForQuery: boolean;
  isReadOnly = false;
  private readonly openedAt = performance.now();
  private giveBack: (error?: Error | boolean) => void = () => {};
  private readonly opening: Opening;

  constructor({ deadlines, opening, ...config }: GuardedClientConfig) {
    super(config);
    this.opening = opening;
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      deadlines.check();
      return send(...given);
    }) as pg.Client["query"];
    connectionOf(this).on("errorMessage", ({ code }: { code?: string }) => {
      if (code === readOnlyState) this.isReadOnly = true;
    });
  }

  protected override async open(): Promise<void> {
    this.opening.add(this.giveUp);
    await super.open().finally(() => this.opening.delete(this.giveUp));
  }

  /**
   * The pool assigns this each time it hands out the connection. An error makes the pool close the
   * connection.
   */
  set release(giveBack: (error?: Error | boolean) => void) {
    this.giveBack = (error) =>
      giveBack(
        error ??
          (this.isReusable()
            ? undefined
            : new UnknownStateError(
                "the connection was not idle, or could only read for too long",
              )),
      );
  }

  get release(): (error?: Error | boolean) => void {
    return this.giveBack;
  }

  private isReusable(): boolean {
    const isTooOld = this.isReadOnly && performance.now() - this.openedAt > readOnlyMs;
    return !isTooOld && this.readyForQuery && this.getTransactionStatus() === "I";
  }
}
