import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open, rm, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { counts } from "../config/counts";
import { env } from "../config/env";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { isNamed } from "../core/errors";
import { isProcessRunning, ownProcess } from "../database/own-process";
import { clicksOf, type JournalEntry, joinClicks, readEntry, writeEntry } from "./journal-entry";
import { frame, readParts } from "./journal-file";
import { measureQuarantine, Quarantine, type QuarantineError, syncFolder } from "./quarantine";

/** The journal has reached JOURNAL_MAX_MB. Nothing was written. */
export class JournalFullError extends Error {
  override readonly name = "JournalFullError";
}

const current = new PerService("journal", () => new Journal(join(env().DATA_DIR, "journal"), env().JOURNAL_MAX_MB * 1024 * 1024));

export function journal(): Journal {
  return current.get();
}

type JournalCondition = "ok" | "replaying" | "full" | "unreadable";

/** More than a record takes. */
const recordBytes = 16_384;

/** For monitoring; never throws. */
export function journalCondition(): JournalCondition {
  try {
    journal().quarantined();
    if (journal().isEmpty()) return "ok";
    return journal().isFull() ? "full" : "replaying";
  } catch {
    return "unreadable";
  }
}

/** Records an entry. Passes visits that the database rejects permanently to `refuse`. Throws if the database is unavailable. */
type RecordEntry = (entry: JournalEntry, refuse: (entry: JournalEntry) => Promise<void>) => Promise<void>;

/**
 * Stores visits while the database is unavailable: files of this process in the data folder, synced before the visitor
 * gets an answer. No other process appends to a file. If a process was killed, its file is read up to the torn end.
 * Damaged parts go to the quarantine, and the rest of the file is replayed.
 */
export class Journal {
  private active: { path: string; file: FileHandle; bytes: number } | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private bytes: number;
  private sequence = 0;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {
    this.bytes = this.measure().bytes;
  }

  /** Durable when it resolves. Throws `JournalFullError` at the size limit, and disk errors. */
  append(entry: JournalEntry): Promise<void> {
    return this.inTurn(async () => {
      const record = frame(writeEntry(entry));
      if (this.bytes + record.length > this.maxBytes) {
        throw new JournalFullError("the journal has reached JOURNAL_MAX_MB and the database is unavailable");
      }
      this.active ??= await this.create();
      try {
        await this.active.file.writeFile(record);
        await this.active.file.datasync();
      } catch (error) {
        await this.giveUp(this.active);
        throw error;
      }
      this.bytes += record.length;
      this.active.bytes += record.length;
    });
  }

  /** Writes as much as a record takes and removes it again, without creating a folder. Throws disk errors. */
  async tryToWrite(): Promise<void> {
    let folder = this.folder;
    while (!existsSync(folder)) folder = dirname(folder);
    const path = join(folder, `${ownProcess()}.trial`);
    try {
      await writeFile(path, Buffer.alloc(recordBytes), { mode: 0o600, flush: true });
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  }

  /** Whether this process and crashed ones have nothing left to replay. */
  isEmpty(): boolean {
    return this.active === null && this.replayable().length === 0;
  }

  /** Age of the oldest file in milliseconds; null if there is none. Throws if the folder cannot be read. */
  waitingMs(): number | null {
    const waiting = this.active === null ? this.replayable() : [this.active.path, ...this.replayable()];
    // A file that is gone by now has just been replayed.
    const begun = waiting.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? []);
    return begun.length === 0 ? null : Math.max(0, Date.now() - Math.min(...begun));
  }

  /** Whether JOURNAL_MAX_MB is reached, by all processes together. Throws if the folder cannot be read. */
  isFull(): boolean {
    return this.measure().bytes + recordBytes > this.maxBytes;
  }

  /** All files in the folder, also those that other processes write to. Throws if the folder cannot be read. */
  measure(): { bytes: number; oldestMs: number } {
    const found = this.files().flatMap((path) => statSync(path, { throwIfNoEntry: false }) ?? []);
    return {
      bytes: found.reduce((total, { size }) => total + size, 0),
      oldestMs: found.reduce((oldest, { birthtimeMs }) => Math.max(oldest, Date.now() - birthtimeMs), 0),
    };
  }

  /**
   * Passes every entry to `record` and removes each file once all its entries are recorded. Stops at the first error, or when aborted.
   * If a damaged part cannot be moved to the quarantine, its file stays, the others are still replayed, and then the error is thrown.
   */
  async replay(record: RecordEntry, signal?: AbortSignal): Promise<void> {
    await this.inTurn(() => this.close());
    let failure: QuarantineError | null = null;
    for (const path of this.replayable()) {
      try {
        await this.replayFile(path, record, signal);
      } catch (error) {
        // Another worker has replayed the file of a dead one meanwhile. Neither counted a visit twice.
        if (!existsSync(path)) continue;
        if (!isNamed<QuarantineError>(error, "QuarantineError")) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
  }

  /** Damaged records and refused visits, kept for inspection. Throws if the folder cannot be read. */
  quarantined(): { files: number; bytes: number } {
    return measureQuarantine(this.folder);
  }

  private async replayFile(path: string, record: RecordEntry, signal: AbortSignal | undefined): Promise<void> {
    const { size } = statSync(path);
    const quarantine = new Quarantine(this.folder, path);
    let replayed = 0;
    let refused = 0;
    const refuse = (entry: JournalEntry) => {
      refused += clicksOf(entry);
      return quarantine.add(frame(writeEntry(entry)));
    };
    try {
      for await (const entry of joinClicks(readEntries(path, quarantine))) {
        signal?.throwIfAborted();
        await record(entry, refuse);
        replayed += clicksOf(entry);
      }
      const kept = await quarantine.keep();
      if (kept) log().error({ file: basename(path), ...kept }, "damaged journal records were moved to the quarantine; their visits are not counted");
    } finally {
      await quarantine.discard();
    }
    await unlink(path);
    this.bytes = Math.max(0, this.bytes - size);
    // Only now, because a file whose replay stops halfway is replayed again from its start.
    const { clicks } = counts();
    clicks.replayed += replayed - refused;
    clicks.quarantined += refused;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** A partial write must not precede a later record, so the next one starts a new file. Nothing is left on a full disk. */
  private async giveUp({ path, file, bytes }: { path: string; file: FileHandle; bytes: number }): Promise<void> {
    await file.truncate(bytes).catch(() => {});
    await this.close();
    if (bytes === 0) await unlink(path).catch(() => {});
  }

  private async create(): Promise<{ path: string; file: FileHandle; bytes: number }> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, `${ownProcess()}-${this.sequence++}.journal`);
    const file = await open(path, "ax", 0o600);
    await syncFolder(this.folder);
    return { path, file, bytes: 0 };
  }

  private async close(): Promise<void> {
    const active = this.active;
    this.active = null;
    await active?.file.close();
  }

  /** Files that nobody writes to: ours except the active one, and those of dead processes. */
  private replayable(): string[] {
    return this.files().filter((path) => {
      if (path === this.active?.path) return false;
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

/** Damaged parts go to the quarantine. */
async function* readEntries(path: string, quarantine: Quarantine): AsyncGenerator<JournalEntry> {
  for await (const { payload, start, end } of readParts(path)) {
    const entry = payload && readEntry(payload);
    if (entry) yield entry;
    else await quarantine.copy(start, end);
  }
}
