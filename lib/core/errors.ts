import type { z } from "zod";
import { say } from "../texts/say";
import {
  inTurn,
  readSentence,
  type Sentence,
  type SentenceId,
  sentence,
  type Values,
} from "../texts/sentence";

/** Every refusal the service can return. Only `lib/http/problem.ts` maps them to HTTP. */
export type ErrorCode =
  | "validation_failed"
  | "malformed_json"
  | "malformed_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "slug_taken"
  | "tag_taken"
  | "precondition_failed"
  | "idempotency_key_reused"
  | "not_attempted"
  | "method_not_allowed"
  | "request_timeout"
  | "payload_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "too_many_requests"
  | "headers_too_large"
  | "internal_error"
  | "unavailable"
  | "outcome_unknown"
  | "list_timeout"
  | "statistics_timeout"
  | "statistics_preparing";

export const fieldProblemCodes = [
  "required",
  "invalid_type",
  "invalid_format",
  "too_long",
  "too_small",
  "reserved",
  "not_allowed",
] as const;
export type FieldProblemCode = (typeof fieldProblemCodes)[number];

/**
 * One problem with one field. `path` is the body key or query parameter; empty for the whole body.
 */
export interface FieldRefusal {
  path: string;
  code: FieldProblemCode;
  sentence: Sentence;
}

/** The same as whoever reads it is shown it. */
export interface FieldProblem extends Omit<FieldRefusal, "sentence"> {
  message: string;
}

/** What it says is a sentence of the catalogue: its message says it in English, for the log. */
export abstract class SaidError extends Error {
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(say("en", sentence), options);
  }
}

/**
 * An expected refusal. Its sentence says what is wrong and what to do: whoever shows it says it in
 * the language of the person, and `message` in English, for the API and the log.
 */
export class SluglineError<Id extends SentenceId = SentenceId> extends SaidError {
  override readonly name = "SluglineError";
  readonly problems: readonly FieldRefusal[];

  constructor(code: ErrorCode, id: Id, ...values: Values<Id>);
  constructor(code: ErrorCode, said: Sentence, problems?: readonly FieldRefusal[]);
  constructor(
    readonly code: ErrorCode,
    said: SentenceId | Sentence,
    given?: Sentence["values"] | readonly FieldRefusal[],
  ) {
    const [its, problems] =
      typeof said === "string"
        ? [{ id: said, values: given as Sentence["values"] }, []]
        : [said, given as readonly FieldRefusal[]];
    super(its);
    this.problems = problems ?? [];
  }
}

/** Subclasses keep the name. */
export function isSluglineError(error: unknown): error is SluglineError {
  return isNamed<SluglineError>(error, "SluglineError");
}

/** What anything that was thrown says, as far as the catalogue has it. */
export function errorSentence(error: unknown): Sentence {
  const { sentence: its } = (error ?? {}) as Partial<SaidError>;
  return its ?? sentence("asIs", { text: errorText(error) });
}

/** What an error says, of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A refusal of one field, with a sentence to show below it. */
export function refusedField<Id extends SentenceId>(
  path: string,
  id: Id,
  ...values: Values<Id>
): SluglineError {
  const its = sentence(id, ...values);
  return new SluglineError("validation_failed", its, [
    { path, code: "not_allowed", sentence: its },
  ]);
}

/** A refusal of fields, whose sentences follow their names. `whole` names what has no field. */
export function refusedFields(problems: readonly FieldRefusal[], whole?: string): SluglineError {
  const named = problems.map(({ path, sentence: problem }) =>
    sentence("fieldIs", { field: path || sentence("theWhole", { whole: whole ?? "" }), problem }),
  );
  const all = sentence("fieldsAre", { problems: inTurn(named, "thenProblem") });
  return new SluglineError("validation_failed", all, problems);
}

/**
 * Whether this is an error of the class with this name. The server and each of Next's layers are
 * bundled separately, each with its own copy of every class, so `instanceof` fails for errors that
 * what they share throws. A lint rule refuses it.
 */
export function isNamed<E extends Error>(error: unknown, name: E["name"]): error is E {
  return error instanceof Error && error.name === name;
}

/**
 * Throws `validation_failed` with every problem at once. `whole` names the value as a whole, for
 * problems without a field.
 */
export function validate<S extends z.ZodType>(
  value: unknown,
  schema: S,
  whole: string,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusedFields(result.error.issues.flatMap(toRefusals), whole);
}

function toRefusals(issue: z.core.$ZodIssue): FieldRefusal[] {
  const path = issue.path.join(".");
  // Of a schema that refuses keys that it does not know.
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      code: "not_allowed",
      sentence: sentence("isUnknownKey"),
    }));
  const isNoObject = path === "" && issue.code === "invalid_type" && issue.expected === "object";
  const its = isNoObject ? sentence("mustBeObject") : readSentence(issue.message);
  return [{ path, code: problemCode(issue), sentence: its }];
}

function problemCode(issue: z.core.$ZodIssue): FieldProblemCode {
  if (issue.code === "custom")
    return (issue.params?.code as FieldProblemCode | undefined) ?? "invalid_format";
  if (issue.code === "invalid_type")
    return readSentence(issue.message).id === "isRequired" ? "required" : "invalid_type";
  return "invalid_format";
}
