import { randomUUID } from "node:crypto";
import { isSluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import type { Sentence } from "../texts/sentence";

/**
 * The failure of one part of a page. `id` identifies it in the log; undefined if it was expected
 * and so is not logged.
 */
interface PartFailure {
  sentence: Sentence;
  id?: string;
}

export type PartData<T> = { ok: true; value: T } | { ok: false; failure: PartFailure };

/** Never rejects, so that other parts of the page still render. */
export async function partData<T>(promise: Promise<T>): Promise<PartData<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    const id = randomUUID();
    const { sentence } = toRefusal(error, id);
    return { ok: false, failure: isSluglineError(error) ? { sentence } : { sentence, id } };
  }
}
