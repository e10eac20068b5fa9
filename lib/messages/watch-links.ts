import { isoDate } from "../core/day";
import { maintenanceDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { queueMessages } from "../database/queue-messages";
import { listUnusualTraffic } from "../stats/report/feed";
import type { EventType } from "./events";

/** Of each kind at once; the next round takes further ones. */
const most = 500;

/** What happens to links without anybody changing them, and has a row of its own nowhere. */
const watched = {
  // Whoever subscribes hears of all that expire soon.
  "link.expiring": Prisma.sql`
    SELECT l.*, l."expiresAt" AS "at" FROM "Link" l
    WHERE l."enabled" AND l."expiresAt" > now() AND l."expiresAt" <= now() + interval '3 days'`,
  "link.expired": Prisma.sql`
    SELECT l.*, l."expiresAt" AS "at" FROM "Link" l
    WHERE l."enabled" AND l."expiresAt" <= now() AND l."expiresAt" > now() - interval '1 day'
      AND l."expiresAt" > l."createdAt"`,
  "link.used_up": Prisma.sql`
    SELECT l.*, t."lastClickedAt" AS "at" FROM (
      SELECT "linkId" FROM "LinkCounter" WHERE "lastClickMinute" >= floor(extract(epoch FROM now()) / 60) - 1440
      UNION SELECT "linkId" FROM "PendingHour"
    ) c JOIN "Link" l ON l."id" = c."linkId" JOIN "LinkTotals" t ON t."linkId" = l."id"
    WHERE l."maxClicks" IS NOT NULL AND t."clickCount" >= l."maxClicks"
      AND t."lastClickedAt" > now() - interval '1 day'`,
} satisfies Partial<Record<EventType, Prisma.Sql>>;

/** Queues messages about links that expire or are used up. */
export async function watchLinks(): Promise<void> {
  const subscribed = await listSubscribed();
  for (const [event, links] of Object.entries(watched)) {
    if (!subscribed.has(event)) continue;
    await queueNew(event, links);
    await dropLast(event, links);
  }
}

/** Queues messages about the same traffic that Home shows. */
export async function watchTraffic(now: Date): Promise<void> {
  const event: EventType = "traffic.unusual";
  if (!(await listSubscribed()).has(event)) return;
  const found = await listUnusualTraffic(maintenanceDatabase(), now);
  const links = await describe(found.map(({ linkId }) => linkId));
  const items = found.flatMap(({ linkId, day, clicks, usual }) => {
    const link = links.get(linkId);
    return link ? [{ linkId, day, data: { ...link, day, clicks, usual } }] : [];
  });
  await queueMessages(event, items, { once: true, writer: maintenanceDatabase() });
}

async function listSubscribed(): Promise<ReadonlySet<string>> {
  const rows = await maintenanceDatabase().$queryRaw<{ event: string }[]>`
    SELECT DISTINCT unnest("events") AS "event" FROM "Receiver" WHERE "enabled"`;
  return new Set(rows.map(({ event }) => event));
}

/**
 * Of events in the past a receiver hears only if it existed then. One without room hears later,
 * and meanwhile takes no place from others.
 */
async function queueNew(event: string, links: Prisma.Sql): Promise<void> {
  const rows = await maintenanceDatabase().$queryRaw<
    { linkId: number; at: Date; data: Record<string, unknown> }[]
  >`
    WITH receivers AS MATERIALIZED (
      SELECT "id", "createdAt" FROM "Receiver"
      WHERE "enabled" AND ${event} = ANY("events") AND "messageRoom"("id", "kind", ${event}) > 0
    )
    SELECT l."id" AS "linkId", l."at", "messageLink"(to_jsonb(l)) AS "data" FROM (${links}) l
    WHERE EXISTS (
      SELECT FROM receivers r WHERE l."at" > r."createdAt"
        AND NOT EXISTS (
          SELECT FROM "MessageMark" m WHERE m."receiverId" = r."id" AND m."type" = ${event}
            AND m."linkId" = l."id" AND m."day" = (l."at" AT TIME ZONE 'UTC')::date
        )
    )
    ORDER BY l."at" LIMIT ${most}`;
  const items = rows.map(({ linkId, at, data }) => ({ linkId, day: isoDate(at), data }));
  await queueMessages(event, items, { once: true, writer: maintenanceDatabase() });
}

/** Longer than some rounds of `watchLinks` take. */
const lastChance = Prisma.sql`interval '5 minutes'`;

/** Counts what had no room until soon before it is looked for no more, and gives it up. */
async function dropLast(event: string, links: Prisma.Sql): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    WITH receivers AS MATERIALIZED (
      SELECT "id", "createdAt" FROM "Receiver"
      WHERE "enabled" AND ${event} = ANY("events") AND "messageRoom"("id", "kind", ${event}) <= 0
    ), dropped AS (
      INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
      SELECT r."id", ${event}, l."id", (l."at" AT TIME ZONE 'UTC')::date FROM (${links}) l JOIN receivers r ON l."at" > r."createdAt"
      WHERE l."at" <= now() - interval '1 day' + ${lastChance} OR l."at" > now() AND l."at" <= now() + ${lastChance}
      ORDER BY 1, 3, 4 ON CONFLICT DO NOTHING RETURNING "receiverId"
    )
    INSERT INTO "DroppedMessage" ("receiverId", "type", "count") SELECT "receiverId", ${event}, count(*) FROM dropped GROUP BY 1`;
}

async function describe(ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const rows = await maintenanceDatabase().$queryRaw<
    { id: number; data: Record<string, unknown> }[]
  >`
    SELECT l."id", "messageLink"(to_jsonb(l)) AS "data" FROM "Link" l WHERE l."id" = ANY(${ids}::int[])`;
  return new Map(rows.map(({ id, data }) => [id, data]));
}
