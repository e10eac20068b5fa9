import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../config/env";
import { issues } from "../config/issues";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { withDeadline } from "../core/deadline";
import { isSluglineError } from "../core/errors";
import { databaseUrl, readFrom, readsFrom } from "./client";
import { reasonOf } from "./connect";
import { isConflict, isStatementTimeout } from "./database-errors";
import { isDistributed } from "./distributed";
import { Line } from "./line";

/** Triggers announce links and aliases in the first one, and what else owners edit in the second. */
const editChannels = ["slugline_link", "slugline_edit"];

/** How long a read may wait to learn whether the replica can serve it. */
const checkMs = 250;
/** Pauses before the replica is asked again, while it has not yet replayed what it should have. Mostly the first is enough. */
const pausesMs = [2, 5, 10];
const silenceMs = 1_000;
/** If a read takes longer, the replica is asked whether it is still there. */
const slowMs = 1_000;
/** A replica that failed is not asked again for so long. */
const backoffMs = 1_000;
/** The primary's position is noted this often while the replica is used, so that a replica with a constant lag has one to be compared with. */
const noteMs = 1_000;
const usedMs = 30_000;
const mostNotes = 100;

/** A position in the write-ahead log, in bytes from its beginning. It only grows, and needs no clock. */
type Position = number;

/** Whether the replica answers. `problem` completes "it is not used: ...". */
export type ReplicaState = { kind: "used" } | { kind: "behind" } | { kind: "unused"; problem: string };

/**
 * The replica of DATABASE_REPLICA_URL, and when it may answer. Triggers announce every edit when it is committed, and Postgres
 * delivers announcements before it answers a query on a connection that listens. So after one query there, all edits that an owner
 * may expect to see are known, whoever made them. The replica serves a read once it has replayed them all, and is no further
 * behind than DATABASE_REPLICA_MAX_LAG.
 */
class Replica {
  private readonly primary: Line;
  private readonly replica: Line;
  /** Announced edits. The first stands for those before the connection listened. */
  private edits = 1;
  /** How many of them were committed by `lastEdit`. */
  private placedEdits = 0;
  private lastEdit: Position = 0;
  private lastReplayed: Position = 0;
  /** Where the primary was at recent times (of the monotonic clock), oldest first. */
  private notes: { at: number; position: Position }[] = [];
  private noting: NodeJS.Timeout | null = null;
  private usedAt = 0;
  private checking: Promise<boolean> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;
  private problem: string | null = null;
  private isBehind = false;
  private isStopped = false;

  constructor(
    url: string,
    private readonly mostStaleMs: number,
  ) {
    const countEdit = () => {
      this.edits++;
    };
    this.primary = new Line({
      url: databaseUrl(),
      silenceMs,
      prepare: async (client) => {
        client.on("notification", countEdit);
        await client.query(editChannels.map((channel) => `LISTEN ${channel}`).join("; "));
        countEdit();
      },
    });
    this.replica = new Line({
      url,
      silenceMs,
      prepare: async (client) => {
        const { rows } = await client.query<Cluster>(cluster);
        const own = await this.primary.ask<Cluster>(cluster);
        if (rows[0]?.isPrimary) throw new Error("it is not a streaming replica");
        if (rows[0]?.id !== own?.id || rows[0]?.database !== own?.database) throw new Error("it is a replica of another database");
      },
    });
  }

  /** The result of `read`, which must not write. It runs again on the primary if the replica fails. */
  async serve<T>(read: () => Promise<T>): Promise<T> {
    const onPrimary = () => readFrom("primary", read);
    if (!(await this.mayServe())) return onPrimary();
    try {
      return await this.whileAlive(readFrom("replica", read));
    } catch (error) {
      // The primary would say the same.
      if (isSluglineError(error) || isStatementTimeout(error)) throw error;
      const answer = await onPrimary();
      // A read that fails there too says nothing about the replica, and neither does one that was in the way of its replay.
      if (!isConflict(error)) this.failed(error);
      return answer;
    }
  }

  /** Asks the replica now, whatever it answered before. */
  async examine(): Promise<ReplicaState> {
    if (isDeaf()) return { kind: "unused", problem: "notifications of Postgres do not arrive" };
    if (isDistributed()) return { kind: "unused", problem: "it cannot serve clicks that are distributed" };
    const ask = () => withDeadline(this.check(), 2 * silenceMs).catch(() => false);
    let isRecent = await ask();
    if (!isRecent && this.problem === null) {
      // The first check of a process asks for what the primary has at that very moment.
      await sleep(checkMs);
      isRecent = await ask();
    }
    if (this.problem !== null) return { kind: "unused", problem: this.problem };
    return { kind: isRecent ? "used" : "behind" };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopNoting();
    await Promise.all([this.primary.close(), this.replica.close()]);
  }

