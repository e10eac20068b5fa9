import { type Actor, recordAfter } from "../audit/record-event";
import type { AnswerFile } from "../commands/operation";
import { sentence } from "../texts/sentence";
import { attachment, startedStream } from "./responses";

/** A download, which the activity log notes. HEAD gets none. */
export async function sendFile(
  { method }: Request,
  by: Actor,
  { pieces, what, name, format }: AnswerFile,
): Promise<Response> {
  if (method === "HEAD") return attachment(null, name, format);
  const detail = sentence("asFile", { what, format: format.toUpperCase() });
  await recordAfter({ event: "exported", by, detail }, new Date());
  return attachment(await startedStream(pieces), name, format);
}
