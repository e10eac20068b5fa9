import { resolve } from "node:path";
import { withBackupConnection } from "../lib/backup/backup-connection";
import { type Compared, restoreBackup } from "../lib/backup/restore-backup";
import { countVoidApps } from "../lib/owners/factors";
import { english } from "../lib/texts/say";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";
import { terminalProgress } from "./terminal-progress";

/* `npm run restore -- FILE`, while the server is stopped. */
const file = resolve(process.env.INIT_CWD ?? ".", ...requireArguments("restore").words);
await runOnDatabase(async (url, service) => {
  const { report, stop } = terminalProgress();
  const { header, compared } = await withBackupConnection(
    url,
    (client) => restoreBackup(client, file, report),
    { isChanging: true },
  ).finally(stop);
  service.useDatabase(url);
  return [
    tableText(compared),
    english("restoredBackup", { date: header.madeAt }),
    ...voidAppsText(await countVoidApps()),
  ].join("\n\n");
});

/** What does not work with the API token of this server. */
function voidAppsText(apps: number): string[] {
  if (apps === 0) return [];
  return [
    english("restoredVoidApps", {
      apps: apps === 1 ? english("oneAppIs") : english("appsAre", { number: apps }),
    }),
  ];
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
