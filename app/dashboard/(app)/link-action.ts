import { revalidatePath } from "next/cache";
import type { GuardedAction, Role } from "@/lib/core/access";
import type { Editor } from "@/lib/links/editor";
import { waitForLinkChanges } from "@/lib/visits/link-change-listener";
import { ownerAction } from "../server-action";

/** If this thread also serves visitors, the change takes effect before the dashboard reports it. */
export async function linkAction<T>(
  name: GuardedAction,
  run: (by: Editor, role: Role) => Promise<T>,
) {
  return ownerAction(name, async ({ owner }) => {
    const value = await run(`owner:${owner.id}`, owner.role);
    await waitForLinkChanges();
    return value;
  });
}

/** The page on the screen, and those that the browser has loaded ahead. */
export function refreshPages(): void {
  revalidatePath("/dashboard", "layout");
}
