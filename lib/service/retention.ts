import { auditDays } from "../audit/record-event";
import { dayMs, isoDate } from "../core/day";
import { sharedNow } from "../database/client";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";
import { undoMs } from "../links/undoer";
import { mostKept } from "../messages/deliveries";
import { shownDays } from "../messages/dropped";
import { keptMs as jobMs } from "../owners/jobs";
import { keyMs } from "../owners/run-once";
import { firstSaltDay } from "../salts/daily-salt";
import { missedDays } from "../visits/missed-slugs";
import { isSettledOrOld } from "../visits/record-uncounted";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const mostDeletedSlugs = 100_000;

interface Retention {
  /** Rows that are deleted, in rounds that `deleteInRounds` sizes. Large tables have an index for it. */
  isOld(now: Date): Prisma.Sql;
  everyMs?: number;
}

const before = (column: string, keptMs: number) => (now: Date) =>
  Prisma.sql`${Prisma.raw(`"${column}"`)} < ${new Date(now.getTime() - keptMs)}::timestamptz`;

/** By the clock of the database, for what instances allow by that. */
const beforeShared = (column: string, keptMs: number) => (now: Date) =>
  Prisma.sql`${Prisma.raw(`"${column}"`)} < ${sharedNow(now)} - ${keptMs} * interval '1 millisecond'`;

const ofPastSalt = (now: Date) => Prisma.sql`"day" < ${isoDate(firstSaltDay(now))}::date`;

/** Which rows of each table are old. Other jobs delete raw clicks, visitors, icons and plain salts. */
export const retention = {
  ApiToken: {
    // Settings list revoked and expired ones for this long.
    isOld: (now) =>
      Prisma.sql`${before("revokedAt", 30 * dayMs)(now)} OR ${before("expiresAt", 30 * dayMs)(now)}`,
  },
  AuditEvent: { isOld: before("at", auditDays * dayMs) },
  DailySaltFingerprint: { isOld: ofPastSalt },
  DailySaltRequest: { isOld: ofPastSalt },
  DeletedSlug: {
    // Also those that are in use again.
    isOld: (now) => Prisma.sql`"deletedAt" < greatest(
        ${new Date(now.getTime() - 365 * dayMs)}::timestamptz, (SELECT "deletedAt" FROM "DeletedSlug" ORDER BY "deletedAt" DESC OFFSET ${mostDeletedSlugs} LIMIT 1))
      OR EXISTS (SELECT FROM "Link" l WHERE l."slug" = "DeletedSlug"."slug") OR EXISTS (SELECT FROM "Alias" a WHERE a."slug" = "DeletedSlug"."slug")`,
  },
  Delivery: {
    isOld: () => Prisma.sql`"state" <> 'waiting' AND "id" <= (
        SELECT k."id" FROM "Delivery" k WHERE k."receiverId" = "Delivery"."receiverId" AND k."state" <> 'waiting' ORDER BY k."id" DESC OFFSET ${mostKept} LIMIT 1
      ) OR NOT EXISTS (SELECT FROM "Receiver" r WHERE r."id" = "Delivery"."receiverId")`,
    everyMs: minuteMs,
  },
  DroppedMessage: {
    isOld: (now) => Prisma.sql`${before("at", shownDays * dayMs)(now)}
      OR NOT EXISTS (SELECT FROM "Receiver" r WHERE r."id" = "DroppedMessage"."receiverId")`,
  },
  GuessLimit: { isOld: before("expire", 0) },
  IdempotencyKey: { isOld: beforeShared("createdAt", keyMs) },
  ImportedLink: {
    isOld: (now) =>
      Prisma.sql`"importId" IN (SELECT "id" FROM "LinkImport" WHERE ${beforeShared("createdAt", undoMs)(now)})`,
    everyMs: 10 * minuteMs,
  },
  Job: { isOld: beforeShared("createdAt", jobMs) },
  LinkImport: { isOld: beforeShared("createdAt", dayMs) },
  MessageMark: { isOld: () => Prisma.sql`"day" < (now() AT TIME ZONE 'UTC')::date - 3` },
  MissedSlug: {
    isOld: (now) =>
      Prisma.sql`"day" <= ${isoDate(new Date(now.getTime() - missedDays * dayMs))}::date`,
  },
  OwnerInvite: { isOld: before("expiresAt", 0) },
  OwnerSession: { isOld: before("expiresAt", 0) },
  PasswordReset: { isOld: before("expiresAt", 0) },
  RecordedBatch: { isOld: isSettledOrOld },
  Replacement: { isOld: beforeShared("at", undoMs), everyMs: 10 * minuteMs },
} satisfies Partial<Record<Prisma.ModelName, Retention>>;

type Table = keyof typeof retention;

export const retentionTables = Object.keys(retention) as Table[];

export function everyMsOf(table: Table): number {
  const { everyMs = hourMs }: Retention = retention[table];
  return everyMs;
}

export function deleteOld(table: Table, now: Date): Promise<void> {
  return deleteInRounds(table, retention[table].isOld(now));
}
