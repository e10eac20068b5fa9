import { validate } from "uuid";
import { type Actor, recordEvent, type Subject } from "../audit/record-event";
import { refuseOverwrite } from "../core/changed-since";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { hasRoom } from "../database/room";
import { givenOf } from "../links/link-row";
import { inEnglish } from "../texts/say";
import { inTurn, sentence } from "../texts/sentence";
import { type DigestTime, usualDigestTime } from "./digest-time";
import { type Dropped, readDropped } from "./dropped";
import type { DeliveryState, EventType, OffReason, ReceiverKind } from "./events";
import type { NewReceiver, ReceiverChanges } from "./receiver-schema";
import { generateSecret } from "./standard-webhooks";
import { bringForward, dropWaiting } from "./waiting";

/** Each waits in memory while it is slow. */
const mostReceivers = 50;
/** As the API returns it, without its secret. Timestamps are ISO 8601 UTC. */
export interface Receiver {
  id: string;
  name: string;
  kind: ReceiverKind;
  url: string;
  events: EventType[];
  enabled: boolean;
  offReason: OffReason | null;
  failingSince: string | null;
  lastResult: {
    at: string;
    state: DeliveryState;
    status: number | null;
    error: string | null;
  } | null;
  digest: DigestTime;
  dropped: Dropped | null;
  createdAt: string;
  updatedAt: string;
}

type Row = Omit<Prisma.ReceiverModel, "secret" | "ownerId" | "pausedUntil">;

const omit = { secret: true, ownerId: true, pausedUntil: true } as const;

/** By name. */
export async function listReceivers(): Promise<Receiver[]> {
  return withResults(
    await database().receiver.findMany({ omit, orderBy: [{ name: "asc" }, { id: "asc" }] }),
    database(),
  );
}

/** Throws `not_found`. */
export async function getReceiver(id: string, reader: Writer = database()): Promise<Receiver> {
  const row = await reader.receiver.findUnique({ where: { id: asReceiverId(id) }, omit });
  const [receiver] = await withResults(row ? [row] : [], reader);
  if (!receiver) throw receiverNotFound();
  return receiver;
}

/**
 * The receiver and, of a webhook, its secret, which nothing returns again. Check its address first.
 */
export async function createReceiver(
  by: Actor,
  wanted: NewReceiver,
  ownerId: string | null,
  now: Date,
  writer?: Writer,
): Promise<Receiver & { secret?: string }> {
  if (!writer) return inTransaction((own) => createReceiver(by, wanted, ownerId, now, own));
  const count = (each: Writer) => each.receiver.count();
  if (!(await hasRoom({ room: "receivers", most: mostReceivers, count }, writer)))
    throw new SluglineError("forbidden", "deleteReceiverFirst", { most: mostReceivers });
  const data = {
    ...wanted,
    digest: wanted.digest ?? usualDigestTime,
    enabled: wanted.enabled ?? true,
    secret: wanted.kind === "webhook" ? generateSecret() : "",
    ownerId,
    createdAt: now,
    updatedAt: now,
  };
  const { secret, ownerId: _, pausedUntil: __, ...row } = await writer.receiver.create({ data });
  await recordEvent(writer, { event: "receiver-added", by, about: aboutReceiver(row) }, now);
  return { ...toReceiver(row), ...(secret === "" ? {} : { secret }) };
}

/**
 * Throws `not_found`. Check a new address first. Messages that wait are dropped when it is off. Whoever switches it on, or says where it leads or
 * what it gets, answers for it from then on. Throws `precondition_failed` if others changed the same
 * since it was `seen`.
 */
