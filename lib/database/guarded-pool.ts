import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { startAnswerTimer } from "../core/deadline";
import { type Connections, DatabaseClient, type DatabaseClientConfig } from "./connect";
import { prepareSession, type ServerLimits } from "./session-settings";
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

interface GuardedPoolOptions {
  url: string;
  max: number;
  limits: ServerLimits;
  /** How long a statement waits for a connection, and a connection for the server. */
  connectMs: number;
  /**
   * Client-side timeout of a statement, for when the server or the network is gone. Longer than the
   * server's own limit.
   */
  silenceMs: number;
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
      stop();
      callback(error, client, release);
    };
    const stop = startAnswerTimer(this.connectMs, () =>
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

type ConnectDone = (error?: unknown) => void;

/** How to give up each connection that is being opened. */
type Opening = Set<() => void>;

/** As the driver's pool says it. */
const timeoutMessage = "Connection terminated due to connection timeout";

/** Which the types of the driver leave out. */
function connectionOf(client: pg.ClientBase): EventEmitter & { stream: Duplex } {
  return (client as unknown as { connection: EventEmitter & { stream: Duplex } }).connection;
}

interface GuardedClientConfig extends DatabaseClientConfig {
  deadlines: Deadlines;
  connectMs: number;
  silenceMs: number;
  opening: Opening;
}

class GuardedClient extends DatabaseClient {
  declare readonly readyForQuery: boolean;
  isReadOnly = false;
  private readonly openedAt = performance.now();
  private giveBack: (error?: Error | boolean) => void = () => {};

  constructor({ deadlines, connectMs, silenceMs, opening, ...config }: GuardedClientConfig) {
    super(config);
    const connection = connectionOf(this);
    // The driver's own limits, here and for connecting, would count the time in which this thread
    // stands still.
    let stopTimer: (() => void) | null = null;
    const startTimer = () => {
      stopTimer?.();
      stopTimer = startAnswerTimer(silenceMs, () =>
        connection.stream.destroy(new Error("Query read timeout")),
      );
    };
    const endTimer = () => {
      stopTimer?.();
      stopTimer = null;
    };
    // One statement is answered, so the next one of the queue is sent; after the last one, the queue
    // is drained.
    connection.on("readyForQuery", () => stopTimer && startTimer());
    this.on("drain", endTimer).on("end", endTimer);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      deadlines.check();
      if (stopTimer === null && !connection.stream.destroyed) startTimer();
      return send(...given);
    }) as pg.Client["query"];
    const open = this.connect.bind(this) as (done: ConnectDone) => void;
    this.connect = ((done: ConnectDone) => {
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        connection.stream.destroy();
      };
      const stop = startAnswerTimer(connectMs, giveUp);
      opening.add(giveUp);
      open((error) => {
        stop();
        opening.delete(giveUp);
        if (!isLate) return done(error);
        // It may have been given up before there was a socket.
        void this.end().catch(() => {});
        done(new Error(timeoutMessage, { cause: error }));
      });
    }) as pg.Client["connect"];
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === readOnlyState) this.isReadOnly = true;
    });
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
