import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Actor, recordEvent } from "../../audit/record-event";
import type { AuditEvent } from "../../core/audit";
import { isoDate } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { database, sharedNow, sharedTimeBefore } from "../../database/client";
import { Prisma } from "../../database/generated/client";
import { inTransaction, type Writer } from "../../database/in-transaction";
import type { Editor } from "../../links/editor";
import { getLink } from "../../links/get-link";
import { lockAgainstClicks } from "../../links/locks";
import { requireUndoer, type Undoer } from "../../links/undoer";
import { sentence } from "../../texts/sentence";
import { isCounted, type SetAsideClicks, toSetAside, undoMs } from "./set-aside";
import { findSingleVisitors } from "./single-visitors";

/**
 * How long an answer waits until the clicks have moved, which housekeeping does. An API request has
 * five seconds.
 */
const waitMs = 3_000;
const pollMs = 50;

export const setAsideSchema = z.object({
  visitor: z.uuid().meta({ description: "That of one of `found`." }),
});

interface Change {
  now: Date;
  by: Editor;
  /** The same, as the activity log keeps it. */
  actor: Actor;
  /** In ms. Zero does not wait for the clicks to move. */
  wait?: number;
}

/**
 * Sets aside what a visitor who stands out clicked on that day, also in other hours, and what still
 * comes. Doing it twice changes nothing. Throws `not_found`.
 */
export async function setClicksAside(
  slug: string,
  id: string,
  change: Change,
): Promise<SetAsideClicks> {
  const link = await getLink(slug);
  const where = { linkId_id: { linkId: link.id, id } };
  const known = await database().setAside.findUnique({ where });
  const found = known ? [] : await findSingleVisitors(database(), link.id, change.now);
  const chosen = known ?? found.find((each) => each.id === id);
  if (!chosen) throw new SluglineError("not_found", "idUnknown");
  const day = isoDate(chosen.day);
  if (!known || known.undoneAt !== null) {
    await inTransaction(async (writer) => {
      await lockAgainstClicks(Prisma.sql`"id" = ${link.id}`, writer);
      // Clicks of this day or an earlier one take turns from now on (`lockTurns`).
      await writer.$executeRaw`
        UPDATE "Link" SET "asideDay" = greatest("asideDay", ${day}::date) WHERE "id" = ${link.id}`;
      // Of two at the same time the second finds the row, and changes nothing.
      const changed = await writer.$executeRaw`
        INSERT INTO "SetAside" AS s ("linkId", "id", "day", "visitor", "setAt", "by")
        SELECT "id", ${id}::uuid, ${day}::date, ${chosen.visitor}::bytea, ${sharedNow(change.now)}, ${change.by}
        FROM "Link" WHERE "id" = ${link.id}
        ON CONFLICT ("linkId", "id") DO UPDATE SET "undoneAt" = NULL, "setAt" = excluded."setAt", "by" = excluded."by"
        WHERE s."undoneAt" IS NOT NULL`;
      if (changed > 0) await note(writer, "clicks-set-aside", link, day, change);
    });
  }
  // Later clicks are set aside when they are stored.
  const hasPending = await pendingOf(link.id);
  const isMoved = await until(
    async () =>
      !(await hasPending()) &&
      !(await isCounted({ linkId: link.id, day: chosen.day, visitor: chosen.visitor })),
    change,
  );
  const row = await database().setAside.findUnique({ where });
  if (!row) throw new SluglineError("not_found", "asideUndone");
  return toSetAside(row, change.now, !isMoved);
}

/**
 * Counts the clicks again that were set aside within a day. Throws `not_found`, also if that was
 * undone already, and like `requireUndoer`.
 */
export async function undoSetAside(
  slug: string,
  id: string,
  change: Change & Undoer,
): Promise<void> {
  const link = await getLink(slug);
  if (!z.uuid().safeParse(id).success) throw notUndoable();
  await inTransaction(async (writer) => {
    const since = await sharedTimeBefore(undoMs, change.now, writer);
    await lockAgainstClicks(Prisma.sql`"id" = ${link.id}`, writer);
    const [undone] = await writer.$queryRaw<{ day: Date; by: string | null }[]>`
      UPDATE "SetAside" SET "undoneAt" = ${change.now}::timestamptz
      WHERE "linkId" = ${link.id} AND "id" = ${id}::uuid AND "undoneAt" IS NULL AND "setAt" > ${since}::timestamptz RETURNING "day", "by"`;
    if (!undone) throw notUndoable();
    await requireUndoer(writer, change, undone.by);
    await note(writer, "clicks-counted-again", link, isoDate(undone.day), change);
  });
  const where = { linkId: link.id, id, undoneAt: { not: null } };
  // They come back as late clicks, of which pages know no visitor until they are aggregated.
  if (await until(async () => (await database().setAside.count({ where })) === 0, change)) {
    const hasPending = await pendingOf(link.id);
    await until(async () => !(await hasPending()), change);
  }
}

/** How to ask whether clicks of the link that are not aggregated now still are not. */
async function pendingOf(linkId: number): Promise<() => Promise<boolean>> {
  const batches = await database().$queryRaw<{ id: bigint }[]>`
    SELECT "id" FROM "PendingBatch" WHERE ${linkId} = ANY("linkIds")`;
  const ids = batches.map(({ id }) => String(id));
  return async () => {
    const [row] = await database().$queryRaw<[{ isAny: boolean }]>`
      SELECT EXISTS (SELECT FROM "PendingBatch" WHERE "id" = ANY(${ids}::bigint[])) AS "isAny"`;
    return row.isAny;
  };
}

function notUndoable(): SluglineError {
  return new SluglineError("not_found", "undoOver");
}

function note(
  writer: Writer,
  event: AuditEvent,
  { id, slug }: { id: number; slug: string },
  day: string,
  { actor, now }: Change,
): Promise<void> {
  const about = { id: `link:${id}`, name: `/${slug}` };
  return recordEvent(
    writer,
    { event, by: actor, about, detail: sentence("clicksOfDay", { day }) },
    now,
  );
}

/** Pages and scripts read the numbers next. */
async function until(isDone: () => Promise<boolean>, { wait = waitMs }: Change): Promise<boolean> {
  const end = performance.now() + wait;
  while (performance.now() < end) {
    if (await isDone()) return true;
    await sleep(pollMs);
  }
  return false;
}
