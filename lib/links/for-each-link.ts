import type { ErrorCode } from "../core/errors";
import { toRefusal } from "../database/to-refusal";

/** What was done to several links one after another, and what was not. */
export interface BulkOutcome<T> {
  done: T[];
  failed: { slug: string; code: ErrorCode }[];
}

/** Refusals that say something of one link; after any other the next link would fail in the same way. */
const ofOneLink: readonly ErrorCode[] = ["not_found", "slug_taken", "validation_failed"];

/** Runs `work` on one link after another and reports exactly what was done. A failure of the server ends it; the rest counts as failed. */
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
