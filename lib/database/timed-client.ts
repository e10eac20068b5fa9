import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";
import { Countdown } from "../core/deadline";

/** In milliseconds of a `Countdown`; without one, the connection waits without end. */
export interface ClientLimits {
  connectMs?: number;
  /** For the answer to a statement, for when the server or the network is gone. */
  silenceMs?: number;
}

/** As the driver's pool says it. */
export const timeoutMessage = "Connection terminated due to connection timeout";

/** Which the types of the driver leave out. */
export function connectionOf(client: pg.ClientBase): EventEmitter & { stream: Duplex } {
  return (client as unknown as { connection: EventEmitter & { stream: Duplex } }).connection;
}

/**
 * The driver's client with limits that do not count the time in which this thread stands still, as
 * the driver's own would.
 */
export class TimedClient extends pg.Client {
  protected isGivenUp = false;
  /** Ends a connection that is being opened. */
  readonly giveUp = () => {
    this.isGivenUp = true;
    connectionOf(this).stream.destroy();
  };

  constructor({ connectMs, silenceMs, ...config }: pg.ClientConfig & ClientLimits) {
    super(config);
    // An idle connection may end; the next query then reports it.
    this.on("error", () => {});
    if (silenceMs !== undefined) this.limitSilence(silenceMs);
    this.connect = ((done?: (error?: unknown) => void) => {
      const connected = this.connectWithin(connectMs);
      if (!done) return connected;
      connected.then(() => done(), done);
    }) as pg.Client["connect"];
  }

  protected open(): Promise<unknown> {
    return super.connect();
  }

  private async connectWithin(connectMs: number | undefined): Promise<this> {
    const limit = connectMs === undefined ? null : new Countdown(connectMs, this.giveUp);
    const error = await this.open().then(
      () => null,
      (reason: unknown) => reason,
    );
    limit?.stop();
    if (this.isGivenUp) {
      // It may have been given up before there was a socket.
      void this.end().catch(() => {});
      throw new Error(timeoutMessage, { cause: error });
    }
    if (error !== null) throw error;
    return this;
  }

  private limitSilence(silenceMs: number): void {
    const connection = connectionOf(this);
    let limit: Countdown | null = null;
    const begin = () => {
      limit?.stop();
      limit = new Countdown(silenceMs, () =>
        connection.stream.destroy(new Error("Query read timeout")),
      );
    };
    const end = () => {
      limit?.stop();
      limit = null;
    };
    // One statement is answered, so the next one of the queue is sent; after the last one, the queue
    // is drained.
    connection.on("readyForQuery", () => limit && begin());
    this.on("drain", end).on("end", end);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      if (limit === null && !connection.stream.destroyed) begin();
      return send(...given);
    }) as pg.Client["query"];
  }
}
