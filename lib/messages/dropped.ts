import { dayMs } from "../core/day";
import { database, maintenanceDatabase } from "../database/client";
import type { Writer } from "../database/in-transaction";

/** How long what was dropped is shown, and stored. */
export const shownDays = 30;

/** Messages for which a receiver had no room, in the last 30 days. */
export interface Dropped {
  messages: number;
  /** The latest. ISO 8601. */
  at: string;
}

type Reader = Pick<Writer, "$queryRaw">;

/** By id of the receiver; those that lost nothing are missing. */
export async function readDropped(
  now: Date,
  { days = shownDays, reader = database() }: { days?: number; reader?: Reader } = {},
): Promise<Map<string, Dropped>> {
  const rows = await reader.$queryRaw<{ receiverId: string; messages: bigint; at: Date }[]>`
    SELECT d."receiverId"::text AS "receiverId", sum(d."count")::bigint AS "messages", max(d."at") AS "at"
    FROM "DroppedMessage" d JOIN "Receiver" r ON r."id" = d."receiverId"
    WHERE d."at" > ${new Date(now.getTime() - days * dayMs)}::timestamptz GROUP BY 1`;
  return new Map(
    rows.map(({ receiverId, messages, at }) => [
      receiverId,
      { messages: Number(messages), at: at.toISOString() },
    ]),
  );
}

export function countDropped(dropped: ReadonlyMap<string, Dropped>): number {
  return [...dropped.values()].reduce((sum, { messages }) => sum + messages, 0);
}

export async function noteDropped(
  { receiverId, type }: { receiverId: string; type: string },
  writer: Writer,
): Promise<void> {
  await writer.droppedMessage.create({ data: { receiverId, type, count: 1n } });
}

/** Adds up the rows of each hour. */
export async function tidyDropped(): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    WITH gone AS (
      DELETE FROM "DroppedMessage" WHERE "at" > now() - interval '1 day' RETURNING *
    ) INSERT INTO "DroppedMessage" ("receiverId", "type", "at", "count")
    SELECT "receiverId", "type", max("at"), sum("count") FROM gone GROUP BY 1, 2, date_trunc('hour', "at")`;
}
