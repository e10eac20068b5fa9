import type { z } from "zod";
import { type FieldProblem, type FieldProblemCode, SluglineError } from "./errors";

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
  const problems = result.error.issues.flatMap(toFieldProblems);
  const sentences = problems.map(({ path, message }) => `${path || `The ${whole}`} ${message}`);
  throw new SluglineError("validation_failed", `${sentences.join("; ")}.`, problems);
}

function toFieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join(".");
  // Of a schema that refuses keys that it does not know.
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      code: "not_allowed",
      message: "is not known here: check its spelling, or leave it out",
    }));
  const isNoObject = path === "" && issue.code === "invalid_type" && issue.expected === "object";
  const message = isNoObject ? "must be a JSON object" : issue.message;
  return [{ path, code: problemCode(issue), message }];
}

function problemCode(issue: z.core.$ZodIssue): FieldProblemCode {
  if (issue.code === "custom")
    return (issue.params?.code as FieldProblemCode | undefined) ?? "invalid_format";
  if (issue.code === "invalid_type")
    return issue.message === "is required" ? "required" : "invalid_type";
  return "invalid_format";
}
