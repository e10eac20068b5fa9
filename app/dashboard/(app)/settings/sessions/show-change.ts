import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { currentPasswordSchema } from "@/lib/core/owner-schema";
import { rememberDeviceOf } from "@/lib/owners/device-cookie";
import type { OwnerSession } from "@/lib/owners/recent-sessions";

/** What each change of a factor needs. */
export const confirmed = z.object({ currentPassword: currentPasswordSchema });

/**
 * Like after a change of the password, the other sessions have ended. This browser stays known.
 */
export async function showChange(session: OwnerSession): Promise<void> {
  await rememberDeviceOf(session, await cookies());
  revalidatePath("/dashboard/settings/sessions");
}
