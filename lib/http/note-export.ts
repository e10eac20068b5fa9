import type { Actor } from "../audit/actor";
import { noteAfter } from "../audit/note-event";
import type { FileFormat } from "../core/table-file";

/** Notes that somebody asked for a file. `what`: such as links. HEAD gets none. */
export async function noteExport(
  { method }: Request,
  by: Actor,
  what: string,
  format: FileFormat,
): Promise<void> {
  if (method === "HEAD") return;
  const detail = `${what} as ${format.toUpperCase()}`;
  await noteAfter({ event: "exported", by, detail }, new Date());
}
