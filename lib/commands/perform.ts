import { running } from "../config/running";
import type { Role } from "../core/access";
import { withDeadline } from "../core/deadline";
import {
  asWriteRequest,
  type Confirm,
  confirmNothing,
  withWriteDeadline,
} from "../database/in-transaction";
import type { Editor } from "../links/editor";
import { SessionEnded } from "../owners/rights";
import { runOnce } from "../owners/run-once";
import { withUpload } from "../transfer/uploads";
import { journalDrained } from "../visits/journal/journal-drained";
import { waitForLinkChanges } from "../visits/link-change-listener";
import type { AnyCommand, Context, Stranger } from "./define";

/** After this time a request is refused, unless its command says another: the database is too slow. */
export const limitMs = 5_000;

/** Who wants something done, as a door has made sure. */
export interface Caller {
  by: Editor;
  /** Throws for a role that is too low. */
  requireRole: (needed: Role) => void;
  /** What lets it write, checked again in each transaction. */
  rights: (needed: Role) => Confirm;
  /** Makes sure again: the body of a request may have taken minutes. */
  again?: (needed: Role) => Promise<void>;
  addHeaders?: (headers: Record<string, string>) => void;
}

/**
 * What every door guarantees, in this order: the role, the limit of writes, the input, the role
 * again, the deadline, and that a change acts here before it is answered. `prepare` reads and checks
 * the input and needs no database; the time limit is for what it returns. `caller`: null for what
 * anyone may do. `around`: called with both steps, such as to wait before them.
 */
export async function perform<T>(
  { role, isRead, deadlineMs }: Pick<AnyCommand, "role" | "deadlineMs"> & { isRead: boolean },
  caller: Caller | null,
  prepare: () => Promise<() => Promise<T>>,
  around = (steps: () => Promise<T>) => steps(),
): Promise<T> {
  const confirm = role === "anyone" ? confirmNothing : admit(role, isRead, caller);
  const whole = async () => {
    const work = await prepare();
    if (role !== "anyone") await caller?.again?.(role);
    return inTime(work, isRead, deadlineMs);
  };
  const all = () => around(whole);
  return isRead ? all() : asWriteRequest(confirm, all);
}

/** `around` for a command whose body is a file. */
export const asUpload = (request: Pick<Request, "signal">) => (steps: () => Promise<Response>) =>
  withUpload(running().imports.uploads, request, steps);

function admit(role: Role, isRead: boolean, caller: Caller | null): Confirm {
  if (!caller) throw new SessionEnded();
  caller.requireRole(role);
  if (!isRead) running().limits.writeLimit.take(caller.by, new Date(), caller.addHeaders);
  return caller.rights(role);
}

/** The result of `work` within the time limit. A late write is refused and changes nothing. */
async function inTime<T>(
  work: () => Promise<T>,
  isRead: boolean,
  deadlineMs = limitMs,
): Promise<T> {
  if (isRead) return withDeadline(work(), deadlineMs);
  const result = await withWriteDeadline(work, deadlineMs);
  // If this thread also serves visitors, the change takes effect before the client gets its answer.
  // It is committed by now, so the time limit no longer applies.
  await waitForLinkChanges();
  return result;
}

/** Work of the API, which first waits for clicks that it may show. `tell`: since when some wait. */
export function afterJournal<T>(
  work: () => T | Promise<T>,
  tell: (since: Date) => void = () => {},
): () => Promise<T> {
  return async () => {
    const since = await journalDrained();
    if (since !== null) tell(since);
    return work();
  };
}

interface Attempt {
  /** Null for a request that may be done twice. */
  key: string | null;
  /** All of the request, as text. */
  sent: string;
}

/**
 * What `finish` makes of the output, once for each key: see `runOnce`. What writes without a key, or
 * keeps no answer, runs each time.
 */
export async function runAttempt<R extends object>(
  command: AnyCommand,
  context: Omit<Context, "now" | "parts"> | Omit<Stranger, "now" | "parts">,
  given: object,
  { key, sent }: Attempt,
  finish: (output: unknown) => R,
): Promise<{ answer: R; isRepeated: boolean }> {
  const now = new Date();
  const run = async (own: Partial<Context>) =>
    finish(await command.run({ ...context, now, parts: running(), ...own }, given));
  if (key === null || command.repeats !== "answer" || !("by" in context))
    return { answer: await run({ key: key ?? undefined }), isRepeated: false };
  const once = { tokenId: context.by.replace(/^token:/, ""), key, request: sent };
  return runOnce(once, now, (writer) => run({ writer }) as never);
}
