import pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { DatabaseClient, type DatabaseClientConfig } from "./connect";
import { prepareSession, type ServerLimits } from "./session-settings";
import { admitStatement, keepWork, outsideWork } from "./write-deadline";

/** Connection timeout, after which a statement fails. */
const connectMs = 2_000;

interface GuardedPoolOptions {
  url: string;
  max: number;
  limits: ServerLimits;
  /** Client-side timeout of a statement, for when the server or the network is gone. Longer than the server's own limit. */
  silenceMs: number;
}

class UnknownStateError extends Error {
  override readonly name = "UnknownStateError";
}

/**
 * A pool that never reuses a connection in an unknown state. After a client-side timeout the server may still run the
 * statement, and a ROLLBACK may never be sent. The next user would then write into a transaction that is never committed.
 * So a connection is reused only after the server reported it idle and outside any transaction.
 */
export class GuardedPool extends pg.Pool {
  private readonly lent = new Set<pg.PoolClient>();

  constructor({ url, max, limits, silenceMs }: GuardedPoolOptions) {
    const { schema } = parseDatabaseUrl(url);
    const options: pg.PoolConfig & DatabaseClientConfig = {
      url,
      max,
      connectionTimeoutMillis: connectMs,
      query_timeout: silenceMs,
      keepAlive: true,
      Client: GuardedClient as unknown as new () => pg.ClientBase,
      // The connection goes to the longest-waiting request, which may not be the one that opened it.
      onConnect: (client) => outsideWork(() => prepareSession(client, schema, limits)),
    };
    super(options);
    // An idle connection may end, even while the pool is closing.
    this.on("error", () => {});
    const connect = this.connect.bind(this) as (callback?: ConnectCallback) => unknown;
    this.connect = ((callback?: ConnectCallback) => connect(callback && keepWork(callback))) as pg.Pool["connect"];
    this.on("acquire", (client) => this.lent.add(client)).on("release", (_error, client) => this.lent.delete(client));
  }

  /** Closes every connection at once. Running statements fail, and Postgres rolls back their transactions. */
  override async end(): Promise<void> {
    const ended = super.end();
    for (const client of this.lent) (client as GuardedClient).end().catch(() => {});
    await ended;
  }
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

class GuardedClient extends DatabaseClient {
  declare readonly readyForQuery: boolean;
  private giveBack: (error?: Error | boolean) => void = () => {};

  constructor(config: DatabaseClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      admitStatement();
      return send(...given);
    }) as pg.Client["query"];
  }

  /** The pool assigns this each time it hands out the connection. An error makes the pool close the connection. */
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
