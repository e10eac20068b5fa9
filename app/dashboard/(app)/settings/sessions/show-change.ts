import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { currentPasswordSchema } from "@/lib/core/owner-schema";
import { rememberDevice } from "@/lib/owners/device-cookie";
import type { OwnerSession } from "@/lib/owners/recent-sessions";

/** What each change of a factor needs. */
export const confirmed = z.object({ currentPassword: currentPasswordSchema });

/**
 * Like after a change of the password, the other sessions have ended. This browser stays known.
 */
export async function showChange({ owner }: OwnerSession): Promise<void> {
  await rememberDevice(owner.id, await cookies());
  revalidatePath("/dashboard/settings/sessions");
}