export async function changeReceiver(
  by: Actor,
  id: string,
  changes: ReceiverChanges,
  now: Date,
  ownerId: string | null,
  seen: object = {},
): Promise<Receiver> {
  const given = givenOf(changes);
  const { enabled, url, events } = given;
  return inTransaction(async (writer) => {
    await writer.$queryRaw`SELECT FROM "Receiver" WHERE "id" = ${asReceiverId(id)}::uuid FOR UPDATE`;
    const stored = await getReceiver(id, writer);
    refuseOverwrite(seen, stored, given);
    const data = {
      ...given,
      ...(enabled || url ? { failingSince: null, pausedUntil: null } : {}),
      ...(enabled === undefined ? {} : { offReason: null }),
      ...(enabled || url || events ? { ownerId } : {}),
      updatedAt: now,
    };
    await writer.receiver.updateMany({ where: { id: asReceiverId(id) }, data });
    await changeWaiting(stored, given, writer);
    const receiver = await getReceiver(id, writer);
    const note = {
      by,
      about: aboutReceiver(receiver),
      detail: inTurn(fieldsOf(given), "thenDetail"),
    };
    await recordEvent(writer, { event: "receiver-changed", ...note }, now);
    return receiver;
  });
}

const fields = ["name", "url", "events", "enabled", "digest"] as const;

const fieldsOf = (given: ReceiverChanges) =>
  fields.filter((name) => given[name] !== undefined).map((name) => sentence(name));

async function changeWaiting(
  stored: Receiver,
  { enabled, url }: ReceiverChanges,
  writer: Writer,
): Promise<void> {
  // What was queued while it was being switched off must not arrive weeks later.
  if (enabled && !stored.enabled)
    await dropWaiting(stored.id, sentence("receiverSwitchedOff"), writer);
  if (enabled === false) await dropWaiting(stored.id, sentence("receiverSwitchedOff"), writer);
  else if (enabled || url) await bringForward(stored.id, writer);
}

/** With its deliveries. Throws `not_found`. */
export async function deleteReceiver(by: Actor, id: string, now: Date): Promise<void> {
  const receiverId = asReceiverId(id);
  await inTransaction(async (writer) => {
    const where = { id: receiverId };
    const receiver = await writer.receiver.findUnique({ where, select: { id: true, name: true } });
    const { count } = await writer.receiver.deleteMany({ where });
    if (!receiver || count === 0) throw receiverNotFound();
    // What a transaction that began before queues, housekeeping removes.
    await writer.delivery.deleteMany({ where: { receiverId } });
    await writer.messageMark.deleteMany({ where: { receiverId } });
    await recordEvent(
      writer,
      { event: "receiver-removed", by, about: aboutReceiver(receiver) },
      now,
    );
  });
}

export function aboutReceiver({ id, name }: { id: string; name: string }): Subject {
  return { id: `receiver:${id}`, name };
}

/** Throws `not_found` for text that Postgres would refuse to compare with an id. */
export function asReceiverId(id: string): string {
  if (validate(id)) return id;
  throw receiverNotFound();
}

export function receiverNotFound(): SluglineError {
  return new SluglineError("not_found", "idUnknown");
}

type LastRow = {
  receiverId: string;
  triedAt: Date;
  state: DeliveryState;
  status: number | null;
  error: string | null;
};

async function withResults(rows: readonly Row[], reader: Writer): Promise<Receiver[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const last = await reader.$queryRaw<LastRow[]>`
    SELECT d.* FROM unnest(${ids}::uuid[]) AS r("id") CROSS JOIN LATERAL (
      SELECT "receiverId", "triedAt", "state", "status", "error" FROM "Delivery"
      WHERE "receiverId" = r."id" AND "triedAt" IS NOT NULL ORDER BY "triedAt" DESC LIMIT 1
    ) d`;
  const byReceiver = new Map(last.map((row) => [row.receiverId, row]));
  const dropped = await readDropped(new Date(), { reader });
  return rows.map((row) => toReceiver(row, byReceiver.get(row.id), dropped.get(row.id)));
}

function toReceiver(
  { createdAt, updatedAt, failingSince, ...row }: Row,
  last?: LastRow,
  dropped: Dropped | null = null,
): Receiver {
  return {
    ...row,
    kind: row.kind as ReceiverKind,
    events: row.events as EventType[],
    digest: (row.digest as DigestTime | null) ?? usualDigestTime,
    dropped,
    offReason: row.offReason as OffReason | null,
    failingSince: failingSince?.toISOString() ?? null,
    lastResult: last
      ? {
          at: last.triedAt.toISOString(),
          state: last.state,
          status: last.status,
          error: inEnglish(last.error),
        }
      : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
