import { Prisma } from "../database/generated/client";

type Condition = "active" | "disabled" | "expired" | "usedUp" | "scheduled" | "protected";

/**
 * `linkState` for the link `l` in SQL. Every link meets exactly one of the others: `protected` ones
 * are among the `active`.
 */
export function stateConditions(now: Date): Record<Condition, Prisma.Sql> {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  const isOpen = Prisma.sql`l."enabled" AND (l."expiresAt" IS NULL OR l."expiresAt" > ${at})`;
  // Limited links are few and have their own index, so their clicks are added up once.
  const areUsedUp = Prisma.sql`(
    SELECT m."id" FROM "Link" m JOIN "LinkTotals" t ON t."linkId" = m."id" WHERE m."maxClicks" IS NOT NULL AND t."clickCount" >= m."maxClicks"
  )`;
  const hasClicksLeft = Prisma.sql`(l."maxClicks" IS NULL OR l."id" NOT IN ${areUsedUp})`;
  const active = Prisma.sql`${isOpen} AND ${hasClicksLeft} AND (l."startsAt" IS NULL OR l."startsAt" <= ${at})`;
  return {
    active,
    protected: Prisma.sql`${active} AND l."passwordHash" IS NOT NULL`,
    disabled: Prisma.sql`NOT l."enabled"`,
    expired: Prisma.sql`l."enabled" AND l."expiresAt" <= ${at}`,
    usedUp: Prisma.sql`${isOpen} AND l."maxClicks" IS NOT NULL AND l."id" IN ${areUsedUp}`,
    scheduled: Prisma.sql`${isOpen} AND ${hasClicksLeft} AND l."startsAt" > ${at}`,
  };
}
