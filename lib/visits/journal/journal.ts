import { existsSync, mkdirSync, statSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Base } from "../../config/base";
import { isNamed } from "../../core/errors";
import { Turn } from "../../core/turn";
import { ownProcess } from "../../database/own-process";
import { ownPart } from "../own-part";
import { clicksOf, type JournalEntry, joinClicks, readEntry, writeEntry } from "./journal-entry";
import { frame, readParts } from "./journal-file";
import { JournalFolder, type JournalMark, newJournalMark } from "./journal-folder";
import { Quarantine, type QuarantineError, syncFolder } from "./quarantine";

/** The journal has reached JOURNAL_MAX_MB. Nothing was written. */
export class JournalFullError extends Error {
  override readonly name = "JournalFullError";
}

export function journal(): Journal {
  return ownPart().journal;
}

/**
 * Records an entry. Passes visits that the database rejects permanently to `refuse`. Throws if the
 * database is unavailable.
 */
type RecordEntry = (
  entry: JournalEntry,
  refuse: (entry: JournalEntry) => Promise<void>,
) => Promise<void>;

/**
 * Stores visits while the database is unavailable: files of this process in the data folder, synced
 * before the visitor gets an answer. No other process appends to a file. If a process was killed,
 * its file is read up to the torn end. Damaged parts go to the quarantine, and the rest of the file
 * is replayed.
 */
export class Journal extends JournalFolder {
  private active: { path: string; file: FileHandle; bytes: number } | null = null;
  private readonly turn = new Turn();
  private bytes: number;
  private sequence = 0;

  constructor(
    private readonly base: Pick<Base, "counts" | "log">,
    folder: string,
    maxBytes: number,
    private readonly mark: JournalMark = newJournalMark(),
  ) {
    super(folder, maxBytes);
    this.bytes = this.measure().bytes;
  }

  override isEmpty(): boolean {
    const isEmpty = super.isEmpty();
    if (isEmpty) Atomics.store(this.mark, 0, 0);
    return isEmpty;
  }

  /** Durable when it resolves. Throws `JournalFullError` at the size limit, and disk errors. */
  append(entry: JournalEntry): Promise<void> {
    return this.turn.run(async () => {
      const record = frame(writeEntry(entry));
      if (this.bytes + record.length > this.maxBytes) {
        throw new JournalFullError(
          "the journal has reached JOURNAL_MAX_MB and the database is unavailable",
        );
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

  /**
   * Passes every entry to `record` and removes each file once all its entries are recorded. Stops
   * at the first error, or when aborted. If a damaged part cannot be moved to the quarantine, its
   * file stays, the others are still replayed, and then the error is thrown.
   */
  async replay(record: RecordEntry, signal?: AbortSignal): Promise<void> {
    // In one turn, or an append would begin another file in between, and what is added to a file
    // after it was read would be removed with it. These files get no further entries.
    const closed = await this.turn.run(async () => {
      await this.close();
      return this.waiting();
    });
    let failure: QuarantineError | null = null;
    for (const path of closed) {
      try {
        await this.replayFile(path, record, signal);
      } catch (error) {
        // Another worker has replayed the file of a dead one meanwhile. Neither counted a visit
        // twice.
        if (!existsSync(path)) continue;
        if (!isNamed<QuarantineError>(error, "QuarantineError")) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
  }

  private async replayFile(
    path: string,
    record: RecordEntry,
    signal: AbortSignal | undefined,
  ): Promise<void> {
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
      if (kept)
        this.base.log.error(
          { file: basename(path), ...kept },
          "damaged journal records were moved to the quarantine; their visits are not counted",
        );
    } finally {
      await quarantine.discard();
    }
    await unlink(path);
    this.bytes = Math.max(0, this.bytes - size);
    // Only now, because a file whose replay stops halfway is replayed again from its start.
    const { clicks } = this.base.counts;
    clicks.replayed += replayed - refused;
    clicks.quarantined += refused;
  }

  /**
   * A partial write must not precede a later record, so the next one starts a new file. Nothing is
   * left on a full disk.
   */
  private async giveUp({
    path,
    file,
    bytes,
  }: {
    path: string;
    file: FileHandle;
    bytes: number;
  }): Promise<void> {
    await file.truncate(bytes).catch(() => {});
    await this.close();
    if (bytes === 0) await unlink(path).catch(() => {});
  }

  private async create(): Promise<{ path: string; file: FileHandle; bytes: number }> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, `${ownProcess()}-${this.sequence++}.journal`);
    const file = await open(path, "ax", 0o600);
    // After the file exists, or `isEmpty` could take it back.
    Atomics.store(this.mark, 0, 1);
    await syncFolder(this.folder);
    return { path, file, bytes: 0 };
  }

  private async close(): Promise<void> {
    const active = this.active;
    this.active = null;
    await active?.file.close();
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
