import { type ErrorCode, SluglineError } from "../core/errors";
import { database, maintenanceDatabase, sharedNow, sharedTimeBefore } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "../links/editor";
import type { SelectionOutcome } from "../links/outcome";
import { type Undoer, undoableBy } from "../links/undoer";
import { asText, readSentence, type Sentence } from "../texts/sentence";

/** For how long what a job did can be undone. */
const undoMs = 3_600_000;
export const keptMs = 24 * undoMs;
/** A process that has done no portion for so long has ended: another one goes on. */
const claimMs = 5_000;
const mostListed = 5;

/** What somebody started, as it was sent. */
interface NewJob {
  id: string;
  by: Editor;
  sessionId: string;
  command: string;
  input: Prisma.InputJsonObject;
  total: number;
  /** The job that this one undoes. */
  undoes?: string | undefined;
}

/** How far a job is. */
export interface JobState {
  id: string;
  command: string;
  /** Rows of the input, and how many of them have been tried. */
  total: number;
  done: number;
  changed: number;
  /** Of the first changed link, if that is known. */
  slug: string | null;
  failed: SelectionOutcome<unknown>["failed"];
  /** Why it ended before its last row. */
  refusal: { code: ErrorCode; text: string } | null;
  isStopped: boolean;
  isOver: boolean;
  tookMs: number;
}

/** As a page shows it. */
export interface ShownJob extends Omit<JobState, "refusal"> {
  refusal: { code: ErrorCode; message: string } | null;
}

export function showJob({ refusal, ...job }: JobState, say: (what: Sentence) => string): ShownJob {
  const { code, text } = refusal ?? {};
  return { ...job, refusal: code && text ? { code, message: say(readSentence(text)) } : null };
}

/**
 * Stores a job, of which this process does the first portion. Returns whether it is new: the same one
 * may have been sent before. Throws `idempotency_key_reused`.
 */
export function storeJob(
  { id, by, sessionId, command, input, total, undoes }: NewJob,
  now: Date,
): Promise<boolean> {
  return inTransaction(async (writer) => {
    const given = JSON.stringify(input);
    const made = await writer.$executeRaw`
      INSERT INTO "Job" ("id", "by", "sessionId", "command", "input", "total", "undoes", "createdAt", "claimedUntil")
      VALUES (${id}, ${by}, ${sessionId}, ${command}, ${given}::jsonb, ${total}, ${undoes ?? null}, ${sharedNow(now)}, ${claim})
      ON CONFLICT ("id") DO NOTHING`;
    if (made > 0) return true;
    const [same] = await writer.$queryRaw<unknown[]>`
      SELECT 1 AS "same" FROM "Job" WHERE "id" = ${id} AND "by" = ${by} AND "command" = ${command} AND "input" = ${given}::jsonb`;
    if (!same) throw new SluglineError("idempotency_key_reused", "keyReused");
    return false;
  });
}

const claim = Prisma.sql`now() + ${claimMs} * interval '1 millisecond'`;

/** A job that no process works on any more, which this one continues from now on. Null without one. */
export async function claimLeftJob(): Promise<string | null> {
  const [left] = await maintenanceDatabase().$queryRaw<{ id: string }[]>`
    UPDATE "Job" SET "claimedUntil" = ${claim} WHERE "id" = (
      SELECT "id" FROM "Job" WHERE "endedAt" IS NULL AND "claimedUntil" < now() ORDER BY "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING "id"`;
  return left?.id ?? null;
}

/** Throws `not_found`. */
export async function readJob(id: string) {
  const job = await database().job.findUnique({ where: { id } });
  if (!job) throw jobGone();
  return { ...job, by: job.by as Editor };
}

/**
 * Does the next portion with `work`, which gets the number of the row to begin with, and stores what
 * it returns in the same transaction. So each row is done once, by whatever process. Returns whether
 * there is more to do.
 */
export function doPortion(
  id: string,
  size: number,
  work: (
    writer: Writer,
    rows: { from: number; to: number; isLast: boolean },
  ) => Promise<SelectionOutcome<unknown>>,
): Promise<boolean> {
  return inTransaction(async (writer) => {
    const [job] = await writer.$queryRaw<{ done: number; total: number }[]>`
      SELECT "done", "total" FROM "Job" WHERE "id" = ${id} AND "endedAt" IS NULL AND "stoppedAt" IS NULL FOR UPDATE`;
    if (!job || job.done >= job.total) return false;
    const to = Math.min(job.done + size, job.total);
    const isLast = to === job.total;
    const { done, failed } = await work(writer, { from: job.done, to, isLast });
    await writer.$executeRaw`
      INSERT INTO "JobPortion" ("jobId", "from", "changed", "failed")
      VALUES (${id}, ${job.done}, ${JSON.stringify(done)}::jsonb, ${JSON.stringify(failed)}::jsonb)`;
    await writer.$executeRaw`
      UPDATE "Job" SET "done" = ${to}, "changed" = "changed" + ${done.length}, "claimedUntil" = ${claim} WHERE "id" = ${id}`;
    return !isLast;
  });
}

