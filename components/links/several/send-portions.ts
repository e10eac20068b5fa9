import type { ActionResult, Refused } from "@/lib/core/action-result";
import { answerOf } from "../../ui/use-action";

const lost =
  "No answer from the server. Nothing is lost: create the same lines again, and no link is created twice.";

/**
 * Sends portions one after another; `onDone` gets all results so far. Why one was refused, which
 * ends it; undefined if all were answered.
 */
export async function sendPortions<T, R>(
  portions: readonly T[][],
  send: (portion: T[]) => Promise<ActionResult<R[]>>,
  onDone: (results: R[]) => void,
): Promise<string | undefined> {
  const results: R[] = [];
  for (const portion of portions) {
    const result = await answerOf(send(portion));
    if (!result.ok) return refusalOf(result, results.length, portions.flat().length);
    results.push(...result.value);
    onDone([...results]);
  }
}

function refusalOf({ code, message }: Refused, done: number, all: number): string {
  return (
    (done > 0 ? `${done} of ${all} lines are done. ` : "") + (code === "no_answer" ? lost : message)
  );
}
