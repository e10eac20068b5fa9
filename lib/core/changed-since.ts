import { SluglineError } from "./errors";

/**
 * The fields among `changes` that somebody else changed since `seen`, and not to the same. A form
 * sends what it showed, so that two people can edit one thing in different fields.
 */
export function changedSince(seen: object, now: object, changes: object): string[] {
  const [shown, stored] = [valuesOf(seen), valuesOf(now)];
  return Object.entries(changes).flatMap(([field, value]) =>
    field in shown && !isSame(shown[field], stored[field]) && !isSame(value, stored[field])
      ? [field]
      : [],
  );
}

/** What of `given` differs from what was `seen`. */
export function pickChanged<Given extends object>(seen: object, given: Given): Partial<Given> {
  const shown = valuesOf(seen);
  const changed = Object.entries(given).filter(([field, value]) => !isSame(shown[field], value));
  return Object.fromEntries(changed) as Partial<Given>;
}

/** Throws `precondition_failed` if others changed one of the fields since they were `seen`. */
export function refuseOverwrite(seen: object, now: object, changes: object): void {
  if (changedSince(seen, now, changes).length > 0)
    throw new SluglineError("precondition_failed", "changedMeanwhile");
}

function valuesOf(fields: object): Readonly<Record<string, unknown>> {
  return { ...fields };
}

/** Lists are sets: tags, aliases, events. */
function isSame(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map((each) =>
    JSON.stringify(Array.isArray(each) ? each.toSorted() : each),
  );
  return first === second;
}
