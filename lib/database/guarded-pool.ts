import pg from "pg";
import { prepareSession, type ServerLimits } from "./session-settings";
import { admitStatement, keepWork, outsideWork } from "./write-deadline";

/** After this long without a server in reach a statement fails. */
const connectMs = 2_000;

export interface GuardedPoolOptions {
  url: string;
  max: number;
  limits: ServerLimits;
  /** A statement without an answer for this long is given up: the server or the line is gone. Longer than the server's own limit. */
  silenceMs: number;
}

/** A connection came back from its user while its state was not known. */
class UnknownStateError extends Error {
  override readonly name = "UnknownStateError";
}

/**
 * A pool that never hands out a connection in an unknown state. When a statement is given up, the server may still run it,
 * and a ROLLBACK behind it may never be sent; the next user would then write into a transaction that nobody commits. So
 * a connection is reused only when the server has said that it is idle and outside any transaction.
 */
export class GuardedPool extends pg.Pool {
  private readonly lent = new Set<pg.PoolClient>();

  constructor({ url, max, limits, silenceMs }: GuardedPoolOptions) {
    super({
      connectionString: url,
      max,
      connectionTimeoutMillis: connectMs,
      query_timeout: silenceMs,
      keepAlive: true,
      Client: GuardedClient,
      // Whoever waits longest gets the connection, not always who opens it.
      onConnect: (client) => outsideWork(() => prepareSession(client, limits)),
    });
    const connect = this.connect.bind(this) as (callback?: ConnectCallback) => unknown;
    this.connect = ((callback?: ConnectCallback) => connect(callback && keepWork(callback))) as pg.Pool["connect"];
    this.on("acquire", (client) => this.lent.add(client)).on("release", (_error, client) => this.lent.delete(client));
  }

  /** Closes every connection at once: a statement that still runs fails, and Postgres undoes its transaction. */
  override async end(): Promise<void> {
    const ended = super.end();
    for (const client of this.lent) (client as GuardedClient).end().catch(() => {});
    await ended;
  }
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

class GuardedClient extends pg.Client {
  /** Set by pg when the server is ready for the next statement. */
  declare readonly readyForQuery: boolean;
  private giveBack: (error?: Error | boolean) => void = () => {};

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      admitStatement();
      return send(...given);
    }) as pg.Client["query"];
  }

  /** The pool assigns it anew each time it hands the connection out; an error makes the pool close the connection. */
  set release(giveBack: (error?: Error | boolean) => void) {
    this.giveBack = (error) => giveBack(error ?? (this.isIdle() ? undefined : new UnknownStateError("the connection was not idle")));
  }

  get release(): (error?: Error | boolean) => void {
    return this.giveBack;
  }

  private isIdle(): boolean {
    return this.readyForQuery && this.getTransactionStatus() === "I";
  }
}
