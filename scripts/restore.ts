import { resolve } from "node:path";
import { withBackupConnection } from "../lib/backup/backup-connection";
import { type Compared, restoreBackup } from "../lib/backup/restore-backup";
import { ownCommand } from "../lib/config/own-command";
import { runOnDatabase } from "./run-on-database";

/* `npm run restore -- FILE`, while the server is stopped. */
const [given] = process.argv.slice(3);
if (given === undefined) {
  console.error(`Usage: ${ownCommand("npm run restore -- FILE")}`);
  process.exitCode = 1;
} else {
  const file = resolve(process.env.INIT_CWD ?? ".", given);
  await runOnDatabase(async (url) => {
    const { header, compared } = await withBackupConnection(
      url,
      (client) => restoreBackup(client, file),
      { isChanging: true },
    );
    return `${tableText(compared)}\n\nRestored the backup of ${header.madeAt}. All numbers are those of the backup.`;
  });
}

function tableText(compared: readonly Compared[]): string {
  const lines = [{ name: "", backup: "backup", restored: "restored" }, ...compared];
  const width = (of: (line: Compared) => string) =>
    Math.max(...lines.map((line) => of(line).length));
  const widths = {
    name: width(({ name }) => name),
    backup: width(({ backup }) => backup),
    restored: width(({ restored }) => restored),
  };
  return lines
    .map(
      ({ name, backup, restored }) =>
        `${name.padEnd(widths.name)}  ${backup.padStart(widths.backup)}  ${restored.padStart(widths.restored)}`,
    )
    .join("\n");
}