/** `refusal`: why it ends before its last row. */
export async function endJob(id: string, refusal?: SluglineError): Promise<void> {
  const why = refusal && JSON.stringify({ code: refusal.code, text: asText(refusal.sentence) });
  await database().$executeRaw`
    UPDATE "Job" SET "endedAt" = now(), "refusal" = ${why ?? null}::jsonb WHERE "id" = ${id} AND "endedAt" IS NULL`;
}

/** It ends with the portion under way. What is done stays. Throws `not_found`. */
export async function stopJob(id: string, by: Editor): Promise<void> {
  const { count } = await inTransaction(async (writer) =>
    writer.job.updateMany({
      where: { id, by },
      data: { stoppedAt: await sharedTimeBefore(0, new Date(), writer) },
    }),
  );
  if (count === 0) throw jobGone();
}

const states = Prisma.sql`
  SELECT j."id", j."command", j."total", j."done", j."changed", j."refusal",
    j."stoppedAt" IS NOT NULL AS "isStopped", j."endedAt" IS NOT NULL AS "isOver",
    round(extract(epoch FROM coalesce(j."endedAt", now()) - j."createdAt") * 1000)::int AS "tookMs",
    (SELECT p."changed" -> 0 ->> 'slug' FROM "JobPortion" p WHERE p."jobId" = j."id" AND p."changed" <> '[]' ORDER BY p."from" LIMIT 1) AS "slug",
    coalesce((SELECT jsonb_agg(f ORDER BY p."from") FROM "JobPortion" p, jsonb_array_elements(p."failed") f WHERE p."jobId" = j."id"), '[]') AS "failed"
  FROM "Job" j`;

/** Throws `not_found` for one of somebody else, too. */
export async function jobState(id: string, by: Editor): Promise<JobState> {
  const [state] = await database().$queryRaw<
    JobState[]
  >`${states} WHERE j."id" = ${id} AND j."by" = ${by}`;
  if (!state) throw jobGone();
  return state;
}

/** What runs for this person. */
export function listRunningJobs(by: Editor): Promise<JobState[]> {
  return database().$queryRaw<
    JobState[]
  >`${states} WHERE j."endedAt" IS NULL AND j."by" = ${by} ORDER BY j."createdAt"`;
}

/** What became of rows, with what an undo of them needs, in their order. */
export async function changedBy(id: string): Promise<Prisma.JsonValue[]> {
  const portions = await database().jobPortion.findMany({
    where: { jobId: id },
    orderBy: { from: "asc" },
    select: { changed: true },
  });
  return portions.flatMap(({ changed }) => changed as Prisma.JsonValue[]);
}

/** A job that can be undone. */
interface UndoableJob {
  id: string;
  command: string;
  changed: number;
  at: Date;
  by: string;
  /** Of a replacement in destinations. */
  find: string | null;
  replace: string | null;
}

/** Of the last hour, and nobody has undone it, or begun to. */
const isUndoable = async (now: Date) => Prisma.sql`
  j."endedAt" IS NOT NULL AND j."createdAt" > ${await sharedTimeBefore(undoMs, now)}::timestamptz
  AND NOT EXISTS (SELECT FROM "Job" u WHERE u."undoes" = j."id" AND u."refusal" IS NULL AND u."stoppedAt" IS NULL)`;

/** Those of several links that `undoer` may undo, latest first. */
export async function listUndoableJobs(
  undoer: Undoer,
  commands: readonly string[],
  now: Date,
): Promise<UndoableJob[]> {
  const rows = await database().$queryRaw<UndoableJob[]>`
    SELECT j."id", j."command", j."changed", j."createdAt" AS "at", j."by",
      j."input" -> 'body' ->> 'find' AS "find", j."input" -> 'body' ->> 'replace' AS "replace"
    FROM "Job" j WHERE j."command" = ANY(${[...commands]}::text[]) AND j."changed" > 1 AND ${await isUndoable(now)}
    ORDER BY j."createdAt" DESC LIMIT ${mostListed}`;
  return undoableBy(undoer, rows);
}

/** How many links an undo of it is about. Throws `not_found` if it is too late. */
export async function countUndoable(id: string, now: Date): Promise<number> {
  const [job] = await database().$queryRaw<{ changed: number }[]>`
    SELECT j."changed" FROM "Job" j WHERE j."id" = ${id} AND ${await isUndoable(now)}`;
  if (!job) throw jobGone();
  return job.changed;
}

function jobGone(): SluglineError {
  return new SluglineError("not_found", "undoOver");
}
