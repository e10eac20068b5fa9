import { lowerRole, type Role } from "../core/access";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import type { Editor } from "./editor";

/** For how long changes can be undone. */
export const undoMs = 3_600_000;

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

/** In the transaction that undoes it. Throws `forbidden` for what `undoableMakers` leaves out. */
export async function requireUndoer(
  writer: Writer,
  undoer: Undoer,
  doneBy: string | null,
): Promise<void> {
  if (isOfMakers(await undoableMakers(undoer, writer), doneBy)) return;
  throw new SluglineError("forbidden", "undoOfOther");
}

/**
 * The Editors whose changes this undoer may undo: what somebody did is undone by the same person, with
 * or without a token. Null for everybody's, which owners may undo, whoever that was.
 */
export async function undoableMakers(
  { by, role }: Undoer,
  reader: Reader = database(),
): Promise<string[] | null> {
  const person = await personBehind(reader, by);
  if ((person ? lowerRole(role, person.role as Role) : role) === "owner") return null;
  if (!person) return [by];
  const where = { ownerId: person.id };
  const tokens = await reader.apiToken.findMany({ where, select: { id: true } });
  return [`owner:${person.id}`, ...tokens.map(({ id }) => `token:${id}`)];
}

export function isOfMakers(makers: readonly string[] | null, doneBy: string | null): boolean {
  return makers === null || (doneBy !== null && makers.includes(doneBy));
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
