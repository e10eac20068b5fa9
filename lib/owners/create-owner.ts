import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
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
