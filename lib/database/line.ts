import type pg from "pg";
import { DatabaseClient } from "./connect";

const connectMs = 2_000;

interface LineOptions {
  url: string;
  /** A statement without an answer fails after this, and the connection is closed. */
  silenceMs: number;
  /** What a new connection needs before its first use. */
  prepare: (client: DatabaseClient) => Promise<void>;
}

interface Session {
  client: DatabaseClient;
  isOpen: boolean;
  /** The driver wants one statement at a time. */
  turn: Promise<unknown>;
}

/** One connection beside the pools, for short questions. It is opened when it is needed, and again after it was lost. */
export class Line {
  private session: Promise<Session> | null = null;
  private isReady = false;
  private isStopped = false;

  constructor(private readonly options: LineOptions) {}

  /** Whether the next question needs no new connection. */
  get isOpen(): boolean {
    return this.isReady;
  }

  /** The first row of the answer. */
  async ask<R extends pg.QueryResultRow>(text: string): Promise<R | undefined> {
    const session = await this.open();
    const answer = session.turn.then(() => session.client.query<R>(text));
    session.turn = answer.catch(() => {});
    try {
      return (await answer).rows[0];
    } catch (error) {
      this.drop(session);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.isStopped = true;
    const session = await this.session?.catch(() => null);
    if (session) this.drop(session);
  }

  private open(): Promise<Session> {
    if (this.isStopped) return Promise.reject(new Error("the connection was closed"));
    if (this.session) return this.session;
    const opening = this.connect();
    this.session = opening;
    opening.catch(() => {
      if (this.session === opening) this.session = null;
    });
    return opening;
  }

  private async connect(): Promise<Session> {
    const { url, silenceMs, prepare } = this.options;
    const client = new DatabaseClient({ url, connectionTimeoutMillis: connectMs, query_timeout: silenceMs, keepAlive: true });
    const session: Session = { client, isOpen: true, turn: Promise.resolve() };
    client.on("error", () => this.drop(session));
    client.on("end", () => this.drop(session));
    try {
      await client.connect();
      await prepare(client);
    } catch (error) {
      this.drop(session);
      throw error;
    }
    this.isReady = session.isOpen;
    return session;
  }

  private drop(session: Session): void {
    if (!session.isOpen) return;
    session.isOpen = false;
    this.session = null;
    this.isReady = false;
    void session.client.end().catch(() => {});
  }
}
