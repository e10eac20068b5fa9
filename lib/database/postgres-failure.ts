import { readFileSync } from "node:fs";
import { ownCommand } from "../config/own-command";
import { quote } from "../core/shell";

interface Place {
  cluster: string;
  /** The name of the user who runs Postgres. */
  user: string;
}

const torn = () =>
  `Files of the database are missing or of different moments: the folder was copied while Slugline ran, or its disk has lost writes. ${tornRemedy()}`;

/** For a cluster that cannot be repaired here. */
export function tornRemedy(): string {
  return `Copy it again while Slugline is stopped, or move it away and run "${ownCommand("npm run restore -- FILE")}" with a backup.`;
}

/** What Postgres says when it does not start, and what to do. The first match counts. */
const remedies: readonly [RegExp, (place: Place) => string][] = [
  [
    /lock file "postmaster\.pid" already exists/,
    ({ cluster }) =>
      `Another program has the process number that is in ${cluster}/postmaster.pid. If no Postgres runs in this folder, run: rm ${quote(`${cluster}/postmaster.pid`)}`,
  ],
  [
    /wrong ownership|must be (started by|owned by)/,
    ({ cluster, user }) => `Run as root: chown -R ${user} ${quote(cluster)}`,
  ],
  [/invalid permissions/, ({ cluster }) => `Run: chmod -R go-rwx ${quote(cluster)}`],
  [
    /No space left on device|Disk quota exceeded/,
    () => "The disk of the data folder is full: free space on it.",
  ],
  [/Read-only file system/, () => "The data folder is read-only: make it writable."],
  [
    /Permission denied/,
    ({ cluster, user }) =>
      `Let the user ${user} read and write all of it. Run as root: chown -R ${user} ${quote(cluster)}`,
  ],
  [
    /incompatible with server|not compatible with this version|initialized by PostgreSQL version/,
    () =>
      "Another version or build of Postgres made the database: use the version of Slugline that made it, or a backup.",
  ],
  [/could not bind|could not create any TCP\/IP sockets/, () => "Its port is taken: start again."],
  [
    /shared memory|Cannot allocate memory|out of memory|semaphores/,
    () => "The machine has too little memory: free some.",
  ],
  [
    /checkpoint re(cord|quest)|redo (location|record)|backup_label|not a valid data directory|could not find the database system|status of transaction|WAL (ends|file|segment)|invalid (page|data in file|record length|magic number)|incorrect checksum|(file|directory) "([^"]*\/)?(global|base|PG_VERSION|pg_(control|wal|xact|multixact|commit_ts|subtrans|twophase|tblspc|logical|replslot|notify|serial|snapshots|stat|stat_tmp|dynshmem|hba\.conf|ident\.conf)|postgresql(\.auto)?\.conf)["/]/,
    torn,
  ],
];

/**
 * Why Postgres did not start and what to do: from what it wrote to its log since `from`, in bytes, or
 * else from the `error` of pg_ctl. `isFinal`: another try cannot succeed, as it may if a port was
 * taken, or if a server that stops still had the folder.
 */
export function explainStart(
  error: Error,
  { logFile, from, place }: { logFile: string; from: number; place: Place },
): { reason: string; isFinal: boolean } {
  const written = readLog(logFile).subarray(from).toString("utf8");
  const faults = [...written.matchAll(/ (?:ERROR|FATAL|PANIC): {2}(.+)$/gm)].map(
    ([, text = ""]) => text,
  );
  // Later ones are often that a process of Postgres ended because of the first.
  const logged = faults.find((text) => remedyOf(text) !== undefined) ?? faults[0];
  const fault = logged ?? error.message;
  const remedy = remedyOf(fault);
  return {
    reason: remedy ? `${fault}. ${remedy(place)}` : fault,
    isFinal: logged !== undefined && !/could not (bind|create any)|lock file/.test(logged),
  };
}

function remedyOf(fault: string): ((place: Place) => string) | undefined {
  return remedies.find(([pattern]) => pattern.test(fault))?.[1];
}

function readLog(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
