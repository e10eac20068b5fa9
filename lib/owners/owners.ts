import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { env } from "../config/env";
import { log } from "../config/log";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { isApiToken } from "./api-access";
import { takeGuess } from "./guess-limits";
import { hashForKnown } from "./password-lanes";

/** Any number that no other lock of ours has; it spells "ownr". */
const ownersLock = 0x6f_77_6e_72;

/** Whether this server is set up. */
export async function hasOwner(): Promise<boolean> {
  return (await database().owner.findFirst({ select: { id: true } })) !== null;
}

/** Makes the first owner; null when there is one already. Of two requests at once the lock lets one win. */
export async function createFirstOwner(wanted: NewOwner, now: Date): Promise<{ id: string } | null> {
  const data = await ownerData(wanted, now);
  return database().$transaction(async (transaction) => {
    await lockOwners(transaction);
    if (await transaction.owner.findFirst({ select: { id: true } })) return null;
    return transaction.owner.create({ data, select: { id: true } });
  });
}

/** Holds up others who make the first or remove an owner, until the transaction ends. */
export async function lockOwners(transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${ownersLock})::text`;
}

/** The rows of a new owner, who has shown the API token or an invitation; `accountId` and `providerId` are what better-auth looks for. */
export async function ownerData({ name, email, password }: NewOwner, now: Date): Promise<Prisma.OwnerCreateInput> {
  const id = uuid();
  const stamps = { createdAt: now, updatedAt: now };
  const passwordHash = await hashForKnown(() => hashPassword(password));
  const account = { id: uuid(), accountId: id, providerId: "credential", password: passwordHash, ...stamps };
  return { id, name: name || (email.split("@", 1)[0] ?? email), email, ...stamps, accounts: { create: account } };
}

/** Makes the owner that OWNER_EMAIL and OWNER_PASSWORD name, where there is none yet: for installs without hands. */
export async function ensureFirstOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!email || !password || (await hasOwner())) return;
  if (await createFirstOwner({ email, password, name: "" }, new Date())) log().info("made the first owner from OWNER_EMAIL");
}

/**
 * Makes the first owner, who proves with the API token to run this server. Throws `unauthorized` for a wrong token,
 * `forbidden` once there is an owner, `too_many_requests`.
 */
export async function setUp(token: string, wanted: NewOwner, address: string, now: Date): Promise<void> {
  const guess = await takeGuess("address", address, now);
  if (!isApiToken(token)) throw new SluglineError("unauthorized", "This is not the API token of this server: copy it from where the server runs.");
  await guess.giveBack();
  if (await createFirstOwner(wanted, now)) return;
  throw new SluglineError("forbidden", "This server has an owner already: sign in, or ask for an invitation.");
}

export interface OwnerSummary {
  id: string;
  name: string;
  email: string;
  createdAt: string;
}

/** All owners, the first one first. */
export async function listOwners(): Promise<OwnerSummary[]> {
  const rows = await database().owner.findMany({ select: { id: true, name: true, email: true, createdAt: true }, orderBy: { createdAt: "asc" } });
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/**
 * Removes another owner, whose sessions and invitations end. Nobody removes themselves, and of two owners who remove
 * each other at once the lock lets one through: an owner always remains.
 */
export async function removeOwner(removerId: string, ownerId: string): Promise<void> {
  if (removerId === ownerId) throw new SluglineError("forbidden", "You cannot remove yourself: another owner can.");
  await database().$transaction(async (transaction) => {
    await lockOwners(transaction);
    if (!(await transaction.owner.findUnique({ where: { id: removerId }, select: { id: true } }))) {
      throw new SluglineError("forbidden", "You are no owner any more.");
    }
    await transaction.owner.deleteMany({ where: { id: ownerId } });
  });
}
