import type pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { connectTo } from "../database/connect";
import { migrationLock } from "../database/migrate";
import { prepareSession } from "../database/session-settings";

/**
 * A client that is gone, or takes no rows, is noticed after this time and loses its locks. A backup
 * of any size is never idle as long.
 */
const idleMs = 60_000;
const lockMs = 60_000;

/**
 * One connection for a backup or a restore, whose statements take as long as they take.
 * `isChanging`: it migrates, so no instance may migrate meanwhile; backups exclude only migrations,
 * which would queue behind their snapshot and hold up visitors.
 */
export async function withBackupConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { isChanging = false } = {},
): Promise<T> {
  const client = await connectTo(url, { connectMs: 5_000, keepAlive: true });
  try {
    await prepareSession(client, parseDatabaseUrl(url).schema, {
      statementMs: 0,
      lockMs: 0,
      idleInTransactionMs: idleMs,
    });
    await client.query("SELECT set_config('tcp_user_timeout', $1, false)", [String(idleMs)]);
    await client.query(`SELECT pg_advisory_lock${isChanging ? "" : "_shared"}($1)`, [
      migrationLock,
    ]);
    await client.query("SELECT set_config('lock_timeout', $1, false)", [String(lockMs)]);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
