"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { makeApiToken, newApiTokenSchema, restoreApiToken, revokeApiToken } from "@/lib/owners/api-tokens";
import { requireOwner } from "@/lib/owners/require-owner";
import { argument, type FormResult, orRefusal, readForm } from "../../../form-result";

const page = "/dashboard/settings/tokens";

const schema = newApiTokenSchema.extend({
  expiresInDays: z
    .string()
    .regex(/^\d{0,4}$/, "Choose when the token expires.")
    .transform((days) => (days === "" ? null : Number(days)))
    .pipe(newApiTokenSchema.shape.expiresInDays),
});

/** The new token, which is shown once. */
export type MadeToken = FormResult & { made?: { id: string; name: string; token: string } };

export async function submitToken(_before: MadeToken, form: FormData): Promise<MadeToken> {
  const owner = await requireOwner();
  const { data, refused, ...read } = readForm(form, schema, ["name", "scope", "expiresInDays"]);
  if (refused) return refused;
  let made: { id: string; token: string } | undefined;
  const result = await orRefusal(async () => {
    made = await makeApiToken(owner.id, data, new Date());
    return { done: true };
  });
  if (!made) return { ...result, ...read };
  revalidatePath(page);
  return { done: true, made: { ...made, name: data.name } };
}

export async function revokeToken(id: string): Promise<void> {
  await requireOwner();
  await revokeApiToken(argument(id, z.uuid()), new Date());
  revalidatePath(page);
}

/** Returns false if it is too late to undo. */
export async function restoreToken(id: string): Promise<boolean> {
  await requireOwner();
  const restored = await restoreApiToken(argument(id, z.uuid()), new Date());
  revalidatePath(page);
  return restored;
}
