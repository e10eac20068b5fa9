import type { ErrorCode } from "../core/errors";
import { toRefusal } from "../database/to-refusal";

export interface BulkOutcome<T> {
  done: T[];
  failed: { slug: string; code: ErrorCode }[];
}

/** Errors that concern one link only. After any other error the next link would fail in the same way. */
const ofOneLink: readonly ErrorCode[] = ["not_found", "slug_taken", "validation_failed"];

/** Runs `work` on one link after another and reports the outcome of each. A server error stops the run; the rest counts as failed. */
export async function forEachLink<T>(slugs: readonly string[], work: (slug: string) => Promise<T>): Promise<BulkOutcome<T>> {
  const outcome: BulkOutcome<T> = { done: [], failed: [] };
  for (const [index, slug] of slugs.entries()) {
    try {
      outcome.done.push(await work(slug));
    } catch (error) {
      const { code } = toRefusal(error, crypto.randomUUID());
      if (ofOneLink.includes(code)) outcome.failed.push({ slug, code });
      else return { ...outcome, failed: [...outcome.failed, ...slugs.slice(index).map((rest) => ({ slug: rest, code }))] };
    }
  }
  return outcome;
}
