/**
 * The text form of a Postgres array (Postgres manual, 8.15.6), cast in the statement:
 * `${arrayLiteral(ids)}::int[]`. One string parameter costs a fraction of an array, whose elements
 * Prisma and the driver each copy.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  let literal = "{";
  for (const value of values) {
    if (literal.length > 1) literal += ",";
    literal += typeof value === "string" ? quoted(value) : (value ?? "NULL");
  }
  return `${literal}}`;
}

/** The same for values that need no quotes: numbers, UUIDs and ISO 8601 timestamps. */
export function plainLiteral(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;
}
