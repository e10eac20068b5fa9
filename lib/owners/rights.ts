import { hasRole, type Role } from "../core/access";
import { isSluglineError, SluglineError } from "../core/errors";
import { Prisma } from "../database/generated/client";
import { type Confirm, confirmNothing, type Writer } from "../database/in-transaction";
import { sentence } from "../texts/sentence";
import { type ApiAccess, requireRole, tokenRole, unauthorized } from "./api-access";

/*
 * What lets a request write, checked again in each of its transactions: by then its body may have
 * been under way for minutes. Whoever ends a right locks the row with `FOR UPDATE`, and so waits for
 * the transactions that have confirmed it. Row locks let later ones pass who waits, so that whoever
 * kept writing would keep the right: advisory locks, which are served in turn, come first.
 */

/** Text, because Prisma cannot read void. */
const sharedTurn = (id: Prisma.Sql) =>
  Prisma.sql`pg_advisory_xact_lock_shared(hashtextextended('rights ' || ${id}::text, 0))::text`;

interface Confirmed {
  transactionId: string;
}

/** Throws `SessionEnded` without a session, and `forbidden` for a role that is too low. */
export function sessionRights({ id }: { id: string }, needed: Role): Confirm {
  return async (writer) => {
    const [found] = await writer.$queryRaw<(Confirmed & { role: Role })[]>`
      SELECT pg_current_xact_id()::text AS "transactionId", ${sharedTurn(Prisma.sql`o."id"`)}, o."role"
      FROM "OwnerSession" s JOIN "Owner" o ON o."id" = s."ownerId"
      WHERE s."id" = ${id} AND s."expiresAt" > now() FOR KEY SHARE`;
    if (!found) throw new SessionEnded();
    if (!hasRole(found.role, needed)) throw roleNeeded(needed);
    return found.transactionId;
  };
}

/** Throws `unauthorized` without the token, and `forbidden` for a role that is too low. */
export function tokenRights({ tokenId }: ApiAccess, needed: Role): Confirm {
  // API_TOKEN is a setting, so it ends with the process.
  if (tokenId === null) return confirmNothing;
  type Found = Confirmed & { role: string | null; canWrite: boolean; madeBy: string | null };
  return async (writer) => {
    const [found] = await writer.$queryRaw<Found[]>`
      SELECT pg_current_xact_id()::text AS "transactionId", ${sharedTurn(Prisma.sql`t."id"`)} AS "turn",
        ${sharedTurn(Prisma.sql`t."ownerId"`)} AS "turnOfMaker", t."role", t."canWrite",
        (SELECT o."role" FROM "Owner" o WHERE o."id" = t."ownerId" FOR KEY SHARE) AS "madeBy"
      FROM "ApiToken" t WHERE t."id" = ${tokenId}::uuid AND t."revokedAt" IS NULL
        AND (t."expiresAt" IS NULL OR t."expiresAt" > now()) FOR KEY SHARE`;
    if (!found) throw unauthorized();
    requireRole({ role: tokenRole(found) }, needed);
    return found.transactionId;
  };
}

/**
 * Waits for what has begun to write with a right of this person or token, and lets nothing else begin
 * before the end of the transaction. Enough where the rows of the right are deleted.
 */
export async function waitForWrites(writer: Writer, id: string): Promise<void> {
  await writer.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('rights ' || ${id}::text, 0))::text`;
}

/** Call it before their role changes. See `waitForWrites`. */
export async function lockPerson(writer: Writer, id: string): Promise<void> {
  await waitForWrites(writer, id);
  await writer.$queryRaw`SELECT "id" FROM "Owner" WHERE "id" = ${id} FOR UPDATE`;
}

/** Call it before the token is revoked. See `waitForWrites`. */
export async function lockToken(writer: Writer, id: string): Promise<void> {
  await waitForWrites(writer, id);
  await writer.$queryRaw`SELECT "id" FROM "ApiToken" WHERE "id" = ${id}::uuid FOR UPDATE`;
}

export class SessionEnded extends SluglineError {
  readonly isSessionEnded = true;

  constructor() {
    super("unauthorized", sentence("signInFirst"));
  }
}

export function isSessionEnded(error: unknown): boolean {
  return isSluglineError(error) && "isSessionEnded" in error;
}

export function roleNeeded(needed: Role): SluglineError {
  return new SluglineError("forbidden", "roleNeeded", { role: roleName(needed) });
}

export const roleName = (role: Role) =>
  sentence(({ reader: "roleReader", editor: "roleEditor", owner: "roleOwner" } as const)[role]);
