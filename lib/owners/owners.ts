import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { aboutPerson, type Person, recordEvent } from "../audit/record-event";
import type { Role } from "../core/access";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isMissingReference } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { hashForKnown } from "../limits/hash-queue";
import { forgetKnownApiTokens } from "./api-access";
import { lockOwners, requireStillOwner } from "./owners-lock";
import { forgetRecentSessions } from "./recent-sessions";
import { roleName, waitForWrites } from "./rights";

/** Of accounts at any provider of single sign-on, in `providerId`: the issuer follows. */
export const oidcPrefix = "oidc:";

/**
 * The rows of a new owner, who has authenticated by API token or invitation. better-auth looks
 * accounts up by `accountId` and `providerId`.
 */
export async function ownerData(
  { name, email, password }: NewOwner,
  role: Role,
  now: Date,
): Promise<Prisma.OwnerCreateInput> {
  const id = uuid();
  const stamps = { createdAt: now, updatedAt: now };
  const passwordHash = await hashForKnown(() => hashPassword(password));
  const account = {
    id: uuid(),
    accountId: id,
    providerId: "credential",
    password: passwordHash,
    ...stamps,
  };
  return {
    id,
    name: name || (email.split("@", 1)[0] ?? email),
    email,
    role,
    ...stamps,
    accounts: { create: account },
  };
}

/**
 * How much of what an owner made is in use, and ends with the owner. `resets`: links for other
 * owners' passwords.
 */
export interface OwnedAccess {
  sessions: number;
  apiTokens: number;
  shares: number;
  invites: number;
  resets: number;
}

interface OwnerSummary {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** To a minute; null if not since an earlier version. */
  lastSeenAt: string | null;
  hasPassword: boolean;
  /** Whether single sign-on knows this person by more than the email. */
  isLinked: boolean;
  hasSecondFactor: boolean;
  ends: OwnedAccess;
}

export async function listOwners(now: Date): Promise<OwnerSummary[]> {
  const where = { expiresAt: { gt: now } };
  const live = { revokedAt: null, OR: [{ expiresAt: null }, where] };
  const ends = {
    select: {
      sessions: { where },
      apiTokens: { where: live },
      invites: { where },
      resetsMade: { where },
      shares: { where: { OR: [{ expiresAt: null }, where] } },
    },
  };
  const rows = await database().owner.findMany({
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      createdAt: true,
      lastSeenAt: true,
      accounts: { select: { providerId: true } },
      app: { select: { ownerId: true } },
      passkeys: { select: { ownerId: true }, take: 1 },
      _count: ends,
    },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(
    ({
      role,
      createdAt,
      lastSeenAt,
      accounts,
      app,
      passkeys,
      _count: { resetsMade: resets, ...rest },
      ...row
    }) => ({
      ...row,
      role: role as Role,
      hasPassword: accounts.some(({ providerId }) => providerId === "credential"),
      isLinked: accounts.some(({ providerId }) => providerId.startsWith(oidcPrefix)),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      hasSecondFactor: app !== null || passkeys.length > 0,
      ends: { ...rest, resets },
    }),
  );
}

/**
 * Stores what belongs to an owner, who may be removed at the same moment. Throws `forbidden` then.
 */
export async function whileOwner<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    throw isMissingReference(error) ? new SluglineError("forbidden", "personGone") : error;
  }
}

/**
 * Removes another person with everything that they made and that lets somebody in: sessions, API
 * tokens, invitations, and links for new passwords. Foreign keys delete those, also what is made at
 * the same moment. Owners cannot remove themselves, so one always remains.
 */
export async function removeOwner(by: Person, ownerId: string, now: Date): Promise<void> {
  if (by.ownerId === ownerId) throw new SluglineError("forbidden", "notYourself");
  await inTransaction(async (transaction) => {
    await lockOwners(transaction);
    await requireStillOwner(transaction, by.ownerId);
    const person = await transaction.owner.findUnique({
      where: { id: ownerId },
      select: { id: true, name: true, email: true, role: true },
    });
    if (!person) return;
    await waitForWrites(transaction, ownerId);
    await transaction.owner.deleteMany({ where: { id: ownerId } });
    await recordEvent(
      transaction,
      {
        event: "person-removed",
        by,
        about: aboutPerson(person),
        detail: roleName(person.role as Role),
      },
      now,
    );
    // An instance of an earlier version may have made these, for the one who was removed, too.
    await transaction.passwordReset.deleteMany({
      where: { madeById: null, isFromTerminal: false },
    });
  });
  forgetRecentSessions();
  forgetKnownApiTokens();
}
