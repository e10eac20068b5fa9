"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requestLanguage } from "@/components/texts/request-language";
import { env } from "@/lib/config/env";
import { type Role, roles } from "@/lib/core/access";
import { emailSchema } from "@/lib/core/email";
import { SluglineError } from "@/lib/core/errors";
import { validate } from "@/lib/core/validate";
import { mailInvitation, mailReset } from "@/lib/messages/mail-links";
import { changeRole as changeStoredRole } from "@/lib/owners/change-role";
import { inviteOwner, invitePath, withdrawInvite } from "@/lib/owners/invites";
import { disconnectPerson } from "@/lib/owners/oidc/admit-person";
import { removeOwner } from "@/lib/owners/owners";
import { offerReset, resetPath } from "@/lib/owners/password-resets";
import { formKey } from "@/lib/owners/run-once";
import { argument, ownerAction } from "../../../server-action";

const page = "/dashboard/settings/people";
const personId = z.string().min(1).max(100);

/**
 * Returns the link of a new invitation, which is shown once. With `email` it is for that address
 * alone, and mailed there. `attempt`: its key, so that its repetition makes no second one.
 */
export async function invite(role: Role, email?: string, attempt?: string) {
  return ownerAction("invite", async ({ owner, by }) => {
    const key = attempt === undefined ? attempt : argument(attempt, formKey);
    const { language } = await requestLanguage();
    const to = email ? mailboxIn(argument(email, z.string())) : null;
    const { id, secret } = await inviteOwner(
      { invitedById: owner.id, email: to, role: argument(role, z.enum(roles)) },
      by,
      new Date(),
      key,
    );
    revalidatePath(page);
    const link = env().DASHBOARD_ORIGIN + invitePath(secret);
    return {
      id,
      role,
      link,
      mailedTo: to && (await mailInvitation(to, link, language)) ? to : null,
    };
  });
}

/**
 * Returns a link that sets another owner's password, which is shown once, and whom it was mailed
 * to.
 */
export async function makeReset(id: string) {
  return ownerAction("makeReset", async ({ owner, by }) => {
    const ownerId = argument(id, personId);
    // A stolen session must not be enough to change its owner's password.
    if (ownerId === owner.id) throw new SluglineError("forbidden", "changeOwnPassword");
    const secret = await offerReset({ id: ownerId }, owner.id, by, new Date());
    if (secret === null) throw new SluglineError("not_found", "personGone");
    const link = env().DASHBOARD_ORIGIN + resetPath(secret);
    return { link, mailedTo: await mailReset(ownerId, link) };
  });
}

export async function withdraw(id: string) {
  return ownerAction("withdraw", async ({ by }) => {
    await withdrawInvite(by, argument(id, z.hex().length(64)), new Date());
    revalidatePath(page);
  });
}

/** `seen`: the role that the page showed. */
export async function changeRole(id: string, role: Role, seen: Role | null = null) {
  return ownerAction("changeRole", async ({ by }) => {
    // Also if it is refused: the list may be out of date.
    revalidatePath("/dashboard", "layout");
    const known = argument(seen, z.enum(roles).nullable());
    const wanted = argument(role, z.enum(roles));
    await changeStoredRole(by, argument(id, personId), wanted, new Date(), known);
  });
}

export async function disconnect(id: string) {
  return ownerAction("disconnect", async ({ by }) => {
    await disconnectPerson(by, argument(id, personId), new Date());
    revalidatePath(page);
  });
}

export async function remove(id: string) {
  return ownerAction("remove", async ({ by }) => {
    // Also if it is refused: the list may be out of date.
    revalidatePath(page);
    await removeOwner(by, argument(id, personId), new Date());
  });
}

function mailboxIn(text: string): string {
  return validate({ email: text }, z.object({ email: emailSchema }), "form").email;
}
