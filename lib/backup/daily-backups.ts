import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { issues } from "../config/issues";
import { log } from "../config/log";
import { dayMs } from "../core/day";
import { errorSentence } from "../core/errors";
import { databaseUrl } from "../database/client";
import { queueMessages } from "../database/queue-messages";
import { asText, sentence } from "../texts/sentence";
import { withBackupConnection } from "./backup-connection";
import { backupName, findFolderProblem, listBackups, listParts } from "./backup-files";
import { openBackup } from "./backup-format";
import { writeBackup } from "./write-backup";

/** No other program on the same database may use this number. */
const backupLock = 0x62_61_63_6b;
const retryMs = 900_000;

interface Place {
  folder: string;
  /** How many daily ones. */
  keep: number;
  /** After a failure, when to try again. */
  pause: { until: number };
}

/**
 * Makes a backup in `folder` if the last daily one is a day old, then keeps as many daily ones. Of several instances with one folder, one does it; instances with folders of their
 * own each have their copies.
 */
export async function makeDailyBackup(
  { folder, keep, pause }: Place,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  if (!isDue(folder, now)) return reportFolder(folder);
  if (now.getTime() < pause.until) return;
  try {
    await withBackupConnection(databaseUrl(), async (client) => {
      const { rows } = await client.query<{ ours: boolean }>(
        `SELECT pg_try_advisory_lock($1) AS "ours"`,
        [backupLock],
      );
      // Another instance may have made it meanwhile.
      if (!rows[0]?.ours || !isDue(folder, now)) return;
      const file = join(folder, backupName(now, "daily"));
      const { bytes } = await writeBackup(client, file, { signal });
      // Older ones are deleted only if this one can be read back.
      await openBackup(file);
      log().info({ file, bytes }, "made the daily backup");
      await deleteOld(folder, keep, now);
      issues().clear("backup");
    });
  } catch (error) {
    if (signal.aborted) return;
    pause.until = now.getTime() + retryMs;
    const text = sentence("backupFailed", { problem: errorSentence(error) });
    // If the database is what failed, the health check alone says so.
    await queueMessages("backup.failed", [{ data: { reason: asText(text) } }], {
      once: true,
    }).catch(() => {});
    issues().raise({
      name: "backup",
      text,
      advice: sentence("backupRetried", { minutes: 15 }),
    });
  }
}

/** A folder that became unwritable is reported now, not when the next backup is due. */
function reportFolder(folder: string): void {
  const problem = findFolderProblem(folder);
  if (problem === null) issues().clear("backup");
  else
    issues().raise({
      name: "backup",
      text: problem,
      advice: sentence("checkBackupsWritable"),
    });
}

function isDue(folder: string, now: Date): boolean {
  // A clock that was wrong may have left times in the future.
  const last = listBackups(folder).find(({ kind, madeAt }) => kind === "daily" && madeAt <= now);
  return last === undefined || now.getTime() - last.madeAt.getTime() >= dayMs;
}

async function deleteOld(folder: string, keep: number, now: Date): Promise<void> {
  const daily = listBackups(folder).filter(({ kind, madeAt }) => kind === "daily" && madeAt <= now);
  for (const { path } of daily.slice(keep)) await rm(path);
  for (const part of listParts(folder)) {
    const { mtimeMs } = await stat(part);
    if (now.getTime() - mtimeMs > dayMs) await rm(part);
  }
}
