import { isDeepStrictEqual } from "node:util";
import type { SettingsInEffect, StoredSettings } from "../config/site-settings";
import { refuseOverwrite } from "../core/changed-since";
import { withDeadline } from "../core/deadline";
import { SharedTurn } from "../core/turn";
import { database, ownPart } from "./client";
import { inTransaction, type Writer } from "./in-transaction";
import type { Pools } from "./pools";

/** Postgres notifies this channel when a setting is stored. */
export const settingsChannel = "slugline_settings";

/** After this the next read may begin, for the connection of this one may have gone silent. */
const patienceMs = 500;

/** Reads what owners have set in the dashboard, again and again. */
export class SettingsLoader {
  private readonly reads = new SharedTurn(() =>
    withDeadline(this.read(), patienceMs).catch(() => {
      this.isUnread = true;
    }),
  );
  /** The last one that was begun or is waiting. */
  private last: Promise<void> = Promise.resolve();
  /** Numbers of the last read that was begun, and of the one in effect. */
  private begun = 0;
  private applied = 0;
  /** The last read failed, so a change may have been missed. */
  isUnread = false;

  constructor(
    private readonly settings: SettingsInEffect,
    private readonly pools: Pools,
  ) {}

  /**
   * Puts the stored settings into effect in this thread, after a read that is under way. Does not
   * throw: `isUnread` tells.
   */
  reload(): Promise<void> {
    this.last = this.reads.run();
    return this.last;
  }

  /** Puts what this thread has just stored into effect. */
  async useStored(): Promise<void> {
    this.settings.use(await listStoredSettings());
  }

  /** Resolves when every reload that was asked for before is done. */
  reloaded(): Promise<void> {
    return this.last;
  }

  /** A late result counts, too, unless a later read was faster. */
  private async read(): Promise<void> {
    const number = ++this.begun;
    const stored = await listStoredSettings(this.pools.client("maintenance"));
    if (number < this.applied) return;
    this.applied = number;
    // Without notifications they are read five times a second, and putting them into effect takes
    // time.
    if (!isDeepStrictEqual(stored, this.settings.stored)) this.settings.use(stored);
    if (number === this.begun) this.isUnread = false;
  }
}

/** What owners have set in the dashboard. */
export async function listStoredSettings(reader: Writer = database()): Promise<StoredSettings> {
  const rows = await reader.siteSetting.findMany();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Stores settings; null removes one. They are in effect here at once, and everywhere else within a
 * second. `note`: what is written with them, if any differ from those stored. Throws
 * `precondition_failed` if one was changed since it was `seen`, where an empty text is none.
 */
export async function storeSettings(
  changes: Readonly<Record<string, string | null>>,
  note: (writer: Writer, changed: readonly string[]) => Promise<void>,
  seen: Readonly<Record<string, string>> = {},
): Promise<void> {
  await inTransaction(async (writer) => {
    const stored = await listStoredSettings(writer);
    refuseOverwrite(seen, textsOf(stored, changes), textsOf(changes, changes));
    const changed = Object.entries(changes).filter(
      ([name, value]) => value !== (stored[name] ?? null),
    );
    for (const [name, value] of changed) {
      if (value === null) await writer.siteSetting.deleteMany({ where: { name } });
      else
        await writer.siteSetting.upsert({
          where: { name },
          create: { name, value },
          update: { value },
        });
    }
    if (changed.length > 0)
      await note(
        writer,
        changed.map(([name]) => name),
      );
  });
  await ownPart().settings.useStored();
}

/** The settings that `named` has, as a form shows them. */
function textsOf(settings: Readonly<Record<string, string | null>>, named: object) {
  return Object.fromEntries(Object.keys(named).map((name) => [name, settings[name] ?? ""]));
}
