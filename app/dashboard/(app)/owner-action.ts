import type { ActionResult } from "@/components/links/link-actions";
import { toRefusal } from "@/lib/database/to-refusal";
import { requireOwner } from "@/lib/owners/require-owner";
import { linkChangesHeard } from "@/lib/visits/link-changes";

/** Runs an owner's action. Errors are returned as values, so that no form is lost to an error page. */
export async function ownerAction<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  await requireOwner();
  try {
    const value = await run();
    await linkChangesHeard();
    return { ok: true, value };
  } catch (error) {
    const { code, message, problems } = toRefusal(error, crypto.randomUUID());
    return { ok: false, code, message, problems };
  }
}
