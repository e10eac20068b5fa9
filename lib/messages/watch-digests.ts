import { maintenanceDatabase } from "../database/client";
import { isLanguage } from "../texts/languages";
import { writeDigest } from "./digest";
import { type DigestTime, lastDigestTime, usualDigestTime } from "./digest-time";
import type { EventType } from "./events";

const event: EventType = "digest.weekly";
/** A service that was down for longer leaves the digest out. */
const lateMs = 6 * 3_600_000;

interface Row {
  id: string;
  /** The data of webhooks is in English, as the API is. */
  language: string | null;
  digest: DigestTime | null;
  createdAt: Date;
  now: Date;
}

/**
 * Queues the weekly digests that are due, once for each receiver and date. Throws in the end if some
 * could not be written; those are tried again until they are too late.
 */
export async function watchDigests(): Promise<void> {
  const receivers = await maintenanceDatabase().$queryRaw<Row[]>`
    SELECT r."id", r."digest", r."createdAt", now() AS "now", CASE WHEN r."kind" <> 'webhook' THEN o."language" END AS "language"
    FROM "Receiver" r LEFT JOIN "Owner" o ON o."id" = r."ownerId" WHERE r."enabled" AND ${event} = ANY(r."events")`;
  const failures: unknown[] = [];
  for (const receiver of receivers)
    await queueDue(receiver).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function queueDue({ id, language, digest, createdAt, now }: Row): Promise<void> {
  const time = digest ?? usualDigestTime;
  const { date, at } = lastDigestTime(time, now);
  if (at < createdAt || now.getTime() - at.getTime() > lateMs || (await isDone(id, date))) return;
  const spoken = isLanguage(language) ? language : "en";
  const data = await writeDigest(date, time.timeZone, now, spoken);
  await queueOnce(id, date, data && JSON.stringify(data));
}

async function isDone(receiverId: string, date: string): Promise<boolean> {
  const day = new Date(date);
  const where = { receiverId, type: event, linkId: 0, day };
  return (await maintenanceDatabase().messageMark.count({ where })) > 0;
}

/** Without data the week is only marked, so that it is not read again. */
async function queueOnce(receiverId: string, date: string, data: string | null): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    WITH marked AS (
      INSERT INTO "MessageMark" ("receiverId", "type", "linkId", "day")
      VALUES (${receiverId}::uuid, ${event}, 0, ${date}::date) ON CONFLICT DO NOTHING RETURNING "day"
    )
    INSERT INTO "Delivery" ("receiverId", "type", "data")
    SELECT ${receiverId}::uuid, ${event}, ${data}::jsonb FROM marked WHERE ${data}::jsonb IS NOT NULL`;
}
