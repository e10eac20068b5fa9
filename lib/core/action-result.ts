import type { ErrorCode, FieldProblem } from "./errors";

/**
 * Why an action failed; `no_answer` if the response was lost and the outcome is unknown,
 * `signed_out` if the session ended meanwhile.
 */
export type FailureCode = ErrorCode | "no_answer" | "signed_out";

/** Whether what was sent may have been done: sent again, it is the same attempt. */
export function mayBeDone({ code }: { code: FailureCode }): boolean {
  return code === "no_answer" || code === "outcome_unknown";
}

export interface Refused {
  ok: false;
  code: FailureCode;
  message: string;
  problems: readonly FieldProblem[];
  /** What was typed into a form, so that nothing has to be typed twice. */
  values?: Readonly<Record<string, string>>;
}

/** A refusal that concerns no field. */
export function refusedWith(message: string): Refused {
  return { ok: false, code: "unavailable", message, problems: [] };
}

/** What every server action returns: its value, or why it was refused. */
export type ActionResult<T = void> = { ok: true; value: T } | Refused;

/** What a form shows of its last submission; null before the first. */
export type FormState<T = void> = ActionResult<T> | null;

/** The problem of one field of a form, as a sentence. */
export function problemOf(state: FormState<unknown>, path: string): string | undefined {
  if (state === null || state.ok) return undefined;
  return capitalised(state.problems.find((problem) => problem.path === path)?.message);
}

/** What concerns the whole form: nothing, if its fields show the problems. */
export function messageOf(state: FormState<unknown>): string | undefined {
  return state === null || state.ok || state.problems.length > 0 ? undefined : state.message;
}

/** What was typed into a field of a refused form. */
export function typedInto(state: FormState<unknown>, path: string): string | undefined {
  return state === null || state.ok ? undefined : state.values?.[path];
}

/** Problems are phrased to follow the name of their field. Below a field they begin a sentence. */
function capitalised(text: string | undefined): string | undefined {
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}
