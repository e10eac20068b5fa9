import type { Route } from "next";
import { notFound, redirect, unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { access, type GuardedAction, hasRole } from "@/lib/core/access";
import type { ActionResult, Refused } from "@/lib/core/action-result";
import { validate } from "@/lib/core/validate";
import { toRefusal } from "@/lib/database/to-refusal";
import { writeInTime } from "@/lib/http/owner-route";
import { answerTooManyRequests } from "@/lib/http/response-status";
import type { ActingSession } from "@/lib/owners/recent-sessions";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import type { PagePath } from "@/lib/owners/return-path";
import { isSessionEnded, roleNeeded, SessionEnded, sessionRights } from "@/lib/owners/rights";
import { isTooManyRequests } from "@/lib/owners/too-many-requests";

/**
 * Runs the action `name` of a signed-in person with the role that it needs. Errors are returned as
 * values, so that no form is lost to an error page.
 */
export async function ownerAction<T>(
  name: GuardedAction,
  run: (session: ActingSession) => Promise<T>,
): Promise<ActionResult<T>> {
  return outcome(() => inSession(name, run));
}

/** The same for anyone. */
export async function openAction<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  return outcome(() => writeInTime(run));
}

/** How an action leads to another page. None calls `redirect` itself. */
export function openPage(page: PagePath): never {
  redirect(page as Route);
}

interface Form<S extends z.ZodType> {
  schema: S;
  /** Fields that a refusal returns as they were typed. */
  kept?: readonly string[];
}

/** Runs `run` with the validated fields of a form, for anyone. */
export async function formAction<S extends z.ZodType, T>(
  given: unknown,
  form: Form<S>,
  run: (data: z.output<S>) => Promise<T>,
): Promise<ActionResult<T>> {
  return submitted(given, form, (submit) => writeInTime(() => submit(run)));
}

/** The same for a signed-in person with the role that the action `name` needs. */
export async function ownerFormAction<S extends z.ZodType, T>(
  name: GuardedAction,
  given: unknown,
  form: Form<S>,
  run: (data: z.output<S>, session: ActingSession) => Promise<T>,
): Promise<ActionResult<T>> {
  return submitted(given, form, (submit) =>
    inSession(name, (session) => submit((data) => run(data, session))),
  );
}

/** `open`: runs what it is given for somebody who may submit the form. */
async function submitted<S extends z.ZodType, T>(
  given: unknown,
  { schema, kept = [] }: Form<S>,
  open: (submit: (run: (data: z.output<S>) => Promise<T>) => Promise<T>) => Promise<T>,
): Promise<ActionResult<T>> {
  const entries = [...argument(given, z.instanceof(FormData))].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[0].startsWith("$"),
  );
  const fields = Object.fromEntries(entries);
  const result = await outcome(() => open(async (run) => run(validate(fields, schema, "form"))));
  return result.ok
    ? result
    : { ...result, values: Object.fromEntries(kept.map((name) => [name, fields[name] ?? ""])) };
}

/**
 * Validates an argument of a server action, which is untrusted whatever its type says. Invalid
 * arguments, which our own pages never send, are answered 404.
 */
export function argument<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const data = parsed(value, schema);
  if (data === undefined) notFound();
  return data;
}

/** Undefined for what does not fit; a value that only the browser knows throws when it is read. */
function parsed<S extends z.ZodType>(value: unknown, schema: S): z.output<S> | undefined {
  try {
    return schema.safeParse(value).data;
  } catch {
    return undefined;
  }
}

async function inSession<T>(
  name: GuardedAction,
  run: (session: ActingSession) => Promise<T>,
): Promise<T> {
  const session = await currentOwnerSession();
  if (session === null) throw new SessionEnded();
  const needed = access.actions[name];
  if (!hasRole(session.owner.role, needed)) throw roleNeeded(needed);
  return writeInTime(() => run(session), sessionRights(session, needed));
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
