import { dayMs } from "../core/day";
import { type ErrorCode, SluglineError } from "../core/errors";
import { database, maintenanceDatabase, sharedNow, sharedTimeBefore } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { hasRoom } from "../database/room";
import type { Editor } from "../links/editor";
import type { SelectionOutcome } from "../links/outcome";
import { type Undoer, undoableMakers, undoMs } from "../links/undoer";
import { asText, readSentence, type Sentence } from "../texts/sentence";

export const keptMs = dayMs;
/** If a process completes no portion for this long, another one takes the job over. */
const claimMs = 5_000;
/** After a try without a portion that succeeds, the next one waits twice as long, at most so many claims. */
const mostClaimsWaited = 64;
/** The same for an export, which waits for a slow client between two pages. */
export const exportClaimMs = 60_000;
/** Jobs of one person that run at a time. */
const mostRunning = 10;
const mostListed = 5;

/** What somebody started, as it was sent. */
interface NewJob {
  id: string;
  by: Editor;
  sessionId: string;
  command: string;
  input: Prisma.InputJsonObject;
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
  /** Empty until it is over. */
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
 * may have been sent before, and is not counted again. Throws `idempotency_key_reused`, `forbidden`
 * if too many run, and like `count`, which counts its rows.
 */
export function storeJob(
  { id, by, sessionId, command, input, undoes }: NewJob,
  count: (writer: Writer) => number | Promise<number>,
  now: Date,
): Promise<boolean> {
  const given = JSON.stringify(input);
  return inTransaction(async (writer) => {
    // Undos of the same job take turns, so that each sees those before it.
    if (undoes !== undefined)
      await writer.$executeRaw`SELECT FROM "Job" WHERE "id" = ${undoes} FOR UPDATE`;
    const [known] = await writer.$queryRaw<{ isSame: boolean }[]>`
      SELECT "by" = ${by} AND "command" = ${command} AND "input" = ${given}::jsonb AS "isSame" FROM "Job" WHERE "id" = ${id}`;
    if (known?.isSame) return false;
    if (known) throw new SluglineError("idempotency_key_reused", "keyReused");
    const room = {
      room: `jobs of ${by}`,
      most: mostRunning,
      count: () => writer.job.count({ where: { by, endedAt: null } }),
    };
    if (!(await hasRoom(room, writer)))
      throw new SluglineError("forbidden", "jobsAtMost", { most: mostRunning });
    const total = await count(writer);
    // If the same one was sent at the same time, this transaction runs again, and then finds it.
    await writer.$executeRaw`
      INSERT INTO "Job" ("id", "by", "sessionId", "command", "input", "total", "undoes", "createdAt", "claimedUntil")
      VALUES (${id}, ${by}, ${sessionId}, ${command}, ${given}::jsonb, ${total}, ${undoes ?? null}, ${sharedNow(now)}, ${claim})`;
    return true;
  });
}

const claim = Prisma.sql`now() + ${claimMs} * interval '1 millisecond'`;

interface LeftJob {
  id: string;
  /** How often it was taken over since its last portion. */
  claims: number;
}

/** Jobs that no process works on any more. */
export const leftJobs = Prisma.sql`
  SELECT FROM "Job" WHERE "endedAt" IS NULL AND "claimedUntil" < now()`;

/**
 * A job that no process works on any more, which this one continues from now on. Null without one.
 * `commands`: a newer version may have others, which are left to it.
 */
export async function claimLeftJob(commands: readonly string[]): Promise<LeftJob | null> {
  const [left] = await maintenanceDatabase().$queryRaw<LeftJob[]>`
    UPDATE "Job" SET "claimedUntil" = now() + least(2 ^ "claims", ${mostClaimsWaited}) * (${claim} - now()), "claims" = "claims" + 1 WHERE "id" = (
      SELECT j."id" FROM "Job" j LEFT JOIN "Job" u ON u."id" = j."undoes"
      WHERE j."endedAt" IS NULL AND j."claimedUntil" < now() AND coalesce(u."command", j."command") = ANY(${[...commands]}::text[])
      ORDER BY j."createdAt" LIMIT 1 FOR UPDATE OF j SKIP LOCKED
    ) RETURNING "id", "claims"`;
  return left ?? null;
}

/** Throws `not_found`. */
export async function readJob(id: string) {
  const job = await database().job.findUnique({ where: { id } });
  if (!job) throw jobGone();
  return { ...job, by: job.by as Editor };
}

/**
 * Does the next portion with `work`, which gets the number of the row to begin with, and stores what
 * it returns in the same transaction. So each row is done once, no matter which process does it.
 * Returns whether there is more to do.
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
      UPDATE "Job" SET "done" = ${to}, "changed" = "changed" + ${done.length}, "claimedUntil" = ${claim}, "claims" = 0 WHERE "id" = ${id}`;
    return !isLast;
  });
}

/**
 * Notes how many rows an export has sent, of `total` or more. `isWhole`: those were all. Returns false
 * once it is stopped.
 */
export async function reportExported(
  id: string,
  done: number,
  { isWhole = false } = {},
): Promise<boolean> {
  const [job] = await database().$queryRaw<{ isStopped: boolean }[]>`
    UPDATE "Job" SET "done" = ${done}, "total" = CASE WHEN ${isWhole} THEN ${done} ELSE greatest("total", ${done + 1}) END,
      "claimedUntil" = now() + ${exportClaimMs} * interval '1 millisecond'
    WHERE "id" = ${id} RETURNING "stoppedAt" IS NOT NULL AS "isStopped"`;
  return !job?.isStopped;
}

/** `refusal`: why it ends before its last row. */
export async function endJob(id: string, refusal?: SluglineError): Promise<void> {
  const why = refusal && JSON.stringify({ code: refusal.code, text: asText(refusal.sentence) });
  await database().$executeRaw`
    UPDATE "Job" SET "endedAt" = now(), "refusal" = ${why ?? null}::jsonb WHERE "id" = ${id} AND "endedAt" IS NULL`;
}

/**
 * The current portion still completes, and what is done stays. Nothing happens to a job that has done
 * all. Throws `not_found`.
 */
export async function stopJob(id: string, by: Editor): Promise<void> {
  await inTransaction(async (writer) => {
    await writer.$executeRaw`
      UPDATE "Job" SET "stoppedAt" = ${sharedNow(new Date())} WHERE "id" = ${id} AND "by" = ${by} AND "endedAt" IS NULL AND "done" < "total"`;
    if ((await writer.job.count({ where: { id, by } })) === 0) throw jobGone();
  });
}

const states = Prisma.sql`
  SELECT j."id", j."command", j."total", j."done", j."changed", j."refusal",
    j."stoppedAt" IS NOT NULL AS "isStopped", j."endedAt" IS NOT NULL AS "isOver",
    round(extract(epoch FROM coalesce(j."endedAt", now()) - j."createdAt") * 1000)::int AS "tookMs",
    (SELECT p."changed" -> 0 ->> 'slug' FROM "JobPortion" p WHERE p."jobId" = j."id" AND p."changed" <> '[]' ORDER BY p."from" LIMIT 1) AS "slug",
    CASE WHEN j."endedAt" IS NULL THEN '[]' ELSE coalesce(
      (SELECT jsonb_agg(f ORDER BY p."from") FROM "JobPortion" p, jsonb_array_elements(p."failed") f WHERE p."jobId" = j."id"), '[]') END AS "failed"
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

/**
 * The same for an undo of `undoes`: without those that undos before it have tried. None of these
 * begins or goes on while this one runs.
 */
export async function changedUntil(id: string, undoes: string): Promise<Prisma.JsonValue[]> {
  const { _sum } = await database().job.aggregate({
    where: { undoes, id: { not: id } },
    _sum: { done: true },
  });
  return (await changedBy(undoes)).slice(_sum.done ?? 0);
}

/** A job that can be undone. */
interface UndoableJob {
  id: string;
  command: string;
  /** Links that no undo has tried. */
  changed: number;
  at: Date;
  by: string;
  /** Of a replacement in destinations. */
  find: string | null;
  replace: string | null;
}

/** Of the last hour, and no undo of it runs or has reached its end. */
const isUndoable = async (now: Date, writer?: Writer) => Prisma.sql`
  j."endedAt" IS NOT NULL AND j."createdAt" > ${await sharedTimeBefore(undoMs, now, writer)}::timestamptz
  AND NOT EXISTS (SELECT FROM "Job" u WHERE u."undoes" = j."id" AND (u."endedAt" IS NULL OR u."done" >= u."total"))`;

const leftToUndo = Prisma.sql`
  (j."changed" - (SELECT coalesce(sum(u."done"), 0) FROM "Job" u WHERE u."undoes" = j."id"))::int AS "changed"`;

/** Those of several links that `undoer` may undo, latest first. */
export async function listUndoableJobs(
  undoer: Undoer,
  commands: readonly string[],
  now: Date,
): Promise<UndoableJob[]> {
  const makers = await undoableMakers(undoer);
  const isOfThem = makers ? Prisma.sql`j."by" = ANY(${makers}::text[])` : Prisma.sql`true`;
  return database().$queryRaw<UndoableJob[]>`
    SELECT j."id", j."command", ${leftToUndo}, j."createdAt" AS "at", j."by",
      j."input" -> 'body' ->> 'find' AS "find", j."input" -> 'body' ->> 'replace' AS "replace"
    FROM "Job" j WHERE j."command" = ANY(${[...commands]}::text[]) AND j."changed" > 1 AND ${isOfThem} AND ${await isUndoable(now)}
    ORDER BY j."createdAt" DESC LIMIT ${mostListed}`;
}

/** How many links an undo of it is about. Throws `not_found` if it is too late. */
export async function countUndoable(id: string, now: Date, writer: Writer): Promise<number> {
  const [job] = await writer.$queryRaw<{ changed: number }[]>`
    SELECT ${leftToUndo} FROM "Job" j WHERE j."id" = ${id} AND ${await isUndoable(now, writer)}`;
  if (!job) throw new SluglineError("not_found", "undoOver");
  return job.changed;
}

function jobGone(): SluglineError {
  return new SluglineError("not_found", "changeGone");
}
