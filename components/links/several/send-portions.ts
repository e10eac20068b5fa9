import type { ActionResult, Refused } from "@/lib/core/action-result";
import { answerOf } from "../../ui/use-action";

const lost =
  "No answer from the server. Nothing is lost: create them again, and no link is created twice.";

/**
 * Sends portions one after another and adds their results to `results`; those that have one are not
 * sent again. Why one was refused, which ends it; undefined if all were answered.
 */
export async function sendPortions<T, R>(
  portions: readonly T[][],
  results: R[][],
  send: (portion: T[], at: number) => Promise<ActionResult<R[]>>,
  onProgress: (done: number) => void,
): Promise<string | undefined> {
  for (const [at, portion] of portions.entries()) {
    if (at < results.length) continue;
    onProgress(results.flat().length);
    const result = await answerOf(send(portion, at));
    if (!result.ok) return refusalOf(result, results.flat().length, portions.flat().length);
    results.push(result.value);
  }
}

function refusalOf({ code, message }: Refused, done: number, all: number): string {
  return (
    (done > 0 ? `${done} of ${all} lines are done. ` : "") + (code === "no_answer" ? lost : message)
  );
}
