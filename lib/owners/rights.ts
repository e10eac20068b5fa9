import { hasRole, type Role } from "../core/access";
import { isSluglineError, SluglineError } from "../core/errors";
import { type Confirm, confirmNothing, type Writer } from "../database/write-request";
import { type ApiAccess, requireRole, tokenRole, unauthorized } from "./api-access";

/*
 * What lets a request write, checked again in each of its transactions: by then its body may have
 * been under way for minutes. Whoever ends a right locks the row with `FOR UPDATE`, and so waits for
 * the transactions that have confirmed it.
 */

interface Confirmed {
  transactionId: string;
}

/** Throws `SessionEnded` without a session, and `forbidden` for a role that is too low. */
export function sessionRights({ id }: { id: string }, needed: Role): Confirm {
  return async (writer) => {
    const [found] = await writer.$queryRaw<(Confirmed & { role: Role })[]>`
      SELECT pg_current_xact_id()::text AS "transactionId", o."role"
      FROM "OwnerSession" s JOIN "Owner" o ON o."id" = s."ownerId"
      WHERE s."id" = ${id} AND s."expiresAt" > ${new Date()}::timestamptz FOR KEY SHARE`;
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
      SELECT pg_current_xact_id()::text AS "transactionId", t."role", t."canWrite",
        (SELECT o."role" FROM "Owner" o WHERE o."id" = t."ownerId" FOR KEY SHARE) AS "madeBy"
      FROM "ApiToken" t WHERE t."id" = ${tokenId}::uuid AND t."revokedAt" IS NULL
        AND (t."expiresAt" IS NULL OR t."expiresAt" > ${new Date()}::timestamptz) FOR KEY SHARE`;
    if (!found) throw unauthorized();
    requireRole({ role: tokenRole(found) }, needed);
    return found.transactionId;
  };
}

/** Waits for what this person has begun to write. Call it before their role changes. */
export async function lockPerson(writer: Writer, id: string): Promise<void> {
  await writer.$queryRaw`SELECT "id" FROM "Owner" WHERE "id" = ${id} FOR UPDATE`;
}

export class SessionEnded extends SluglineError {
  readonly isSessionEnded = true;

  constructor() {
    super("unauthorized", "Sign in to continue.");
  }
}

export function isSessionEnded(error: unknown): boolean {
  return isSluglineError(error) && "isSessionEnded" in error;
}

/** Whoever asks an owner about it must know that nothing is half done. */
export function roleNeeded(needed: Role): SluglineError {
  return new SluglineError(
    "forbidden",
    `Nothing was changed: this needs the role ${needed}. Ask an owner to change your role.`,
  );
}
