"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { env } from "@/lib/config/env";
import { inviteOwner, withdrawInvite } from "@/lib/owners/invites";
import { removeOwner } from "@/lib/owners/owners";
import { argument, ownerAction } from "../../../server-action";

const page = "/dashboard/settings/owners";

/** Returns the link of a new invitation, which is shown once. */
export async function invite() {
  return ownerAction(async ({ owner }) => {
    const { secret } = await inviteOwner(owner.id, new Date());
    revalidatePath(page);
    return `${env().BASE_URL}/dashboard/invite/${secret}`;
  });
}

export async function withdraw(id: string) {
  return ownerAction(async () => {
    await withdrawInvite(argument(id, z.hex().length(64)));
    revalidatePath(page);
  });
}

export async function remove(id: string) {
  return ownerAction(async ({ owner }) => {
    // Also if it is refused: the list may be out of date.
    revalidatePath(page);
    await removeOwner(owner.id, argument(id, z.string().min(1).max(100)));
  });
}
