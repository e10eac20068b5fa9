import type { Result } from "@/components/links/link-actions";
import { requireOwner } from "@/lib/auth/require-owner";
import { SluglineError } from "@/lib/errors";

/** Runs what an owner asked for, as an action answers it: expected refusals are values, the rest is thrown and logged. */
export async function act<T>(run: () => Promise<T>): Promise<Result<T>> {
  await requireOwner();
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (!(error instanceof SluglineError)) throw error;
    return { ok: false, code: error.code, message: error.message, problems: error.problems };
  }
}
