import { type Actor, aboutPerson, personOf, recordEvent } from "../audit/record-event";
import type { Role } from "../core/access";
import { dayMs } from "../core/day";
import { canonicalEmail, withEmail } from "../core/email";
import { refusedField, SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { takeGuess } from "../limits/guess-limits";
import { ownerData, whileOwner } from "../owners/owners";
import { roleName } from "../owners/rights";
import { makeSecretOnce } from "../owners/run-once";
import { hashSecret, newSecret } from "../owners/secret-hash";
import type { RequestSource } from "../owners/start-session";
import { inTurn, sentence } from "../texts/sentence";

export const inviteDays = 7;

/** The page where an invitation is accepted. */
export function invitePath(secret: string): string {
  return `/dashboard/invite/${secret}`;
}

interface Invitation {
  /** Null if it is made on the command line. */
  invitedById: string | null;
  /** For whom; null for anyone with the link. */
  email: string | null;
  /** What the invited person may do. */
  role: Role;
}

/**
 * Creates an invitation and returns its id and its secret, which is not stored. `key`: of an attempt,
 * whose repetition makes no second one. Throws `forbidden` if the owner was removed.
 */
export async function inviteOwner(
  invitation: Invitation,
  by: Actor,
  now: Date,
  key?: string,
): Promise<{ id: string; secret: string }> {
  const expiresAt = new Date(now.getTime() + inviteDays * dayMs);
  const store = async (writer: Writer, before: string | null) => {
    const secret = newSecret();
    const hash = hashSecret(secret);
    const gone = { where: { hash: new Uint8Array(Buffer.from(before ?? "", "hex")) } };
    const isAgain = before !== null && (await writer.ownerInvite.deleteMany(gone)).count > 0;
    await writer.ownerInvite.create({
      data: { ...invitation, hash, createdAt: now, expiresAt },
      select: { hash: true },
    });
    if (!isAgain)
      await recordEvent(writer, { event: "person-invited", by, ...namedIn(invitation) }, now);
    return { id: idOf(hash), secret };
  };
  const { invitedById } = invitation;
  return whileOwner(() =>
    key === undefined || invitedById === null
      ? inTransaction((writer) => store(writer, null))
      : makeSecretOnce(`owner:${invitedById}`, key, invitation, store),
  );
}

/** The hex hash of the secret. */
function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}

/**
 * A valid invitation, else null. Wrong secrets are counted by `address` and throw
 * `too_many_requests` beyond the limit. Valid ones never do.
 */
export async function findInvite(
  secret: string,
  address: string,
  now: Date,
): Promise<{ invitedBy: string | null; email: string | null; role: Role } | null> {
  const invite = await database().ownerInvite.findUnique({
    where: valid(secret, now),
    select: { invitedBy: { select: { name: true } }, email: true, role: true },
  });
  if (!invite) await takeGuess("link", address, now);
  return (
    invite && {
      invitedBy: invite.invitedBy?.name ?? null,
      email: invite.email,
      role: invite.role as Role,
    }
  );
}

/**
 * Not used, withdrawn or expired. Whoever is no longer an owner may have invited somebody at the
 * moment of the change.
 */
function valid(secret: string, now: Date) {
  return { hash: hashSecret(secret), ...inForce(now) };
}

function inForce(now: Date) {
  return {
    expiresAt: { gt: now },
    OR: [{ invitedById: null }, { invitedBy: { role: "owner" } }],
  };
}

/**
 * Uses up the invitation with this secret that `email` may accept, or, without a secret, those made
 * for this email, which then was verified. Returns the role that it gives, or null if there is
 * none. Of two parallel uses only one can delete it.
 */
export async function takeInvite(
  writer: Writer,
  { secret, email }: { secret?: string | undefined; email: string },
  now: Date,
): Promise<Role | null> {
  const where =
    secret === undefined
      ? { ...withEmail(email), ...inForce(now) }
      : { AND: [valid(secret, now), { OR: [{ email: null }, withEmail(email)] }] };
  const found = await writer.ownerInvite.findFirst({ where, orderBy: { createdAt: "desc" } });
  const { count } = await writer.ownerInvite.deleteMany({ where });
  return found && count > 0 ? (found.role as Role) : null;
}

/**
 * Creates the invited owner. Throws `not_found` if the invitation was used, withdrawn or has
 * expired, `validation_failed` if it is for another email, and `forbidden` if the email is taken;
 * the invitation then stays valid. Of two parallel requests only one can delete the row. Without a
 * valid invitation no password is hashed; wrong ones are counted by `address` and throw
 * `too_many_requests` beyond the limit.
 */
export async function acceptInvite(
  secret: string,
  wanted: NewOwner,
  source: Pick<RequestSource, "address" | "headers">,
  now: Date,
): Promise<void> {
  const invite = await findInvite(secret, source.address, now);
  if (!invite) throw inviteIsOver();
  const { email } = wanted;
  if (invite.email !== null && canonicalEmail(invite.email) !== email)
    throw refusedField("email", "invitationForOther", { email: invite.email });
  const data = await ownerData(wanted, invite.role, now);
  try {
    await inTransaction(async (transaction) => {
      if (!(await takeInvite(transaction, { secret, email }, now))) throw inviteIsOver();
      if (await transaction.owner.findFirst({ where: withEmail(email), select: { id: true } }))
        throw hasAccess(email);
      await transaction.owner.create({ data, select: { id: true } });
      const how =
        invite.invitedBy === null
          ? sentence("invitedOnCommandLine")
          : sentence("invitedBy", { name: invite.invitedBy });
      const note = {
        by: personOf(data, source.headers),
        about: aboutPerson(data),
        detail: inTurn([roleName(invite.role), how], "thenDetail"),
      };
      await recordEvent(transaction, { event: "person-added", ...note }, now);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? hasAccess(email) : error;
  }
}

/** What the log says of an invitation: whom it is for, where that is known, and the role. */
function namedIn({ email, role }: { email: string | null; role: string }) {
  return { about: { id: null, name: email }, detail: roleName(role as Role) };
}

function hasAccess(email: string): SluglineError {
  return new SluglineError("forbidden", "alreadyHasAccess", { email });
}

function inviteIsOver(): SluglineError {
  return new SluglineError("not_found", "linkExpired");
}

/** An unused invitation. */
interface InviteSummary {
  id: string;
  /** Null if it was made on the command line. */
  invitedBy: string | null;
  email: string | null;
  role: Role;
  createdAt: string;
  expiresAt: string;
}

export async function listInvites(now: Date): Promise<InviteSummary[]> {
  const rows = await database().ownerInvite.findMany({
    where: { expiresAt: { gt: now } },
    include: { invitedBy: { select: { email: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map(({ hash, invitedBy, email, role, createdAt, expiresAt }) => ({
    id: idOf(hash),
    invitedBy: invitedBy?.email ?? null,
    email,
    role: role as Role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function withdrawInvite(by: Actor, id: string, now: Date): Promise<void> {
  await inTransaction(async (writer) => {
    const where = { hash: Buffer.from(id, "hex") };
    const invite = await writer.ownerInvite.findUnique({
      where,
      select: { email: true, role: true },
    });
    const { count } = await writer.ownerInvite.deleteMany({ where });
    if (invite && count > 0)
      await recordEvent(writer, { event: "invitation-withdrawn", by, ...namedIn(invite) }, now);
  });
}
