import { lowerRole, type Role } from "../core/access";
import { SluglineError } from "../core/errors";
import type { Writer } from "../database/in-transaction";
import type { Editor } from "./editor";

/** Who undoes something, and with which role. */
export interface Undoer {
  by: Editor;
  role: Role;
}

/**
 * What somebody did is undone by the same person, or with a higher role: by an owner. In the
 * transaction that undoes it. `doneBy`: an Editor, or null where that is not known. Throws
 * `forbidden`.
 */
export async function requireUndoer(
  writer: Writer,
  { by, role }: Undoer,
  doneBy: string | null,
): Promise<void> {
  const person = await personBehind(writer, by);
  if (by === doneBy || (person ? lowerRole(role, person.role as Role) : role) === "owner") return;
  if (person && doneBy !== null && (await personBehind(writer, doneBy))?.id === person.id) return;
  throw new SluglineError("forbidden", "Somebody else did this. Ask them or an owner to undo it.");
}

/** Whoever made the token, too. Null for API_TOKEN, and for one that no longer exists. */
async function personBehind(
  writer: Writer,
  editor: string,
): Promise<{ id: string; role: string } | null> {
  const [kind = "", id = ""] = editor.split(/:(.*)/s);
  const select = { id: true, role: true };
  if (kind === "owner") return writer.owner.findUnique({ where: { id }, select });
  if (kind !== "token") return null;
  const token = await writer.apiToken.findUnique({
    where: { id },
    select: { owner: { select } },
  });
  return token?.owner ?? null;
}
