import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { cookies, headers } from "next/headers";
import { notFound, redirect, unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { strangerWith } from "@/lib/audit/record-event";
import type { AnyCommand, Output } from "@/lib/commands/define";
import { perform } from "@/lib/commands/perform";
import { prepareCommand } from "@/lib/commands/prepare-command";
import type { Role } from "@/lib/core/access";
import type { ActionResult, FormState, Refused } from "@/lib/core/action-result";
import { isSluglineError, validate } from "@/lib/core/errors";
import { toRefusal } from "@/lib/database/to-refusal";
import { assertRole } from "@/lib/http/owner-route";
import { peerAddress } from "@/lib/http/peer-address";
import { answerTooManyRequests } from "@/lib/http/response-status";
import { isTooManyRequests } from "@/lib/limits/too-many-requests";
import { type JobState, type ShownJob, showJob } from "@/lib/owners/jobs";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import type { PagePath } from "@/lib/owners/return-path";
import { isSessionEnded, SessionEnded, sessionRights } from "@/lib/owners/rights";
import { writeSource } from "./write-source";

/** What a form sends of a command: its body, the key of the attempt, and all else. */
interface Sent {
  body?: unknown;
  key?: string | undefined;
  [name: string]: unknown;
}

interface Shown<C, S, R> {
  /** What of the output is stored for a repetition, and returned. */
  show?: (output: Output<C>) => S;
  /** Makes of it what this person reads. */
  say?: (shown: S) => Promise<R>;
  /** The path whose pages change; null for none. Others may have been loaded ahead. */
  refreshes?: string | null;
  /** Whether they have changed by now. */
  isDone?: (shown: S) => boolean;
  /** Whether pages are refreshed if it is refused, too: they may be out of date. */
  refused?: true;
  /** Whether the output is the path of a page to redirect to. No action calls `redirect` itself. */
  opens?: Output<C> extends PagePath ? true : never;
  /** For commands that anyone may run: other origins that serve the page. */
  at?: () => readonly string[];
  /** What a refusal becomes on its page. */
  refuse?: (error: unknown) => Promise<unknown>;
}

/**
 * The server action of a command. `sentBy`: names the arguments, which are untrusted whatever their
 * types say; all are checked by the command's schemas. Errors are returned as values, so that no form
 * is lost to an error page.
 */
export function action<C extends AnyCommand, A extends unknown[] = [], S = Output<C>, R = S>(
  command: C,
  sentBy: (...given: A) => Sent,
  { show, say, refused, opens, at, refuse, isDone, ...shown }: Shown<C, S, R> = {},
): (...given: A) => Promise<ActionResult<R>> {
  const { refreshes = command.role === "anyone" ? null : "/dashboard" } = shown;
  const run = async (sent: Sent) => {
    const refresh = () => refreshes && revalidatePath(refreshes, "layout");
    if (refused) refresh();
    const doing = command.role === "anyone" ? await asStranger(at?.()) : await inSession();
    const { body, key, ...named } = sent;
    const shown = await perform({ ...command, isRead: false }, doing.caller, () =>
      prepareCommand<S>(command, doing.context, { named, body, key, check: checkedBy }, (output) =>
        show ? show(output as Output<C>) : (output as S),
      ),
    );
    if (!isDone || isDone(shown)) refresh();
    if (opens) redirect(shown as Route);
    return say ? say(shown) : (shown as unknown as R);
  };
  return async (...given) =>
    outcome(async () => {
      try {
        return await run(sentBy(...given));
      } catch (error) {
        throw refuse ? await refuse(error) : error;
      }
    });
}

/** The same for a command that a job does: what it answers is how far that is. */
export function jobAction<C extends AnyCommand, A extends unknown[]>(
  command: C,
  sentBy: (...given: A) => Sent & { key: string },
): (...given: A) => Promise<ActionResult<ShownJob>> {
  return action<C, A, JobState, ShownJob>(command, sentBy, {
    say: async (job) => showJob(job, await getSaid()),
    isDone: ({ isOver }) => isOver,
  });
}

/**
 * The same for a form, whose fields are the body. `kept`: fields that a refusal returns as they were
 * typed.
 */
export function form<C extends AnyCommand, S = Output<C>, R = S>(
  command: C,
  { kept = () => [], sentBy = bodyOf, ...shown }: FormOptions<C, S, R> = {},
): (_before: FormState<R>, given: FormData) => Promise<ActionResult<R>> {
  const run = action(command, sentBy, shown);
  return async (_before, given) => {
    const fields = fieldsOf(given);
    return withValues(await run(fields), fields, kept());
  };
}

interface FormOptions<C, S, R> extends Shown<C, S, R> {
  kept?: () => readonly string[];
  sentBy?: (fields: Fields) => Sent;
}

type Fields = Readonly<Record<string, string>>;

const bodyOf = ({ key, ...body }: Fields): Sent => ({ body, key });

/** Our own pages send nothing but forms. */
function fieldsOf(given: unknown): Fields {
  if (!(given instanceof FormData)) notFound();
  const entries = [...given].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[0].startsWith("$"),
  );
  return Object.fromEntries(entries);
}

function withValues<T>(
  result: ActionResult<T>,
  fields: Fields,
  kept: readonly string[],
): ActionResult<T> {
  if (result.ok) return result;
  return { ...result, values: Object.fromEntries(kept.map((name) => [name, fields[name] ?? ""])) };
}

/**
 * What a person sends may also be what only the browser knows, such as a reference to something of
 * React: it throws when it is read.
 */
function checkedBy<S extends z.ZodType>(value: unknown, schema: S, whole: string): z.output<S> {
  try {
    return validate(value, schema, whole);
  } catch (error) {
    if (isSluglineError(error)) throw error;
    notFound();
  }
}

/** Who is signed in, as a command knows them. Throws `SessionEnded`. */
export async function inSession() {
  const session = await currentOwnerSession();
  if (session === null) throw new SessionEnded();
  const { by: actor, owner } = session;
  const by = `owner:${owner.id}` as const;
  const browser = { headers: await headers(), cookies: await cookies() };
  const person = { ...session, browser, ...(await getViewer()) };
  return {
    context: { by, actor, role: owner.role, person, header: () => null },
    caller: {
      by,
      requireRole: (needed: Role) => assertRole(owner.role, needed),
      rights: (needed: Role) => sessionRights(session, needed),
    },
  };
}

async function asStranger(at: readonly string[] = []) {
  const source = await writeSource(at);
  const context = { actor: strangerWith(source.headers), source, peerAddress: peerAddress() };
  return { context, caller: null };
}

async function signedOut(): Promise<Refused> {
  const message = (await getTexts("common"))("signedOut");
  return { ok: false, code: "signed_out", message, problems: [] };
}

async function outcome<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    // Next redirects and answers 404 by throwing.
    unstable_rethrow(error);
    // Not a redirect: what was typed would be lost.
    if (isSessionEnded(error)) return signedOut();
    if (isTooManyRequests(error)) answerTooManyRequests(error.retryAfterS);
    const requestId = crypto.randomUUID();
    const said = await getSaid();
    const refusal = toRefusal(error, requestId);
    const { code } = refusal;
    const message = said(refusal.sentence);
    const problems = refusal.problems.map(({ sentence, ...field }) => ({
      ...field,
      message: said(sentence),
    }));
    // Other messages say all that the log does.
    return {
      ok: false,
      code,
      message:
        code === "internal_error"
          ? `${message} ${(await getTexts("common"))("request", { id: requestId })}`
          : message,
      problems,
    };
  }
}
