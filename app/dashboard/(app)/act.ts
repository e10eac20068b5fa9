import type { Result } from "@/components/links/link-actions";
import { requireOwner } from "@/lib/auth/require-owner";
import { toRefusal } from "@/lib/to-refusal";

/** Runs what an owner asked for, as an action answers it. Refusals are values, so that no form is lost to an error page. */
export async function act<T>(run: () => Promise<T>): Promise<Result<T>> {
  await requireOwner();
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    const { code, message, problems } = toRefusal(error, crypto.randomUUID());
    return { ok: false, code, message, problems };
  }
}
