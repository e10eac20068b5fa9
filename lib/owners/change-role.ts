import { type Actor, aboutPerson, type Person, recordEvent } from "../audit/record-event";
import { hasRole, type Role } from "../core/access";
import { refuseOverwrite } from "../core/changed-since";
import { SluglineError } from "../core/errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { sentence } from "../texts/sentence";
import { forgetKnownApiTokens } from "./api-access";
import { hasFactor, isSecondFactorRequired } from "./factors";
import { hasOtherOwner, lockOwners, requireStillOwner } from "./owners-lock";
import { forgetRecentSessions } from "./recent-sessions";
import { lockPerson, roleName } from "./rights";

/**
 * Under the lock. Whoever is no longer an owner loses what lets others in: pending invitations and
 * links for new passwords; who is no longer an editor, share pages. A trigger switches receivers off
 * (prisma/rules/messages.sql), and tokens never may more than their person: see `tokenRole`.
 */
export async function setRole(
  transaction: Writer,
  person: { id: string; name: string; email: string; role: string },
  role: Role,
  by: Actor,
  now: Date,
): Promise<void> {
  if (person.role === role) return;
  await lockPerson(transaction, person.id);
  await transaction.owner.update({
    where: { id: person.id },
    data: { role, updatedAt: now },
    select: { id: true },
  });
  // Their next sign-in asks for the second factor that the new role needs. A removal of the last one
  // locks the same row, so that it is seen here, or sees the new role.
  if (
    isSecondFactorRequired(role) &&
    !isSecondFactorRequired(person.role as Role) &&
    !(await hasFactor(transaction, person.id))
  )
    await transaction.ownerSession.deleteMany({ where: { ownerId: person.id } });
  const detail = sentence("roleChange", {
    from: roleName(person.role as Role),
    to: roleName(role),
  });
  const note = { event: "role-changed", by, about: aboutPerson(person), detail } as const;
  await recordEvent(transaction, note, now);
  if (role === "owner") return;
  if (!hasRole(role, "editor"))
    await transaction.share.deleteMany({ where: { ownerId: person.id } });
  await transaction.ownerInvite.deleteMany({ where: { invitedById: person.id } });
  await transaction.passwordReset.deleteMany({ where: { madeById: person.id } });
}

/**
 * Gives a person another role, at once on every instance. Throws `forbidden` if nobody would be an
 * owner, `not_found`, and `precondition_failed` if the role was changed since it was `seen`.
 */
export async function changeRole(
  by: Person,
  ownerId: string,
  role: Role,
  now: Date,
  seen: Role | null = null,
): Promise<void> {
  await inTransaction(async (transaction) => {
    await lockOwners(transaction);
    await requireStillOwner(transaction, by.ownerId);
    if (role !== "owner" && !(await hasOtherOwner(transaction, ownerId)))
      throw new SluglineError("forbidden", "oneOwnerRemains");
    const person = await transaction.owner.findUnique({
      where: { id: ownerId },
      select: { id: true, name: true, email: true, role: true },
    });
    if (!person) throw new SluglineError("not_found", "personGone");
    if (seen) refuseOverwrite({ role: seen }, person, { role });
    await setRole(transaction, person, role, by, now);
  });
  forgetRecentSessions();
  forgetKnownApiTokens();
}
