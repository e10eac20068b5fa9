import { createHash } from "node:crypto";
import { z } from "zod";
import { dayMs } from "../core/day";
import { SluglineError } from "../core/errors";
import { database, sharedNow, sharedTimeBefore } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "../links/editor";
import { fingerprintOf, openSecret, sealSecret } from "./sealed-secret";
import { hashSecret } from "./secret-hash";

/** How long a key is kept. */
export const keyMs = dayMs;

/** Who sent which request, all of it as text, under which Idempotency-Key. */
interface OnceKey {
  tokenId: string;
  key: string;
  request: string;
}

/**
 * The answer of `work`, or the stored one if a request with this key was answered within 24 hours.
 * What `work` writes and its answer are committed together. A second request at the same time waits
 * for the first at the primary key, on any instance. Throws `idempotency_key_reused` if the key
 * belongs to another request. A `work` that throws stores nothing. Both may have secrets in them: of
 * the request a keyed hash is stored, and the answer is encrypted.
 */
export async function runOnce<T extends Prisma.InputJsonObject>(
  once: OnceKey,
  now: Date,
  work: (writer: Writer) => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean }> {
  const { tokenId, key } = once;
  const request = fingerprintOf(once.request);
  return inTransaction(async (writer) => {
    const [claimed] = await writer.$queryRaw<unknown[]>`
      INSERT INTO "IdempotencyKey" AS k ("tokenId", "key", "request", "createdAt") VALUES (${tokenId}, ${key}, ${request}::bytea, ${sharedNow(now)})
      ON CONFLICT ("tokenId", "key") DO UPDATE SET "request" = excluded."request", "createdAt" = excluded."createdAt"
      WHERE k."createdAt" <= excluded."createdAt" - ${keyMs} * interval '1 millisecond' RETURNING 1 AS "claimed"`;
    if (claimed) {
      const answer = await work(writer);
      await writer.idempotencyKey.update({
        where: { tokenId_key: { tokenId, key } },
        data: { answer: sealAnswer(once, answer) },
        select: { key: true },
      });
      return { answer, isRepeated: false };
    }
    const known = await writer.idempotencyKey.findUniqueOrThrow({
      where: { tokenId_key: { tokenId, key } },
    });
    const answer = isSameRequest(known.request, once, request)
      ? openAnswer<T>(once, known.answer)
      : null;
    if (answer === null) {
      throw new SluglineError("idempotency_key_reused", "keyReused");
    }
    return { answer, isRepeated: true };
  });
}

/** The version before stored a plain hash, and the answer as it was. */
function isSameRequest(known: Uint8Array, once: OnceKey, request: Uint8Array): boolean {
  const isSame = Buffer.from(known).equals(request);
  return isSame || createHash("sha256").update(once.request).digest().equals(known);
}

const belonging = ({ tokenId, key }: OnceKey) => `answer ${tokenId} ${key}`;

function sealAnswer(once: OnceKey, answer: Prisma.InputJsonObject): { sealed: string } {
  const sealed = sealSecret(Buffer.from(JSON.stringify(answer)), belonging(once));
  return { sealed: Buffer.from(sealed).toString("base64") };
}

/** Null if it was sealed with another API token. */
function openAnswer<T>(once: OnceKey, stored: Prisma.JsonValue): T | null {
  if (stored === null || typeof stored !== "object" || !("sealed" in stored)) return stored as T;
  const opened = openSecret(Buffer.from(String(stored.sealed), "base64"), belonging(once));
  return opened && JSON.parse(Buffer.from(opened).toString());
}

/**
 * The same for a form that makes something with a secret, which is shown once and never stored. Sent
 * again, it gets what the first time made (`before`, its id) with another secret. `key`: of the
 * attempt, `sent`: all that the form says.
 */
export async function makeSecretOnce<T extends { id: string }>(
  by: Editor,
  key: string,
  sent: unknown,
  make: (writer: Writer, before: string | null) => Promise<T>,
): Promise<T> {
  let made: T | undefined;
  const once = ofForm(by, key, sent);
  const { isRepeated } = await runOnce(once, new Date(), async (writer) => {
    made = await make(writer, null);
    return { id: made.id };
  });
  // A try that was rolled back made nothing.
  if (made && !isRepeated) return made;
  return inTransaction((writer) => makeAgain(writer, once, make));
}

/** Of several at the same time each waits for the one before. */
async function makeAgain<T extends { id: string }>(
  writer: Writer,
  once: OnceKey,
  make: (writer: Writer, before: string | null) => Promise<T>,
): Promise<T> {
  const { tokenId, key } = once;
  const [known] = await writer.$queryRaw<{ answer: Prisma.JsonValue }[]>`
    SELECT "answer" FROM "IdempotencyKey" WHERE "tokenId" = ${tokenId} AND "key" = ${key} FOR UPDATE`;
  const before = known ? openAnswer<{ id: string }>(once, known.answer) : null;
  const made = await make(writer, before?.id ?? null);
  await writer.idempotencyKey.updateMany({
    where: { tokenId, key },
    data: { answer: sealAnswer(once, { id: made.id }) },
  });
  return made;
}

function ofForm(by: Editor, key: string, sent: unknown): OnceKey {
  return { tokenId: by, key, request: JSON.stringify(sent) };
}

/**
 * Whether this is the first time, on any instance, that `secret` is used for `what`. Once its day is
 * over it must be refused for its age.
 */
export async function isFirstUse(what: string, secret: string, now: Date): Promise<boolean> {
  const request = hashSecret(secret);
  const key = Buffer.from(request).toString("base64url");
  const createdAt = await sharedTimeBefore(0, now);
  const row = { tokenId: what, key, request, createdAt };
  const { count } = await database().idempotencyKey.createMany({
    data: [row],
    skipDuplicates: true,
  });
  return count === 1;
}

/** The key of an attempt, as a browser makes it. */
export const formKey = z.string().min(1).max(100);
