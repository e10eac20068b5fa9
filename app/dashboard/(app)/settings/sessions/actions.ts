"use server";

import { revalidatePath } from "next/cache";
import { cookies, headers } from "next/headers";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { currentPasswordSchema, newPasswordSchema } from "@/lib/core/owner-schema";
import { changePassword } from "@/lib/owners/change-password";
import { rememberDeviceOf } from "@/lib/owners/device-cookie";
import { markOwner } from "@/lib/owners/own-clicks";
import { signInPage } from "@/lib/owners/return-path";
import {
  endSession as endStoredSession,
  endOtherSessions as endStoredSessions,
  signOut,
} from "@/lib/owners/sessions";
import { argument, openPage, ownerAction, ownerFormAction } from "../../../server-action";

const page = "/dashboard/settings/sessions";

export async function endSession(id: string) {
  return ownerAction("endSession", async (session) => {
    await endStoredSession(session.by, argument(id, z.string().min(1).max(100)), new Date());
    await rememberDeviceOf(session, await cookies());
    revalidatePath(page);
  });
}

export async function endOtherSessions() {
  return ownerAction("endOtherSessions", async (session) => {
    await endStoredSessions(session.by, session.id, new Date());
    await rememberDeviceOf(session, await cookies());
    revalidatePath(page);
  });
}

/** Ends the session of this browser. */
export async function leave(): Promise<ActionResult> {
  return ownerAction("leave", async (session) => {
    await signOut(await headers(), session, new Date());
    markOwner(await cookies(), false);
    openPage(signInPage);
  });
}

const schema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});

export async function submitPassword(_before: FormState, form: FormData): Promise<ActionResult> {
  return ownerFormAction("submitPassword", form, { schema }, async (data, session) => {
    await changePassword(
      data,
      session,
      { headers: await headers(), cookies: await cookies() },
      new Date(),
    );
    revalidatePath(page);
  });
}
