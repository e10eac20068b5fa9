"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { env } from "@/lib/config/env";
import { inviteOwner, withdrawInvite } from "@/lib/owners/invites";
import { removeOwner } from "@/lib/owners/owners";
import { requireOwner } from "@/lib/owners/require-owner";
import { argument, type FormResult, orRefusal } from "../../../form-result";

const page = "/dashboard/settings/owners";

/** Returns the link of a new invitation, which is shown once. */
export async function invite(): Promise<string> {
  const owner = await requireOwner();
  const { secret } = await inviteOwner(owner.id, new Date());
  revalidatePath(page);
  return `${env().BASE_URL}/dashboard/invite/${secret}`;
}

export async function withdraw(id: string): Promise<void> {
  await requireOwner();
  await withdrawInvite(argument(id, z.hex().length(64)));
  revalidatePath(page);
}

export async function remove(id: string): Promise<FormResult> {
  const owner = await requireOwner();
  const ownerId = argument(id, z.string().min(1).max(100));
  const result = await orRefusal(async () => {
    await removeOwner(owner.id, ownerId);
    return { done: true };
  });
  revalidatePath(page);
  return result;
}
