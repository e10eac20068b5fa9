import type { z } from "zod";
import { readSentence, sentence } from "../texts/sentence";
import { type FieldProblemCode, type FieldRefusal, refusedFields } from "./errors";

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
