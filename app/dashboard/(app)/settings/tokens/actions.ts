"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import {
  makeApiToken,
  newApiTokenSchema,
  restoreApiToken,
  revokeApiToken,
} from "@/lib/owners/api-tokens";
import { formKey } from "@/lib/owners/run-once";
import { says } from "@/lib/texts/sentence";
import { argument, ownerAction, ownerFormAction } from "../../../server-action";

const page = "/dashboard/settings/tokens";

const schema = newApiTokenSchema.extend({
  /** Of the attempt, so that its repetition makes no second token. */
  key: formKey.optional(),
  expiresInDays: z
    .string()
    .regex(/^\d{0,4}$/, says("tokenExpiryMissing"))
    .transform((days) => (days === "" ? null : Number(days)))
    .pipe(newApiTokenSchema.shape.expiresInDays),
});

/** A new token, which is shown once. */
export interface MadeToken {
  id: string;
  name: string;
  token: string;
}

export async function submitToken(
  _before: FormState<MadeToken>,
  form: FormData,
): Promise<ActionResult<MadeToken>> {
  return ownerFormAction("submitToken", form, { schema }, async ({ key, ...data }, session) => {
    const made = await makeApiToken(session, data, new Date(), key);
    revalidatePath(page);
    return { ...made, name: data.name };
  });
}

export async function revokeToken(id: string) {
  return ownerAction("revokeToken", async (session) => {
    await revokeApiToken(session, argument(id, z.uuid()), new Date());
    revalidatePath(page);
  });
}

/** Returns false if it is too late to undo. */
export async function restoreToken(id: string) {
  return ownerAction("restoreToken", async (session) => {
    const isRestored = await restoreApiToken(session, argument(id, z.uuid()), new Date());
    revalidatePath(page);
    return isRestored;
  });
}
