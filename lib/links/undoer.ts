import { lowerRole, type Role } from "../core/access";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import type { Editor } from "./editor";

/** For how long changes can be undone. */
export const undoMs = 3_600_000;
/** So many of everybody are read for a list of what one person may undo. */
export const mostUndoable = 100;

type Reader = Pick<Writer, "owner" | "apiToken">;

/** Who undoes something, and with which role. */
export interface Undoer {
  by: Editor;
  role: Role;
}

/** Somebody who looks at the dashboard. */
export function asUndoer({ id, role }: { id: string; role: Role }): Undoer {
  return { by: `owner:${id}`, role };
}

/** In the transaction that undoes it. Throws `forbidden` unless `mayUndo`. */
export async function requireUndoer(
  writer: Writer,
  undoer: Undoer,
  doneBy: string | null,
): Promise<void> {
  if (await mayUndo(writer, undoer, doneBy)) return;
  throw new SluglineError("forbidden", "undoOfOther");
}

/** Those of `rows` that this undoer may undo: only these are offered. */
export async function undoableBy<T extends { by: string | null }>(
  undoer: Undoer,
  rows: readonly T[],
): Promise<T[]> {
  const makers = [...new Set(rows.map(({ by }) => by))];
  const may = await Promise.all(makers.map((by) => mayUndo(database(), undoer, by)));
  return rows.filter(({ by }) => may[makers.indexOf(by)]);
}

/**
 * What somebody did is undone by the same person, or with a higher role: by an owner. `doneBy`: an
 * Editor, or null where that is not known.
 */
async function mayUndo(
  reader: Reader,
  { by, role }: Undoer,
  doneBy: string | null,
): Promise<boolean> {
  const person = await personBehind(reader, by);
  if (by === doneBy || (person ? lowerRole(role, person.role as Role) : role) === "owner")
    return true;
  return (
    person !== null && doneBy !== null && (await personBehind(reader, doneBy))?.id === person.id
  );
}

/** Whoever made the token, too. Null for API_TOKEN, and for one that no longer exists. */
async function personBehind(
  reader: Reader,
  editor: string,
): Promise<{ id: string; role: string } | null> {
  const [kind = "", id = ""] = editor.split(/:(.*)/s);
  const select = { id: true, role: true };
  if (kind === "owner") return reader.owner.findUnique({ where: { id }, select });
  if (kind !== "token") return null;
  const token = await reader.apiToken.findUnique({
    where: { id },
    select: { owner: { select } },
  });
  return token?.owner ?? null;
}
