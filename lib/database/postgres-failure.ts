import { readFileSync } from "node:fs";
import { ownCommand } from "../config/own-command";
import { quote } from "../core/shell";
import { english } from "../texts/say";

interface Place {
  cluster: string;
  /** The name of the user who runs Postgres. */
  user: string;
}

const torn = () => english("postgresFilesTorn", { remedy: tornRemedy() });

/** For a cluster that cannot be repaired here. */
export function tornRemedy(): string {
  return english("remedyCopyAgain", { command: ownCommand("npm run restore -- FILE") });
}

/** What Postgres says when it does not start, and what to do. The first match counts. */
const remedies: readonly [RegExp, (place: Place) => string][] = [
  [
    /lock file "postmaster\.pid" already exists/,
    ({ cluster }) =>
      english("remedyPidFile", { cluster, file: quote(`${cluster}/postmaster.pid`) }),
  ],
  [
    /wrong ownership|must be (started by|owned by)/,
    ({ cluster, user }) => english("remedyChown", { user, folder: quote(cluster) }),
  ],
  [/invalid permissions/, ({ cluster }) => english("remedyChmod", { folder: quote(cluster) })],
  [/No space left on device|Disk quota exceeded/, () => english("remedyDataDisk")],
  [/Read-only file system/, () => english("remedyDataReadOnly")],
  [
    /Permission denied/,
    ({ cluster, user }) => english("remedyDataOwner", { user, folder: quote(cluster) }),
  ],
  [
    /incompatible with server|not compatible with this version|initialized by PostgreSQL version/,
    () => english("remedyOtherBuild"),
  ],
  [/could not bind|could not create any TCP\/IP sockets/, () => english("remedyPort")],
  [/shared memory|Cannot allocate memory|out of memory|semaphores/, () => english("remedyMemory")],
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
