import type { Actor } from "../audit/actor";
import { recordAfter } from "../audit/record-event";
import type { FileFormat } from "../core/table-file";
import { type Sentence, sentence } from "../texts/sentence";

/** Records that somebody asked for a file. `what`: such as links. HEAD gets none. */
export async function recordExport(
  { method }: Request,
  by: Actor,
  what: Sentence,
  format: FileFormat,
): Promise<void> {
  if (method === "HEAD") return;
  const detail = sentence("asFile", { what, format: format.toUpperCase() });
  await recordAfter({ event: "exported", by, detail }, new Date());
}
