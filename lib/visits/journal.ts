import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { env } from "../config/env";
import { log } from "../config/log";
import { ProcessWide } from "../config/process-wide";
import { isProcessRunning, ownProcess } from "../database/own-process";
import { type JournalEntry, readEntry, writeEntry } from "./journal-entry";
import { frame, readParts } from "./journal-file";
import { measureQuarantine, Quarantine, QuarantineError, syncFolder } from "./quarantine";

/** The journal may not grow any more: JOURNAL_MAX_MB is reached. Nothing was written. */
export class JournalFullError extends Error {
  override readonly name = "JournalFullError";
}

const current = new ProcessWide("journal", () => new Journal(join(env().DATA_DIR, "journal"), env().JOURNAL_MAX_MB * 1024 * 1024));

export function journal(): Journal {
  return current.get();
}

export type JournalCondition = "ok" | "replaying" | "unreadable";

/** For those who watch over the service; never throws. */
export function journalCondition(): JournalCondition {
  try {
    journal().quarantined();
    return journal().isEmpty() ? "ok" : "replaying";
  } catch {
    return "unreadable";
  }
}

/** Records an entry; hands what the database will never take to `refuse`. Throws when the database does not take it now. */
export type RecordEntry = (entry: JournalEntry, refuse: (entry: JournalEntry) => Promise<void>) => Promise<void>;

/**
 * Where visits go while the database does not answer: files of this process in the data folder, each write synced before
 * the visitor is answered. Files are never appended to by another process, and one that was being written when its
 * process was killed is read up to the torn end. Damage is kept in quarantine, and the rest of the file is replayed.
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
    this.bytes = this.files().reduce((total, path) => total + statSync(path).size, 0);
  }

  /** Durable when it resolves. Throws `JournalFullError` at the bound, and what the disk says when it cannot be written. */
  append(entry: JournalEntry): Promise<void> {
    return this.inTurn(async () => {
      const record = frame(writeEntry(entry));
      if (this.bytes + record.length > this.maxBytes) {
        throw new JournalFullError("the journal is as large as JOURNAL_MAX_MB allows, and the database does not answer");
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

  /** Whether nothing waits to be replayed, neither of this process nor of processes that are gone. */
  isEmpty(): boolean {
    return this.active === null && this.replayable().length === 0;
  }

  /** Milliseconds that the oldest file waits already; null when nothing does. Throws when the folder cannot be read. */
  waitingMs(): number | null {
    const waiting = this.active === null ? this.replayable() : [this.active.path, ...this.replayable()];
    // A file that is gone by now has just been replayed.
    const begun = waiting.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? []);
    return begun.length === 0 ? null : Math.max(0, Date.now() - Math.min(...begun));
  }

  /**
   * Hands every entry to `record` and removes each file whose entries are all recorded. Stops at the first that throws, and
   * when aborted. A file whose damaged part cannot be moved to the quarantine stays; the others are replayed before that is thrown.
   */
  async replay(record: RecordEntry, signal?: AbortSignal): Promise<void> {
    await this.inTurn(() => this.close());
    let failure: QuarantineError | null = null;
    for (const path of this.replayable()) {
      try {
        await this.replayFile(path, record, signal);
      } catch (error) {
        if (!(error instanceof QuarantineError)) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
  }

  /** Damaged records and refused visits that are kept for somebody to look at. Throws when the folder cannot be read. */
  quarantined(): { files: number; bytes: number } {
    return measureQuarantine(this.folder);
  }

  private async replayFile(path: string, record: RecordEntry, signal: AbortSignal | undefined): Promise<void> {
    const { size } = statSync(path);
    const quarantine = new Quarantine(this.folder, path);
    const refuse = (entry: JournalEntry) => quarantine.add(frame(writeEntry(entry)));
    try {
      for await (const { payload, start, end } of readParts(path)) {
        signal?.throwIfAborted();
        const entry = payload && readEntry(payload);
        if (entry) await record(entry, refuse);
        else await quarantine.copy(start, end);
      }
      const kept = await quarantine.keep();
      if (kept) log().error({ file: basename(path), ...kept }, "damaged journal records were moved to the quarantine; their visits are not counted");
    } finally {
      await quarantine.discard();
    }
    await unlink(path);
    this.bytes = Math.max(0, this.bytes - size);
  }

  /** One operation on the active file at a time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** What was half written must not stand before a later record, which begins a new file. On a full disk nothing is left behind. */
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

  /** Files that nobody writes to: ours but the active one, and those of processes that are gone. */
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
