import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { isProcessRunning, ownProcess } from "../../database/own-process";
import { readPieces } from "./journal-file";

export class QuarantineError extends Error {
  override readonly name = "QuarantineError";
}

/** A subfolder of the journal, which no version of the service scans for journal files. */
function quarantineFolder(journalFolder: string): string {
  return join(journalFolder, "quarantine");
}

export function measureQuarantine(journalFolder: string): { files: number; bytes: number } {
  const folder = quarantineFolder(journalFolder);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(".damaged"))
    : [];
  return {
    files: files.length,
    bytes: files.reduce(
      (total, name) => total + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}

/**
 * Copies the unrecordable parts of one journal file to a separate file: damaged bytes unchanged,
 * refused records with their frames.
 */
export class Quarantine {
  private file: FileHandle | null = null;
  private failure: unknown = null;
  private bytes = 0;
  private readonly folder: string;
  private readonly partPath: string;

  constructor(
    journalFolder: string,
    private readonly journalPath: string,
  ) {
    this.folder = quarantineFolder(journalFolder);
    this.partPath = join(this.folder, `${basename(journalPath)}.${ownProcess()}.part`);
  }

  /**
   * Copies a range of the journal file. A full disk is only reported by `keep`, so that it does not
   * delay recordable entries.
   */
  async copy(start: number, end: number): Promise<void> {
    const source = await open(this.journalPath, "r");
    try {
      for await (const piece of readPieces(source, start, end)) await this.add(piece);
    } finally {
      await source.close();
    }
  }

  async add(bytes: Buffer): Promise<void> {
    if (this.failure !== null) return;
    try {
      this.file ??= await this.create();
      await this.file.writeFile(bytes);
      this.bytes += bytes.length;
    } catch (error) {
      this.failure = error;
    }
  }

  /** Durable when it resolves; null if there was nothing to keep. Throws `QuarantineError`. */
  async keep(): Promise<{ name: string; bytes: number } | null> {
    try {
      if (this.failure !== null) throw this.failure;
      if (this.file === null) return null;
      await this.file.sync();
      await this.close();
      // The name is stable if the same journal file is replayed again, but differs for a later file
      // of the same name.
      const name = `${basename(this.journalPath)}.${Math.floor(statSync(this.journalPath).mtimeMs)}.damaged`;
      await rename(this.partPath, join(this.folder, name));
      await syncFolder(this.folder);
      return { name, bytes: this.bytes };
    } catch (error) {
      throw new QuarantineError(
        `damaged journal records cannot be moved to ${this.folder}: ${(error as Error).message}`,
      );
    }
  }

  /** Must always be called at the end. */
  async discard(): Promise<void> {
    if (this.file === null) return;
    await this.close();
    await rm(this.partPath, { force: true });
  }

  private async create(): Promise<FileHandle> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      const owner = /\.journal\.(.+)\.part$/.exec(name)?.[1];
      if (owner && !isProcessRunning(owner)) await rm(join(this.folder, name), { force: true });
    }
    return open(this.partPath, "w", 0o600);
  }

  private async close(): Promise<void> {
    const file = this.file;
    this.file = null;
    await file?.close();
  }
}

/** A new file name is durable only once its folder is synced (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
