import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Base } from "../config/base";
import { withDeadline } from "../core/deadline";
import { isSluglineError, SaidError } from "../core/errors";
import { SharedTurn } from "../core/turn";
import { type Sentence, sentence } from "../texts/sentence";
import { ownPart } from "./client";
import { type Connections, DatabaseClient, type DatabaseClientConfig } from "./connect";
import { isConflict, isStatementTimeout } from "./database-errors";
import { reasonOf } from "./database-routes";
import type { PrismaClient } from "./generated/client";
import type { PoolContext } from "./guarded-pool";
import type { Pools, ReadPool } from "./pools";

/** How long a read may wait to learn whether the replica can serve it. */
const checkMs = 250;
/** If a read takes longer, the replica is asked whether it is still there. */
const slowMs = 1_000;
/** A replica that failed is not asked again for so long. */
const backoffMs = 1_000;

/**
 * Whether the replica answers, apart from recent edits. `problem` completes "it is not used: ...".
 */
type ReplicaState = { kind: "used" } | { kind: "behind" } | { kind: "unused"; problem: Sentence };
export type Read<T> = (client: PrismaClient) => Promise<T>;

/**
 * Asking is a commit too, so that the replica soon has a recent one even if there are no others.
 */
const primarySql = `SELECT "system_identifier" || current_database() AS "cluster", clock_timestamp() AS "at", txid_current() FROM pg_control_system()`;
const replicaSql = `
  SELECT "system_identifier" || current_database() AS "cluster", pg_is_in_recovery() AS "isReplica", pg_last_xact_replay_timestamp() AS "at"
  FROM pg_control_system()`;

/** One connection beside the pools of requests. `prepare`: what it needs before its first use. */
function sideConnection(
  connections: Connections,
  url: string,
  prepare: (client: pg.ClientBase) => Promise<void> = async () => {},
): pg.Pool {
  const Client = DatabaseClient as unknown as new () => pg.ClientBase;
  const limits = {
    max: 1,
    idleTimeoutMillis: 0,
    connectMs: 2_000,
    silenceMs: 1_000,
    keepAlive: true,
  };
  const options: pg.PoolConfig & DatabaseClientConfig = {
    ...limits,
    url,
    connections,
    Client,
    onConnect: prepare,
  };
  return new pg.Pool(options).on("error", () => {});
}

class UnusableReplicaError extends SaidError {}

/**
 * The replica of DATABASE_REPLICA_URL. It answers while it is no further behind than
 * DATABASE_REPLICA_MAX_LAG, and nothing was edited for so long. Triggers announce edits when they
 * are committed, and Postgres delivers announcements before it answers a query on a connection that
 * listens. So one question there brings every edit that an owner may expect to see, whoever made
 * it.
 */
export class Replica {
  private editedAt = performance.now();
  private failedAt = Number.NEGATIVE_INFINITY;
  private problem: Sentence | null = null;
  /** Whether it is recent enough, and all edits are known. */
  private readonly checks = new SharedTurn(() =>
    this.isRecent().catch((error) => this.fail(error)),
  );
  private readonly replica: pg.Pool;
  private readonly primary: pg.Pool;
  private readonly maxLagMs: number;

  constructor(
    private readonly base: Base,
    private readonly context: PoolContext,
    private readonly pools: Pools,
    url: string,
  ) {
    this.maxLagMs = base.config.DATABASE_REPLICA_MAX_LAG * 1_000;
    this.replica = sideConnection(context.connections, url);
    this.primary = sideConnection(context.connections, pools.url, async (client) => {
      const recordEdit = () => {
        this.editedAt = performance.now();
      };
      client.on("notification", recordEdit);
      // Links and aliases are announced in the first one, and what else owners edit in the second.
      await client.query("LISTEN slugline_link; LISTEN slugline_edit");
      recordEdit();
    });
  }

  async serve<T>(pool: ReadPool, read: Read<T>): Promise<T> {
    if (!(await this.mayServe())) return read(this.pools.on("primary", pool));
    try {
      return await this.whileAlive(read(this.pools.on("replica", pool)));
    } catch (error) {
      // The primary would say the same.
      if (isSluglineError(error) || isStatementTimeout(error)) throw error;
      const answer = await read(this.pools.on("primary", pool));
      // A read that fails there too says nothing about the replica, and neither does one that was
      // in the way of its replay.
      if (!isConflict(error)) this.fail(error as Error);
      return answer;
    }
  }

  async examine(): Promise<ReplicaState> {
    // On an idle primary the first question is the only recent commit.
    const isRecent =
      (await this.checks.run()) || (await sleep(slowMs).then(() => this.checks.run()));
    const problem = this.findObstacle() ?? this.problem;
    return problem === null ? { kind: isRecent ? "used" : "behind" } : { kind: "unused", problem };
  }

  stop(): Promise<unknown> {
    return Promise.all([this.primary.end(), this.replica.end()]);
  }

  private async mayServe(): Promise<boolean> {
    const now = performance.now();
    if (this.findObstacle() !== null || now < this.failedAt + backoffMs) return false;
    const check = this.checks.run();
    // Nobody waits for one that failed: later reads learn whether it is back.
    const isRecent =
      this.problem === null && (await withDeadline(check, checkMs).catch(() => false));
    return isRecent && this.editedAt + this.maxLagMs < now;
  }

  private async isRecent(): Promise<boolean> {
    const [primary, replica] = (
      await Promise.all([this.primary.query(primarySql), this.replica.query(replicaSql)])
    ).map(({ rows }) => rows[0]);
    if (!replica.isReplica) throw new UnusableReplicaError(sentence("replicaNone"));
    if (replica.cluster !== primary.cluster)
      throw new UnusableReplicaError(sentence("replicaOther"));
    if (this.problem !== null) this.base.log.info("the read replica is used again");
    this.problem = null;
    // Both times are of the primary's clock.
    return replica.at !== null && primary.at - replica.at < this.maxLagMs;
  }

  private async whileAlive<T>(answer: Promise<T>): Promise<T> {
    const isOver = answer.then(
      () => true,
      () => true,
    );
    while (!(await withDeadline(isOver, slowMs).catch(() => false)))
      await withDeadline(this.replica.query(replicaSql), checkMs);
    return answer;
  }

  private fail(error: Error & { sentence?: Sentence }): false {
    const reason = reasonOf(error);
    if (this.problem === null)
      this.base.log.warn({ reason }, "the read replica cannot be used, so the primary answers");
    this.problem = error.sentence ?? sentence("asIs", { text: reason });
    this.failedAt = performance.now();
    return false;
  }

  private findObstacle(): Sentence | null {
    const areEditsAnnounced = this.base.issues.find("notifications") === undefined;
    if (!areEditsAnnounced) return sentence("replicaSilent");
    return this.context.isDistributed ? sentence("replicaDistributed") : null;
  }
}

/** Null without a replica. */
export async function examineReplica(): Promise<ReplicaState | null> {
  return (await ownPart().replica?.examine()) ?? null;
}