  private async mayServe(): Promise<boolean> {
    const now = performance.now();
    this.usedAt = now;
    if (this.isStopped || isDeaf() || isDistributed() || now < this.failedAt + backoffMs) return false;
    // Nobody waits for a connection, or for a replica that failed: later reads learn whether it is there.
    if (this.problem !== null || !this.primary.isOpen || !this.replica.isOpen) {
      void this.check();
      return false;
    }
    this.noting ??= setInterval(() => void this.note(), noteMs).unref();
    return withDeadline(this.check(), checkMs).catch((error) => {
      this.failed(error);
      return false;
    });
  }

  /** Never rejects. */
  private check(): Promise<boolean> {
    if (this.checking) return this.checking;
    const checking = Promise.resolve().then(() => {
      // Later callers may have edited since, so they need a check of their own.
      this.checking = null;
      return this.isRecent().catch((error) => {
        this.failed(error);
        return false;
      });
    });
    this.checking = checking;
    return checking;
  }

  private async isRecent(): Promise<boolean> {
    const { lastReplayed } = this;
    const at = performance.now();
    let position = await this.positionOfPrimary();
    const { edits } = this;
    if (edits !== this.placedEdits) {
      // An edit is flushed to the log before it is announced, and therefore before this second answer.
      position = await this.positionOfPrimary();
      this.lastEdit = Math.max(this.lastEdit, position);
      this.placedEdits = edits;
    }
    if (lastReplayed > position) throw new Error("it has changes that the primary does not have");
    this.keepNote(at, position);
    const needed = this.lastEdit;
    // A replica that was behind just now is probably still so.
    for (const pauseMs of this.isBehind ? [0] : [...pausesMs, 0]) {
      const replayed = await this.replayed();
      this.lastReplayed = Math.max(this.lastReplayed, replayed);
      this.isBehind = replayed < needed || !this.notes.some((note) => note.position <= replayed && note.at > at - this.mostStaleMs);
      if (!this.isBehind) break;
      if (pauseMs > 0) await sleep(pauseMs);
    }
    if (this.problem !== null) log().info("the read replica is used again");
    this.problem = null;
    return !this.isBehind;
  }

  private async positionOfPrimary(): Promise<Position> {
    const question = `SELECT (pg_current_wal_flush_lsn() - '0/0')::float8 AS "position"`;
    const row = await this.primary.ask<{ position: Position }>(question).catch((error) => {
      throw new Error(`the primary did not say where it is (${reasonOf(error)})`);
    });
    return row?.position ?? Number.POSITIVE_INFINITY;
  }

  /** How far the replica has replayed the log of the primary. Throws if it is not a replica any more. */
  private async replayed(): Promise<Position> {
    const row = await this.replica.ask<{ position: Position | null }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS "position"`,
    );
    if (row?.position == null) throw new Error("it is not a streaming replica");
    return row.position;
  }

  private keepNote(at: number, position: Position): void {
    const last = this.notes.at(-1);
    if (last && at - last.at < this.mostStaleMs / mostNotes) return;
    const firstKept = this.notes.findIndex((note) => note.at > at - this.mostStaleMs);
    this.notes.splice(0, firstKept === -1 ? this.notes.length : firstKept);
    this.notes.push({ at, position });
  }

  private async note(): Promise<void> {
    if (performance.now() - this.usedAt > usedMs) return this.stopNoting();
    if (this.problem !== null) return;
    const at = performance.now();
    await this.positionOfPrimary().then(
      (position) => this.keepNote(at, position),
      (error) => this.failed(error),
    );
  }

  private stopNoting(): void {
    if (this.noting) clearInterval(this.noting);
    this.noting = null;
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

  private failed(error: unknown): void {
    this.failedAt = performance.now();
    if (this.isStopped) return;
    const reason = reasonOf(error as Error);
    if (this.problem === null) log().warn({ reason }, "the read replica cannot be used, so the primary answers");
    this.problem = reason;
  }
}

interface Cluster {
  id: string;
  database: string;
  isPrimary: boolean;
}

const cluster = `SELECT "system_identifier"::text AS "id", current_database() AS "database", NOT pg_is_in_recovery() AS "isPrimary" FROM pg_control_system()`;

/** Edits are not announced. */
function isDeaf(): boolean {
  return issues()
    .list()
    .some(({ name }) => name === "notifications");
}

const replica = new PerService("replica", () => {
  const { DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG } = env();
  return DATABASE_REPLICA_URL ? new Replica(DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG * 1_000) : null;
});

/**
 * The result of `read`, from the replica if there is one and it has every edit that was committed before. `read` only reads,
 * and may run twice. Nested calls stay where the outer one is.
 */
export async function preferReplica<T>(read: () => Promise<T>): Promise<T> {
  const known = replica.get();
  return known === null || readsFrom() !== null ? read() : known.serve(read);
}

/** Null without a replica. */
export async function examineReplica(): Promise<ReplicaState | null> {
  return (await replica.get()?.examine()) ?? null;
}

export async function closeReplica(): Promise<void> {
  await replica.peek()?.stop();
}
