import { createHash, randomBytes } from "node:crypto";
import { constants, readdirSync, readFileSync, statSync } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isoDate } from "../core/day";

const dayPattern = /^\d{4}-\d{2}-\d{2}/;

/** Day, dash and fingerprint. Temporary files have longer names. */
const nameLength = 10 + 1 + 64;

/** Identifies a salt without revealing it: 32 random bytes cannot be brute-forced. */
export function fingerprintOf(salt: Uint8Array): Buffer {
  return createHash("sha256").update("slugline daily salt").update(salt).digest();
}

/** The salts in the data folder. */
export class SaltFiles {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, "salts");
  }

  /**
   * Writes the salt to the data folder, so that it survives a restart. It is durable when the promise
   * resolves.
   */
  async persist(day: Date, salt: Uint8Array): Promise<void> {
    const path = this.pathOf(day, fingerprintOf(salt));
    if (await exists(path)) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // The temporary file's name has the day too, so that one left by a crash is destroyed with that
    // day.
    const draft = `${path}.${randomBytes(6).toString("hex")}`;
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(salt);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await this.syncFolder();
  }

  async find(day: Date, fingerprint: Uint8Array): Promise<Uint8Array | null> {
    const salt = await readFile(this.pathOf(day, fingerprint)).catch(ignoreMissing);
    return salt && fingerprintOf(salt).equals(fingerprint) ? salt : null;
  }

  /** The last salt written for that day, agreed or not: the best guess without the database. */
  findLatest(day: Date): Uint8Array | null {
    try {
      const names = readdirSync(this.folder).filter(
        (name) => name.startsWith(isoDate(day)) && name.length === nameLength,
      );
      const files = names
        .map((name) => join(this.folder, name))
        .map((path) => ({ path, writtenMs: statSync(path).mtimeMs }));
      const [latest] = files.sort((a, b) => b.writtenMs - a.writtenMs);
      return latest ? readFileSync(latest.path) : null;
    } catch {
      return null;
    }
  }

  /** Overwrites, syncs and deletes the salts of every day before `day`. */
  async destroyBefore(day: Date): Promise<void> {
    const names = (await readdir(this.folder).catch(ignoreMissing)) ?? [];
    const old = names.filter((name) => dayPattern.test(name) && name.slice(0, 10) < isoDate(day));
    for (const name of old) await destroy(join(this.folder, name)).catch(ignoreMissing);
    if (old.length > 0) await this.syncFolder();
  }

  /** Makes file names durable where possible: Windows cannot open folders. */
  private async syncFolder(): Promise<void> {
    const handle = await open(this.folder, constants.O_RDONLY).catch(() => null);
    await handle?.sync().catch(() => {});
    await handle?.close();
  }

  private pathOf(day: Date, fingerprint: Uint8Array): string {
    return join(this.folder, `${isoDate(day)}-${Buffer.from(fingerprint).toString("hex")}`);
  }
}

async function destroy(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await file.write(randomBytes(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await unlink(path);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Another process of this instance may destroy the same file. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
