import { leftOut } from "../config/left-out";
import { log } from "../config/log";
import { type AuditEvent, auditEvents } from "../core/audit";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { asText, type Sentence } from "../texts/sentence";
import type { Actor, Subject } from "./actor";

interface Note {
  event: AuditEvent;
  by: Actor;
  about?: Subject | null;
  /** More about it, in a few words. Nothing secret, no address, and nothing that a stranger typed. */
  detail?: Sentence | undefined;
}

/** How long events are kept. */
export const auditDays = 400;
const hourMs = 3_600_000;

/**
 * A UUIDv7 by the clock of the database, which orders the events of all instances: milliseconds and,
 * as RFC 9562 allows, their fraction in the 12 bits after them.
 */
const nextId = Prisma.sql`(
  SELECT (lpad(to_hex(floor("ms")::bigint), 12, '0') || '7' || lpad(to_hex(floor("ms" % 1 * 4096)::int), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
  FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS "ms") AS clock
)`;

/**
 * Records an event in the transaction of the change itself, so that there is neither without the
 * other.
 */
export async function recordEvent(
  writer: Writer,
  { event, by, about, detail }: Note,
  now: Date,
): Promise<void> {
  const aboutId = about?.id ?? null;
  const text = detail === undefined ? null : asText(detail);
  const hour = Math.floor(now.getTime() / hourMs);
  const repeatKey =
    "repeats" in auditEvents[event] ? JSON.stringify([event, by.id, aboutId, text, hour]) : null;
  await writer.$executeRaw`
    INSERT INTO "AuditEvent" AS e ("id", "at", "event", "byId", "by", "aboutId", "about", "detail", "browser", "repeatKey")
    VALUES (${nextId}, least(${now}::timestamptz, clock_timestamp()), ${event}, ${by.id}, ${by.name}, ${aboutId}, ${about?.name ?? null}, ${text}, ${by.browser}, ${repeatKey})
    ON CONFLICT ("repeatKey") DO UPDATE SET "count" = e."count" + 1, "lastAt" = excluded."at",
      "browser" = CASE WHEN e."browser" = excluded."browser" THEN e."browser" END`;
}

/**
 * Records what was done already, or what must not depend on the log: exports are wanted most while a
 * database refuses to write. A failure is logged.
 */
export async function recordAfter(note: Note, now: Date): Promise<void> {
  await recordIfPossible(() => recordEvent(database(), note, now));
}

/** The same for work that records something. */
export async function recordIfPossible(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error(
      { reason: (error as Error).message },
      "could not note an event in the activity log",
    );
    leftOut().note("activity");
  }
}
