import { createHash } from "node:crypto";
import { z } from "zod";
import { dayMs } from "../core/day";
import { SluglineError } from "../core/errors";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "../links/editor";

const keptMs = dayMs;

/** Who sent which request under which Idempotency-Key. `request` is a hash of it. */
interface OnceKey {
  tokenId: string;
  key: string;
  request: Uint8Array<ArrayBuffer>;
}

/**
 * The answer of `work`, or the stored one if a request with this key was answered within 24 hours.
 * What `work` writes and its answer are committed together. A second request at the same time waits
 * for the first at the primary key, on any instance. Throws `idempotency_key_reused` if the key
 * belongs to another request. A `work` that throws stores nothing.
 */
export async function runOnce<T extends Prisma.InputJsonObject>(
  { tokenId, key, request }: OnceKey,
  now: Date,
  work: (writer: Writer) => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean }> {
  return inTransaction(async (writer) => {
    const [claimed] = await writer.$queryRaw<unknown[]>`
      INSERT INTO "IdempotencyKey" AS k ("tokenId", "key", "request", "createdAt") VALUES (${tokenId}, ${key}, ${request}::bytea, ${now}::timestamptz)
      ON CONFLICT ("tokenId", "key") DO UPDATE SET "request" = excluded."request", "createdAt" = excluded."createdAt"
      WHERE k."createdAt" <= ${new Date(now.getTime() - keptMs)}::timestamptz RETURNING 1 AS "claimed"`;
    if (claimed) {
      const answer = await work(writer);
      await writer.idempotencyKey.update({
        where: { tokenId_key: { tokenId, key } },
        data: { answer },
        select: { key: true },
      });
      return { answer, isRepeated: false };
    }
    const known = await writer.idempotencyKey.findUniqueOrThrow({
      where: { tokenId_key: { tokenId, key } },
    });
    if (!Buffer.from(known.request).equals(request)) {
      throw new SluglineError(
        "idempotency_key_reused",
        "This Idempotency-Key was sent with another request in the last 24 hours: use a new one.",
      );
    }
    return { answer: known.answer as T, isRepeated: true };
  });
}

/**
 * The answer of `work` to a form of the dashboard, once: sent again because its answer was lost, it
 * gets the first one. `key`: of the attempt, `sent`: all that the form says. The answer must be what
 * JSON can say.
 */
export async function runFormOnce<T>(
  by: Editor,
  key: string,
  sent: unknown,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const { answer } = await runOnce(ofForm(by, key, sent), new Date(), async (writer) => ({
    body: JSON.stringify(await work(writer)),
  }));
  return JSON.parse(answer.body);
}

/**
 * The same for a form that makes something with a secret, which is shown once and never stored. Sent
 * again, it gets what the first time made (`before`, its id) with another secret.
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
  { tokenId, key }: OnceKey,
  make: (writer: Writer, before: string | null) => Promise<T>,
): Promise<T> {
  const [known] = await writer.$queryRaw<{ id: string }[]>`
    SELECT "answer" ->> 'id' AS "id" FROM "IdempotencyKey" WHERE "tokenId" = ${tokenId} AND "key" = ${key} FOR UPDATE`;
  const made = await make(writer, known?.id ?? null);
  await writer.idempotencyKey.updateMany({
    where: { tokenId, key },
    data: { answer: { id: made.id } },
  });
  return made;
}

function ofForm(by: Editor, key: string, sent: unknown): OnceKey {
  const request = createHash("sha256").update(JSON.stringify(sent)).digest();
  return { tokenId: by, key, request: new Uint8Array(request) };
}

/** The key of an attempt, as a browser makes it. */
export const formKey = z.string().min(1).max(100);

export async function forgetOldKeys(now: Date): Promise<void> {
  await deleteInRounds(
    "IdempotencyKey",
    Prisma.sql`"createdAt" < ${new Date(now.getTime() - keptMs)}::timestamptz`,
  );
}
