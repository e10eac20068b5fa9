import { notFound } from "next/navigation";
import { z } from "zod";
import { SluglineError } from "@/lib/core/errors";
import { answerTooManyRequests } from "@/lib/http/answer-status";
import { TooManyRequests } from "@/lib/owners/too-many-requests";

/** The result of submitting a form. `values` refill the form, so that nothing has to be typed twice. */
export interface FormResult {
  done?: true;
  message?: string;
  problems?: Record<string, string | undefined>;
  values?: Record<string, string>;
}

/**
 * Validates an argument of a server action, which is untrusted whatever its type says. Invalid arguments, which our own
 * pages never send, are answered 404.
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

/** Validates the fields of a form. The fields named in `kept` are returned as they were typed. */
export function readForm<S extends z.ZodType>(
  given: unknown,
  schema: S,
  kept: readonly string[] = [],
): { data: z.output<S>; refused: null; values: Record<string, string> } | { data: null; refused: FormResult } {
  const entries = [...argument(given, z.instanceof(FormData))].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[0].startsWith("$"),
  );
  const fields = Object.fromEntries(entries);
  const values = Object.fromEntries(kept.map((name) => [name, fields[name] ?? ""]));
  const result = schema.safeParse(fields);
  if (result.success) return { data: result.data, refused: null, values };
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join(".")] ??= message;
  return { data: null, refused: { problems, values } };
}

/** Runs `work`. An expected refusal becomes the form's message; anything else is rethrown. */
export async function orRefusal(work: () => Promise<FormResult>): Promise<FormResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyRequests) answerTooManyRequests(error.retryAfterS);
    if (error instanceof SluglineError) return { message: error.message };
    throw error;
  }
}
