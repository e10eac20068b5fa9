import type { Actor } from "../audit/actor";
import { recordAfter } from "../audit/record-event";
import type { FileFormat } from "../core/table-file";

/** Records that somebody asked for a file. `what`: such as links. HEAD gets none. */
export async function recordExport(
  { method }: Request,
  by: Actor,
  what: string,
  format: FileFormat,
): Promise<void> {
  if (method === "HEAD") return;
  const detail = `${what} as ${format.toUpperCase()}`;
  await recordAfter({ event: "exported", by, detail }, new Date());
}
