import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { withBackupConnection } from "../lib/backup/backup-connection";
import { backupFolder, backupName } from "../lib/backup/backup-files";
import { writeBackup } from "../lib/backup/write-backup";
import type { Env } from "../lib/config/env";
import { formatNumber } from "../lib/core/format";
import { english } from "../lib/texts/say";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";
import { terminalProgress } from "./terminal-progress";

/* `npm run backup [-- FILE]`, while the server is running or stopped. */
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort());

await runOnDatabase(
  async (url, { config }) => {
    const file = fileOf(config, requireArguments("backup").words[0]);
    const { report, stop } = terminalProgress();
    const { header, bytes } = await withBackupConnection(url, (client) =>
      writeBackup(client, file, { signal: stopping.signal, report }),
    ).finally(stop);
    const rowsOf = (name: string, unit: string) => {
      const rows = Number(header.tables.find((table) => table.name === name)?.rows ?? 0);
      return `${formatNumber(rows, "en")} ${unit}${rows === 1 ? "" : "s"}`;
    };
    const size = `${formatNumber(Math.ceil(bytes / 100_000) / 10, "en")} MB`;
    return english("backupOf", {
      links: rowsOf("Link", "link"),
      clicks: rowsOf("Click", "click"),
      file,
      size,
    });
  },
  { isExisting: true },
);

/**
 * npm runs scripts in the project's folder; the name is meant from where the operator is. A folder
 * gets a file with the default name.
 */
function fileOf(config: Env, given: string | undefined): string {
  const name = backupName(new Date());
  if (given === undefined) return join(backupFolder(config), name);
  const path = resolve(process.env.INIT_CWD ?? ".", given);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, name) : path;
}
