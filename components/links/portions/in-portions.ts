import type { ActionResult, FailureCode } from "@/lib/core/action-result";
import type { SelectionOutcome } from "@/lib/links/outcome";
import { answerOf, unknownOutcome } from "../../ui/use-action";

/** Told after each portion how many links were sent. */
type Progress = (sent: number) => void;

/** How a form follows an edit. */
export interface FormFeedback {
  onProgress?: Progress;
  /** Says at the form why nothing was done; what was typed stays. Else a toast says it. */
  onFailure?: ((message: string) => void) | undefined;
}

/** `path`: the field at fault, if it is one. */
export type Failed = { slug: string; code: FailureCode; path?: string | undefined };

/** `refusal`: why no link was even tried, in the words of the server. */
export type PortionsOutcome<T> = { done: T[]; failed: Failed[]; refusal?: string };

/** Each portion succeeds or fails as a whole, apart from links that are refused. */
export const portionLength = 100;

/**
 * Failures that say nothing about the next link. After any other the server may be unreachable, and
 * the page is not refreshed.
 */
export const ofOneLink: ReadonlySet<string> = new Set(["not_found", "validation_failed"]);

/** The browser asks before the page is left, which would end the work half way. */
export async function untilDone<T>(work: Promise<T>): Promise<T> {
  const ask = (event: Event) => event.preventDefault();
  globalThis.addEventListener?.("beforeunload", ask);
  try {
    return await work;
  } finally {
    globalThis.removeEventListener?.("beforeunload", ask);
  }
}

/**
 * Sends a bulk action in portions, one after another. A portion that is refused ends it, and the
 * rest counts as failed.
 */
export async function inPortions<T>(
  slugs: readonly string[],
  send: (portion: string[]) => Promise<ActionResult<SelectionOutcome<T>>>,
  { onProgress = () => {}, onFailure }: FormFeedback = {},
): Promise<PortionsOutcome<T>> {
  const outcome: PortionsOutcome<T> = { done: [], failed: [] };
  for (let sent = 0; sent < slugs.length; sent += portionLength) {
    const portion = slugs.slice(sent, sent + portionLength);
    const result = await untilDone(answerOf(send(portion), onFailure ? undefined : unknownOutcome));
    if (!result.ok) {
      // The next portion would fail in the same way.
      outcome.failed.push(...slugs.slice(sent).map((slug) => ({ slug, code: result.code })));
      return sent === 0 ? { ...outcome, refusal: result.message } : outcome;
    }
    outcome.done.push(...result.value.done);
    outcome.failed.push(...result.value.failed);
    onProgress(Math.min(sent + portionLength, slugs.length));
  }
  return outcome;
}
