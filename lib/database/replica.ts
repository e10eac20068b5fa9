import { env } from "../config/env";
import { issues } from "../config/issues";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { databaseUrl, isOnReplica, onReplica, replicaPool } from "./client";
import { DatabaseClient, reasonOf } from "./connect";
import { isStatementTimeout } from "./database-errors";

/** Triggers announce links in the first one, and `announcement` anything else in the second. */
const editChannels = ["slugline_link", "slugline_edit"];

/** A statement that tells all instances that something was edited: they no longer read from a replica without it. */
export const announcement = "SELECT pg_notify('slugline_edit', '')";

/** How long a read may wait to learn whether the replica can serve it. */
const checkMs = 250;
/** Pauses before the replica is asked again, while it has not yet replayed what it should have. Mostly the first is enough. */
const pausesMs = [2, 5, 10];
/** A read that takes longer than this is given up if the replica does not answer meanwhile. */
const slowMs = 1_000;
/** A replica that failed is left alone for so long. */
const restMs = 1_000;

/** A position in the write-ahead log, in bytes from its beginning. It only grows, and needs no clock. */
type Position = number;

/** How the doctor describes the replica: how far it was behind when it was last asked, or why it is not used. */
export type ReplicaState = { staleMs: number } | { problem: string };

/**
 * The replica of DATABASE_REPLICA_URL, and when it may answer. Every edit is announced on the primary before its request is
 * answered, and Postgres delivers announcements before it answers a query on the connection that listens. So after one
 * query there, all edits that an owner may expect to see are known, whichever instance made them. The replica serves a read
 * once it has replayed them all, and is no further behind than DATABASE_REPLICA_MAX_LAG.
 */
class Replica {
  private client: Promise<DatabaseClient> | null = null;
  /** An edit was announced, whose position is not yet known. True at first, because earlier announcements were missed. */
  private isEdited = true;
  private lastEdit: Position = 0;
  /** Where the primary was at recent times (of the monotonic clock), oldest first. */
  private seen: { at: number; position: Position }[] = [];
  private checking: Promise<boolean> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;
  private problem: string | null = null;
  private staleMs = 0;
  private isStopped = false;

  constructor(private readonly mostStaleMs: number) {}

  state(): ReplicaState {
    return this.problem === null ? { staleMs: this.staleMs } : { problem: this.problem };
  }

  /** The result of `read`, which must not write. It runs again on the primary if the replica fails. */
  async serve<T>(read: () => Promise<T>): Promise<T> {
    if (!(await this.mayServe())) return read();
    try {
      return await this.whileAlive(onReplica(read));
    } catch (error) {
      // The primary would say the same.
      if (error instanceof SluglineError || isStatementTimeout(error)) throw error;
      this.failed(error as Error);
      return read();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const client = await this.client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  /** Whether the replica is there and recent enough. Reads that begin before its check is sent share it. */
  mayServe(): Promise<boolean> {
    if (
      this.isStopped ||
      issues()
        .list()
        .some(({ name }) => name === "notifications")
    )
      return Promise.resolve(false);
    const isResting = performance.now() < this.failedAt + restMs;
    if (isResting) return Promise.resolve(false);
    // Nobody waits for a replica that failed: the next reads learn whether it is back.
    if (this.problem !== null) {
      void this.check();
      return Promise.resolve(false);
    }
    return this.check();
  }

  private check(): Promise<boolean> {
    if (this.checking) return this.checking;
    const checking = Promise.resolve().then(() => {
      // Who asks from now on may have edited since.
      this.checking = null;
      return withDeadline(this.isRecent(), checkMs).catch((error) => {
        this.failed(error);
        return false;
      });
    });
    this.checking = checking;
    return checking;
  }

  private async isRecent(): Promise<boolean> {
    const client = await this.listener();
    let position = await this.ask(client);
    if (this.isEdited) {
      this.isEdited = false;
      // An edit is flushed to the log before it is announced, and therefore before this second answer.
      position = await this.ask(client);
      this.lastEdit = position;
    }
    const now = performance.now();
    this.seen = [...this.seen.filter(({ at }) => at >= now - this.mostStaleMs), { at: now, position }];
    for (const pauseMs of [...pausesMs, 0]) {
      const replayed = await this.replayed();
      const known = this.seen.findLast(({ position: reached }) => reached <= replayed);
      if (known && replayed >= this.lastEdit) {
        this.recovered(now - known.at);
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    // It answers, so the next read may find that it has caught up.
    this.recovered(now - (this.seen[0]?.at ?? now));
    return false;
  }

  private async ask(client: DatabaseClient): Promise<Position> {
    try {
      const { rows } = await client.query<{ position: Position }>(`SELECT (pg_current_wal_flush_lsn() - '0/0')::float8 AS "position"`);
      return rows[0]?.position ?? Number.POSITIVE_INFINITY;
    } catch (error) {
      this.forget(client);
      throw error;
    }
  }

  /** How far the replica has replayed the log of the primary. Throws if it is none. */
  private async replayed(): Promise<Position> {
    const { rows } = await replicaPool().query<{ position: Position | null }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS "position"`,
    );
    const position = rows[0]?.position ?? null;
    if (position === null) throw new Error("it is no streaming replica");
    return position;
  }

  /** A connection to the primary that listens for edits. */
  private listener(): Promise<DatabaseClient> {
    this.client ??= this.listen();
    return this.client;
  }

  private async listen(): Promise<DatabaseClient> {
    const client = new DatabaseClient({ url: databaseUrl(), connectionTimeoutMillis: 2_000, query_timeout: 2_000, keepAlive: true });
    client.on("notification", () => {
      this.isEdited = true;
    });
    client.on("end", () => this.forget(client));
    client.on("error", () => this.forget(client));
    try {
      await client.connect();
      await client.query(editChannels.map((channel) => `LISTEN ${channel}`).join("; "));
      this.isEdited = true;
      return client;
    } catch (error) {
      this.forget(client);
      throw error;
    }
  }

  /** The next check connects again. */
  private forget(client: DatabaseClient): void {
    this.client = null;
    void client.end().catch(() => {});
  }

  private async whileAlive<T>(answer: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    answer.then(settle, settle);
    for (;;) {
      await withDeadline(answer, slowMs).catch(() => {});
      if (isSettled) return answer;
      await withDeadline(this.replayed(), checkMs);
    }
  }

  private failed(error: Error): void {
    this.failedAt = performance.now();
    if (this.problem === null && !this.isStopped) log().warn({ reason: reasonOf(error) }, "the read replica cannot be used, so the primary answers");
    this.problem = reasonOf(error);
  }

  private recovered(staleMs: number): void {
    if (this.problem !== null) log().info("the read replica is used again");
    this.problem = null;
    this.staleMs = staleMs;
  }
}

const replica = new PerService("replica", () => {
  const { DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG } = env();
  return DATABASE_REPLICA_URL ? new Replica(DATABASE_REPLICA_MAX_LAG * 1_000) : null;
});

/**
 * The result of `read`, from the replica if there is one and it has every edit that was answered before. `read` only reads,
 * and may run twice. Nested calls stay where the outer one is.
 */
export async function preferReplica<T>(read: () => Promise<T>): Promise<T> {
  const known = replica.get();
  return known === null || isOnReplica() ? read() : known.serve(read);
}

export function hasReplica(): boolean {
  return replica.get() !== null;
}

/** Asks the replica first. Null without one. */
export async function examineReplica(): Promise<ReplicaState | null> {
  const known = replica.get();
  await known?.mayServe();
  return known?.state() ?? null;
}

export async function closeReplica(): Promise<void> {
  await replica.take()?.stop();
}
