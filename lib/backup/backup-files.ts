import { randomBytes } from "node:crypto";
import { type Dirent, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Env } from "../config/env";
import { type Sentence, sentence } from "../texts/sentence";

/** `daily`: made by the service, and deleted by it when newer ones exist. */
type BackupKind = "manual" | "daily";

interface BackupFile {
  path: string;
  kind: BackupKind;
  madeAt: Date;
}

const namePattern = /^slugline-(daily-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Where backups are kept unless a file is named. */
export function backupFolder({ BACKUP_DIR, DATA_DIR }: Env): string {
  return BACKUP_DIR ?? join(DATA_DIR, "backups");
}

/** A name with its time, without characters that some systems do not allow. */
export function backupName(madeAt: Date, kind: BackupKind = "manual"): string {
  const time = `${madeAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  return `slugline-${kind === "daily" ? "daily-" : ""}${time}.backup`;
}

/** The name of a file while it is written. */
export function partOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.part`);
}

/** The finished backups with a name of ours, newest first. Other files are ignored. */
export function listBackups(folder: string): BackupFile[] {
  return entriesOf(folder)
    .flatMap((entry) => {
      const [, daily, day, hours, minutes, seconds] =
        (entry.isFile() && namePattern.exec(entry.name)) || [];
      const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
      const kind: BackupKind = daily ? "daily" : "manual";
      return Number.isNaN(madeAt.getTime())
        ? []
        : [{ path: join(folder, entry.name), kind, madeAt }];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** Files of backups that were cut off, for example by a power failure. */
export function listParts(folder: string): string[] {
  return entriesOf(folder)
    .filter(
      ({ name }) =>
        name.startsWith(".") &&
        name.endsWith(".part") &&
        namePattern.test(name.slice(1, -".part".length)),
    )
    .map(({ name }) => join(folder, name));
}

/**
 * When the latest backup was made; null if there is none in the folder of backups. Reads the names
 * of its files only. A clock that was wrong may have left times in the future.
 */
export function lastBackupAt(config: Env, now: Date): Date | null {
  return listBackups(backupFolder(config)).find(({ madeAt }) => madeAt <= now)?.madeAt ?? null;
}

/**
 * Why no backup can be made in `folder`; null if one can. Writes and removes a file, because
 * permissions alone do not say it: a disk may be read-only, and root may have no rights on a
 * network disk.
 */
export function findFolderProblem(folder: string): Sentence | null {
  const file = join(folder, `.slugline-${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, "writable", { mode: 0o600, flush: true });
    return null;
  } catch (error) {
    return sentence("checkBackupsUnwritable", {
      folder,
      code: String((error as NodeJS.ErrnoException).code),
    });
  } finally {
    try {
      rmSync(file, { force: true });
    } catch {
      // What BACKUP_DIR names is no folder, so there is no file either.
    }
  }
}

/** Empty if the folder does not exist or cannot be read: making a backup reports why. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
