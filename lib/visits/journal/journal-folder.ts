import { existsSync, readdirSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "../../config/env";
import { isProcessRunning, ownProcess } from "../../database/own-process";
import { ownPart } from "../own-part";
import { measureQuarantine } from "./quarantine";

type JournalCondition = "ok" | "replaying" | "full" | "unreadable";

/** What other threads know of the files of this process's journal, without reading its folder. */
export type JournalMark = Int32Array<SharedArrayBuffer>;

/** Says that there may be files. */
export function newJournalMark(): JournalMark {
  return new Int32Array(new SharedArrayBuffer(4)).fill(1);
}

/** More than a record takes. */
const recordBytes = 16_384;

/**
 * What lies in the folder of the journal, for any thread or process that wants to know. Only a
 * `Journal` writes and replays its files.
 */
export class JournalFolder {
  constructor(
    protected readonly folder: string,
    protected readonly maxBytes: number,
  ) {}

  /** Whether this process and crashed ones have nothing left to replay. */
  isEmpty(): boolean {
    return this.waiting().length === 0;
  }

  /**
   * Since when clicks of any process here wait to be stored, which no figure has; null if none do, or
   * if the folder cannot be read.
   */
  since(): Date | null {
    try {
      const { bytes, oldestMs } = this.measure();
      return bytes === 0 ? null : new Date(Date.now() - oldestMs);
    } catch {
      return null;
    }
  }

  /** For monitoring; never throws. */
  condition(): JournalCondition {
    try {
      this.quarantined();
      if (this.isEmpty()) return "ok";
      return this.isFull() ? "full" : "replaying";
    } catch {
      return "unreadable";
    }
  }

  /**
   * Whether JOURNAL_MAX_MB is reached, by all processes together. Throws if the folder cannot be
   * read.
   */
  isFull(): boolean {
    return this.measure().bytes + recordBytes > this.maxBytes;
  }

  /**
   * All files in the folder, also those that other processes write to. Throws if the folder cannot
   * be read.
   */
  measure(): { bytes: number; oldestMs: number } {
    const found = this.files().flatMap((path) => statSync(path, { throwIfNoEntry: false }) ?? []);
    return {
      bytes: found.reduce((total, { size }) => total + size, 0),
      oldestMs: found.reduce(
        (oldest, { birthtimeMs }) => Math.max(oldest, Date.now() - birthtimeMs),
        0,
      ),
    };
  }

  /**
   * Damaged records and refused visits, kept for inspection. Throws if the folder cannot be read.
   */
  quarantined(): { files: number; bytes: number } {
    return measureQuarantine(this.folder);
  }

  /**
   * Writes as much as a record takes, or `bytes`, and removes it again, without creating a folder.
   * Throws disk errors.
   */
  async tryToWrite(bytes = recordBytes): Promise<void> {
    let folder = this.folder;
    while (!existsSync(folder)) folder = dirname(folder);
    const path = join(folder, `${ownProcess()}.trial`);
    try {
      await writeFile(path, Buffer.alloc(bytes), { mode: 0o600, flush: true });
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  }

  /** Files of this process and of dead ones. */
  protected waiting(): string[] {
    return this.files().filter((path) => {
      const owner = /([^/\\]+)-\d+\.journal$/.exec(path)?.[1] ?? "";
      return owner === ownProcess() || !isProcessRunning(owner);
    });
  }

  private files(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith(".journal"))
      .sort()
      .map((name) => join(this.folder, name));
  }
}

/** The folder of this instance. It keeps nothing between questions. */
export function journalFolder(): JournalFolder {
  return new JournalFolder(...journalPlace(ownPart().config));
}

export function journalPlace({
  DATA_DIR,
  JOURNAL_MAX_MB,
}: Env): [folder: string, maxBytes: number] {
  return [join(DATA_DIR, "journal"), JOURNAL_MAX_MB * 1024 * 1024];
}
