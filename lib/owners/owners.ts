import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { env } from "../config/env";
import { log } from "../config/log";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isMissingReference } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { forgetKnownApiTokens, isApiToken } from "./api-access";
import { takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import { forgetRecentSessions } from "./recent-sessions";

/** Must differ from all other locks of this service; it spells "ownr". */
const ownersLock = 0x6f_77_6e_72;

export async function hasOwner(): Promise<boolean> {
  return (await database().owner.findFirst({ select: { id: true } })) !== null;
}

/** Creates the first owner; null if there is one already. Of two parallel requests the lock lets only one succeed. */
async function createFirstOwner(wanted: NewOwner, now: Date): Promise<{ id: string } | null> {
  const data = await ownerData(wanted, now);
  return database().$transaction(async (transaction) => {
    await lockOwners(transaction);
    if (await transaction.owner.findFirst({ select: { id: true } })) return null;
    return transaction.owner.create({ data, select: { id: true } });
  });
}

/** Excludes other transactions that create the first owner or remove one. */
async function lockOwners(transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${ownersLock})::text`;
}

/** The rows of a new owner, who has authenticated by API token or invitation. better-auth looks accounts up by `accountId` and `providerId`. */
export async function ownerData({ name, email, password }: NewOwner, now: Date): Promise<Prisma.OwnerCreateInput> {
  const id = uuid();
  const stamps = { createdAt: now, updatedAt: now };
  const passwordHash = await hashForKnown(() => hashPassword(password));
  const account = { id: uuid(), accountId: id, providerId: "credential", password: passwordHash, ...stamps };
  return { id, name: name || (email.split("@", 1)[0] ?? email), email, ...stamps, accounts: { create: account } };
}

/** Creates the owner in OWNER_EMAIL and OWNER_PASSWORD if there is none, for unattended installs. */
export async function ensureFirstOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!email || !password || (await hasOwner())) return;
  if (await createFirstOwner({ email, password, name: "" }, new Date())) log().info("created the first owner from OWNER_EMAIL");
}

/** Creates the first owner by API token. Throws `unauthorized` for a wrong token, `forbidden` if there is an owner, `too_many_requests`. */
export async function setUp(token: string, wanted: NewOwner, address: string, now: Date): Promise<void> {
  const guess = await takeGuess("address", address, now);
  if (!isApiToken(token)) throw new SluglineError("unauthorized", "This is not the API token of this server: copy it from where the server runs.");
  await guess.giveBack();
  if (await createFirstOwner(wanted, now)) return;
  throw new SluglineError("forbidden", "This server has an owner already: sign in, or ask for an invitation.");
}

/** How much of what an owner made is in use, and ends with the owner. `resets`: links for other owners' passwords. */
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
  createdAt: string;
  ends: OwnedAccess;
}

export async function listOwners(now: Date): Promise<OwnerSummary[]> {
  const where = { expiresAt: { gt: now } };
  const live = { revokedAt: null, OR: [{ expiresAt: null }, where] };
  const ends = { select: { sessions: { where }, apiTokens: { where: live }, invites: { where }, resetsMade: { where } } };
  const rows = await database().owner.findMany({
    select: { id: true, name: true, email: true, createdAt: true, _count: ends },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ createdAt, _count: { resetsMade: resets, ...rest }, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    ends: { ...rest, resets },
  }));
}

/** Stores what belongs to an owner, who may be removed at the same moment. Throws `forbidden` then. */
export async function whileOwner(store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    throw isMissingReference(error) ? new SluglineError("forbidden", "You or the other person is no longer an owner. Reload the page.") : error;
  }
}

/**
 * Removes another owner with everything that they made and that lets somebody in: sessions, API tokens, invitations, and links for new
 * passwords. Foreign keys delete those, also what is made at the same moment. Owners cannot remove themselves, and of two owners who
 * remove each other the lock lets only one succeed, so one owner always remains.
 */
export async function removeOwner(removerId: string, ownerId: string): Promise<void> {
  if (removerId === ownerId) throw new SluglineError("forbidden", "You cannot remove yourself. Ask another owner.");
  await inTransaction(async (transaction) => {
    await lockOwners(transaction);
    if (!(await transaction.owner.findUnique({ where: { id: removerId }, select: { id: true } }))) {
      throw new SluglineError("forbidden", "You are no longer an owner.");
    }
    const { count } = await transaction.owner.deleteMany({ where: { id: ownerId } });
    // An instance of an earlier version may have made these, for the one who was removed, too.
    if (count > 0) await transaction.passwordReset.deleteMany({ where: { madeById: null, isFromTerminal: false } });
  });
  forgetRecentSessions();
  forgetKnownApiTokens();
}
