import { type ErrorCode, isSluglineError, SluglineError } from "../core/errors";

/** What became of one row: it, or why it was refused. A refused row does not affect the others. */
export type Outcome<T> = T | SluglineError;

/** The outcome of the only row. Throws if it was refused. */
export function only<T>([outcome]: readonly Outcome<T>[]): T {
  if (isSluglineError(outcome)) throw outcome;
  return outcome as T;
}

/** The rows that were not refused. */
export function accepted<T>(rows: readonly Outcome<T>[]): T[] {
  return rows.filter((row): row is T => !isSluglineError(row));
}

/** Each row as `check` returns it, or why it was refused. Refused rows stay refused. */
export function checkEach<T, R>(
  rows: readonly Outcome<T>[],
  check: (row: T) => Outcome<R>,
): Outcome<R>[] {
  return rows.map((row) => {
    if (isSluglineError(row)) return row;
    try {
      return check(row);
    } catch (error) {
      if (isSluglineError(error)) return error;
      throw error;
    }
  });
}

/** What `work` returns for the accepted rows, and the refusals, in the order of the rows. */
export async function forAccepted<T, R>(
  rows: readonly Outcome<T>[],
  work: (rows: T[]) => Promise<Outcome<R>[]>,
): Promise<Outcome<R>[]> {
  const given = accepted(rows);
  const results = given.length > 0 ? await work(given) : [];
  let next = 0;
  return rows.map((row) => (isSluglineError(row) ? row : (results[next++] as Outcome<R>)));
}

/** What became of links that an owner selected. */
export interface SelectionOutcome<T> {
  done: T[];
  /** `path`: the field at fault, if it is one. */
  failed: { slug: string; code: ErrorCode; path?: string | undefined }[];
}

export function toSelection<T>(
  slugs: readonly string[],
  outcomes: readonly Outcome<T>[],
): SelectionOutcome<T> {
  const failed = outcomes.flatMap((row, index) =>
    isSluglineError(row)
      ? [{ slug: slugs[index] ?? "", code: row.code, path: row.problems[0]?.path }]
      : [],
  );
  return { done: accepted(outcomes), failed };
}

export function linkNotFound(slug: string): SluglineError {
  return new SluglineError("not_found", "slugUnknown", { slug });
}

export function slugTaken(slug: string): SluglineError {
  return new SluglineError("slug_taken", "slugTaken", { slug });
}
