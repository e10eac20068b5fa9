import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** Postgres refuses to run as root, so root starts it as this system user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** The folder of the embedded Postgres and its system user (null: the current one). */
interface PostgresPlace {
  folder: string;
  user: SystemUser | null;
}

/** For files that another user must reach when only root can enter the project folder. */
export const sharedFolder = "/var/lib/slugline";

/**
 * `postgres` in the data folder. If root runs this and the other user cannot enter the data folder,
 * it is a symlink to a folder outside.
 */
export function postgresPlace(dataDir: string): PostgresPlace {
  const folder = join(dataDir, "postgres");
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if (!exists(folder)) {
    if (user && !canEnter(dataDir, user))
      symlinkSync(makeFolder(join(sharedFolder, randomBytes(8).toString("hex")), user), folder);
    else makeFolder(folder, user);
  }
  return { folder: realpathSync(folder), user };
}

export function canEnter(folder: string, user: SystemUser): boolean {
  const { mode, uid, gid } = statSync(folder);
  const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & execute) !== 0 && (folder === dirname(folder) || canEnter(dirname(folder), user));
}

function makeFolder(folder: string, user: SystemUser | null): string {
  mkdirSync(folder, { recursive: true, mode: user ? 0o755 : 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

function unprivilegedUser(): SystemUser {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const [, , uid, gid] =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody") ?? [];
  if (!uid || !gid)
    throw new Error(
      "Postgres refuses to run as root, and there is neither a user postgres nor nobody: start as another user.",
    );
  return { uid: Number(uid), gid: Number(gid) };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
