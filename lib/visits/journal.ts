import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../env";
import { isProcessRunning, ownProcess } from "../own-process";
import { ProcessWide } from "../process-wide";
import type { Click } from "./describe-click";
import { frame, readRecords } from "./journal-file";
import type { UncountedVisit } from "./record-uncounted";

/** What one batch writes; recording it again adds nothing. */
export type JournalEntry = { kind: "clicks"; clicks: Click[] } | { kind: "uncounted"; batchId: string; visits: UncountedVisit[] };

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
    return journal().isEmpty() ? "ok" : "replaying";
  } catch {
    return "unreadable";
  }
}

/**
 * Where visits go while the database does not answer: files of this process in the data folder, each write synced before
 * the visitor is answered. Files are never appended to by another process, and one that was being written when its
 * process was killed is read up to the torn end.
 */
export class Journal {
  private active: { path: string; file: FileHandle } | null = null;
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
      const record = frame(Buffer.from(JSON.stringify(toPlain(entry))));
      if (this.bytes + record.length > this.maxBytes) {
        throw new JournalFullError("the journal is as large as JOURNAL_MAX_MB allows, and the database does not answer");
      }
      this.active ??= await this.create();
      try {
        await this.active.file.writeFile(record);
        await this.active.file.datasync();
      } catch (error) {
        // What was half written must not stand before a later record: the next one begins a new file.
        await this.close();
        throw error;
      }
      this.bytes += record.length;
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

  /** Hands every entry to `record` and removes each file whose entries are all recorded. Stops at the first that throws, and when aborted. */
  async replay(record: (entry: JournalEntry) => Promise<void>, signal?: AbortSignal): Promise<void> {
    await this.inTurn(() => this.close());
    for (const path of this.replayable()) {
      const { size } = statSync(path);
      for await (const payload of readRecords(path)) {
        signal?.throwIfAborted();
        await record(fromPlain(JSON.parse(payload.toString("utf8"))));
      }
      await unlink(path);
      this.bytes = Math.max(0, this.bytes - size);
    }
  }

  /** One operation on the active file at a time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => {});
    return done;
  }

  private async create(): Promise<{ path: string; file: FileHandle }> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, `${ownProcess()}-${this.sequence++}.journal`);
    const file = await open(path, "ax", 0o600);
    await syncFolder(this.folder);
    return { path, file };
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

/** A new file's name is durable only once its folder is synced (fsync(2)). */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Plain<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
type PlainEntry = { kind: "clicks"; clicks: Plain<Click>[] } | { kind: "uncounted"; batchId: string; visits: Plain<UncountedVisit>[] };

function toPlain(entry: JournalEntry): PlainEntry {
  if (entry.kind === "uncounted") return { ...entry, visits: entry.visits.map((visit) => ({ ...visit, at: visit.at.toISOString() })) };
  return { ...entry, clicks: entry.clicks.map((click) => ({ ...click, createdAt: click.createdAt.toISOString() })) };
}

function fromPlain(entry: PlainEntry): JournalEntry {
  if (entry.kind === "uncounted") return { ...entry, visits: entry.visits.map((visit) => ({ ...visit, at: new Date(visit.at) })) };
  return { ...entry, clicks: entry.clicks.map((click) => ({ ...click, createdAt: new Date(click.createdAt) })) };
}
