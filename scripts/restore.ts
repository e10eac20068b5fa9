import { resolve } from "node:path";
import { withBackupConnection } from "../lib/backup/backup-connection";
import { type Compared, restoreBackup } from "../lib/backup/restore-backup";
import { countVoidApps } from "../lib/owners/second-factor/factors";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";

/* `npm run restore -- FILE`, while the server is stopped. */
const file = resolve(process.env.INIT_CWD ?? ".", ...requireArguments("restore").words);
await runOnDatabase(async (url, service) => {
  const { header, compared } = await withBackupConnection(
    url,
    (client) => restoreBackup(client, file),
    { isChanging: true },
  );
  service.useDatabase(url);
  return [
    tableText(compared),
    `Restored the backup of ${header.madeAt}. All numbers are those of the backup.`,
    ...voidAppsText(await countVoidApps()),
  ].join("\n\n");
});

/** What does not work with the API token of this server. */
function voidAppsText(apps: number): string[] {
  if (apps === 0) return [];
  return [
    `${apps === 1 ? "One authenticator app is" : `${apps} authenticator apps are`} void: their secrets need the API token of the server that made the backup. Put it into API_TOKEN or DATA_DIR/api-token before the start, or let people sign in with a recovery code and set the app up again.`,
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
