import { dayMs } from "../core/day";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";

export const auditDays = 400;

export async function forgetOldEvents(now: Date): Promise<void> {
  await deleteInRounds(
    "AuditEvent",
    Prisma.sql`"at" < ${new Date(now.getTime() - auditDays * dayMs)}::timestamptz`,
  );
}
