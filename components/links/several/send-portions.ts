import type { ActionResult, Refused } from "@/lib/core/action-result";
import type { Texts } from "@/lib/texts/translator";
import { answerOf } from "../../ui/use-action";
import { untilDone } from "../portions/in-portions";

type SeveralTexts = Texts<"form.several">;

/**
 * Sends portions one after another; `onDone` gets all results so far. Why one was refused, which
 * ends it; undefined if all were answered.
 */
export async function sendPortions<T, R>(
  portions: readonly T[][],
  send: (portion: T[]) => Promise<ActionResult<R[]>>,
  onDone: (results: R[]) => void,
  t: SeveralTexts,
): Promise<string | undefined> {
  const results: R[] = [];
  for (const portion of portions) {
    const result = await untilDone(answerOf(send(portion)));
    if (!result.ok) return refusalOf(result, results.length, portions.flat().length, t);
    results.push(...result.value);
    onDone([...results]);
  }
}

function refusalOf({ code, message }: Refused, done: number, all: number, t: SeveralTexts): string {
  const why = code === "no_answer" ? t("lost") : message;
  return done > 0 ? t("someDone", { done: String(done), all: String(all), why }) : why;
}
