import type { Base } from "../config/base";
import { Connections } from "./connect";
import { newHealthOfKinds } from "./database-health";
import { newDeletionRounds } from "./delete-in-rounds";
import type { PoolContext } from "./guarded-pool";
import { newAfterCommit, newWriteRequests } from "./in-transaction";
import { type DatabaseRole, Pools } from "./pools";
import { Replica } from "./replica";
import { SettingsLoader } from "./stored-settings";
import { Deadlines } from "./write-deadline";

/** The way of a service to Postgres. Connections open when they are first used. */
export class Database implements PoolContext {
  readonly connections = new Connections();
  readonly deadlines = new Deadlines();
  readonly writeRequests = newWriteRequests();
  readonly afterCommit = newAfterCommit();
  readonly health = newHealthOfKinds();
  readonly deletionRounds = newDeletionRounds();
  readonly pools: Pools;
  readonly settings: SettingsLoader;
  isDistributed = false;
  isMigrated = false;
  private openReplica: Replica | undefined;

  constructor(private readonly base: Base) {
    this.pools = new Pools(base, this);
    this.settings = new SettingsLoader(base.settings, this.pools);
  }

  /**
   * Sets the database of this thread, which is DATABASE_URL by default. Call it before serving
   * requests.
   */
  use(url: string, role: DatabaseRole): void {
    this.pools.use(url, role);
  }

  /** Null without DATABASE_REPLICA_URL. */
  get replica(): Replica | null {
    const { DATABASE_REPLICA_URL: url } = this.base.config;
    if (!url) return null;
    this.openReplica ??= new Replica(this.base, this, this.pools, url);
    return this.openReplica;
  }

  /**
   * Does not wait for running statements: they fail, and Postgres rolls back their transactions.
   */
  async close(): Promise<void> {
    await Promise.all([this.openReplica?.stop(), this.pools.close()]);
  }
}

declare module "../config/running" {
  interface Parts {
    database: Database;
  }
}
