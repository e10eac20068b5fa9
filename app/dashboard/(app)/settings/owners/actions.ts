"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { env } from "@/lib/config/env";
import { SluglineError } from "@/lib/core/errors";
import { inviteOwner, invitePath, withdrawInvite } from "@/lib/owners/invites";
import { removeOwner } from "@/lib/owners/owners";
import { offerReset, resetPath } from "@/lib/owners/password-resets";
import { argument, ownerAction } from "../../../server-action";

const page = "/dashboard/settings/owners";

/** Returns the link of a new invitation, which is shown once. */
export async function invite() {
  return ownerAction(async ({ owner }) => {
    const { id, secret } = await inviteOwner({ invitedById: owner.id }, new Date());
    revalidatePath(page);
    return { id, link: env().DASHBOARD_ORIGIN + invitePath(secret) };
  });
}

/** Returns a link that sets another owner's password, which is shown once. */
export async function makeReset(id: string) {
  return ownerAction(async ({ owner }) => {
    const ownerId = argument(id, z.string().min(1).max(100));
    // A stolen session must not be enough to change its owner's password.
    if (ownerId === owner.id) throw new SluglineError("forbidden", "Change your own password under Sessions.");
    const secret = await offerReset({ id: ownerId }, owner.id, new Date());
    if (secret === null) throw new SluglineError("not_found", "They are no longer an owner. Reload the page.");
    return env().DASHBOARD_ORIGIN + resetPath(secret);
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
