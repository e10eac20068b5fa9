import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { type Actor, aboutPerson, environment, type Person, personOf } from "../audit/actor";
import { noteEvent } from "../audit/note-event";
import { env } from "../config/env";
import { log } from "../config/log";
import type { Role } from "../core/access";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isMissingReference } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { forgetKnownApiTokens, isApiToken } from "./api-access";
import { takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import { lockOwners, requireStillOwner } from "./owners-lock";
import { forgetRecentSessions } from "./recent-sessions";
import type { RequestSource } from "./start-session";

/** Of accounts at any provider of single sign-on, in `providerId`: the issuer follows. */
export const oidcPrefix = "oidc:";

export async function hasOwner(): Promise<boolean> {
  return (await database().owner.findFirst({ select: { id: true } })) !== null;
}

/**
 * Creates the first owner; null if there is one already. Of two parallel requests the lock lets
 * only one succeed.
 */
async function createFirstOwner(
  wanted: NewOwner,
  byOf: (owner: Pick<NewOwner, "name" | "email"> & { id: string }) => Actor,
  now: Date,
): Promise<{ id: string } | null> {
  const data = await ownerData(wanted, "owner", now);
  return database().$transaction(async (transaction) => {
    await lockOwners(transaction);
    if (await transaction.owner.findFirst({ select: { id: true } })) return null;
    await noteEvent(
      transaction,
      { event: "person-added", by: byOf(data), about: aboutPerson(data), detail: "owner" },
      now,
    );
    return transaction.owner.create({ data, select: { id: true } });
  });
}

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
 * Creates the owner in OWNER_EMAIL and OWNER_PASSWORD if there is none, for unattended installs.
 */
export async function ensureFirstOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!email || !password || (await hasOwner())) return;
  if (await createFirstOwner({ email, password, name: "" }, () => environment, new Date()))
    log().info("created the first owner from OWNER_EMAIL");
}

/**
 * Creates the first owner by API token. Throws `unauthorized` for a wrong token, `forbidden` if
 * there is an owner, `too_many_requests`.
 */
export async function setUp(
  token: string,
  wanted: NewOwner,
  source: Pick<RequestSource, "address" | "headers">,
  now: Date,
): Promise<void> {
  const guess = await takeGuess("address", source.address, now);
  if (!isApiToken(token))
    throw new SluglineError(
      "unauthorized",
      "This is not the API token of this server: copy it from where the server runs.",
    );
  await guess.giveBack();
  if (await createFirstOwner(wanted, (owner) => personOf(owner, source.headers), now)) return;
  throw new SluglineError(
    "forbidden",
    "This server has an owner already: sign in, or ask for an invitation.",
  );
}

/**
 * How much of what an owner made is in use, and ends with the owner. `resets`: links for other
 * owners' passwords.
 */
export interface OwnedAccess {
  sessions: number;
  apiTokens: number;
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
    throw isMissingReference(error)
      ? new SluglineError(
          "forbidden",
          "You or the other person no longer has access. Reload the page.",
        )
      : error;
  }
}

/**
 * Removes another person with everything that they made and that lets somebody in: sessions, API
 * tokens, invitations, and links for new passwords. Foreign keys delete those, also what is made at
 * the same moment. Owners cannot remove themselves, so one always remains.
 */
export async function removeOwner(by: Person, ownerId: string, now: Date): Promise<void> {
  if (by.ownerId === ownerId)
    throw new SluglineError("forbidden", "You cannot remove yourself. Ask another owner.");
  await inTransaction(async (transaction) => {
    await lockOwners(transaction);
    await requireStillOwner(transaction, by.ownerId);
    const person = await transaction.owner.findUnique({
      where: { id: ownerId },
      select: { id: true, name: true, email: true, role: true },
    });
    if (!person) return;
    await transaction.owner.deleteMany({ where: { id: ownerId } });
    await noteEvent(
      transaction,
      { event: "person-removed", by, about: aboutPerson(person), detail: person.role },
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
