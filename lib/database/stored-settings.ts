import { isDeepStrictEqual } from "node:util";
import { PerService } from "../config/per-service";
import { type StoredSettings, settingsInEffect } from "../config/site-settings";
import { withDeadline } from "../core/deadline";
import { database, maintenanceDatabase } from "./client";

/** Postgres notifies this channel when a setting is stored. */
export const settingsChannel = "slugline_settings";

interface Loader {
  /** The last read that was begun or is waiting. */
  turn: Promise<void>;
  isWaiting: boolean;
  /** Numbers of the last read that was begun, and of the one in effect. */
  begun: number;
  applied: number;
  hasFailed: boolean;
}

const loader = new PerService<Loader>("settings-loader", () => ({
  turn: Promise.resolve(),
  isWaiting: false,
  begun: 0,
  applied: 0,
  hasFailed: false,
}));

/** After this the next read may begin, for the connection of this one may have gone silent. */
const patienceMs = 500;

/** Puts the stored settings into effect in this thread, after a read that is under way. Does not throw: `areSettingsUnread` tells. */
export function reloadSettings(): Promise<void> {
  const state = loader.get();
  if (state.isWaiting) return state.turn;
  state.isWaiting = true;
  state.turn = state.turn.then(async () => {
    state.isWaiting = false;
    try {
      await withDeadline(readInto(state), patienceMs);
    } catch {
      state.hasFailed = true;
    }
  });
  return state.turn;
}

/** A late result counts, too, unless a later read was faster. */
async function readInto(state: Loader): Promise<void> {
  const number = ++state.begun;
  const settings = await readSettings(maintenanceDatabase());
  if (number < state.applied) return;
  state.applied = number;
  // Without notifications they are read five times a second, and putting them into effect takes time.
  if (!isDeepStrictEqual(settings, settingsInEffect().stored)) settingsInEffect().use(settings);
  if (number === state.begun) state.hasFailed = false;
}

/** Resolves when every reload that was asked for before is done. */
export function settingsReloaded(): Promise<void> {
  return loader.get().turn;
}

/** The last read failed, so a change may have been missed. */
export function areSettingsUnread(): boolean {
  return loader.get().hasFailed;
}

/** What owners have set in the dashboard. */
export function listStoredSettings(): Promise<StoredSettings> {
  return readSettings(database());
}

async function readSettings(reader: ReturnType<typeof database>): Promise<StoredSettings> {
  const rows = await reader.siteSetting.findMany();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Stores settings; null removes one. They are in effect here at once, and everywhere else within a second. */
export async function storeSettings(changes: Readonly<Record<string, string | null>>): Promise<void> {
  const { siteSetting } = database();
  await database().$transaction(
    Object.entries(changes).map(([name, value]) =>
      value === null
        ? siteSetting.deleteMany({ where: { name } })
        : siteSetting.upsert({ where: { name }, create: { name, value }, update: { value } }),
    ),
  );
  settingsInEffect().use(await listStoredSettings());
}
