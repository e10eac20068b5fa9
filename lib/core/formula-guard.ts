/*
 * A spreadsheet runs a cell as a formula when it begins with = + - @ or a look-alike that it normalises. Cells begin at
 * the start of a value and, for a reader that splits at semicolons, tabs or lines, also in the middle of one: quotes do
 * not stop such a reader. An apostrophe at each of these places makes the cell text (OWASP, CSV injection).
 */

const cellStart = "^|[;\\t\\r\\n]";
const formulaStart = "=+\\-@\u207A-\u207C\u208A-\u208C\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20";
/** What a reader may drop at the start of a cell: quotes, white space and invisible characters. */
const dropped = '(?:(?![\\t\\r\\n])["\\s\\p{Cc}\\p{Cf}])*';
const unsafeCell = `(?='*${dropped}[${formulaStart}\\t\\r\\n])`;

const unguarded = new RegExp(`(?<=${cellStart})${unsafeCell}`, "gu");
const guarded = new RegExp(`(?<=${cellStart})'${unsafeCell}`, "gu");

/** `value` with an apostrophe wherever a comma, semicolon or tab reader would find the start of a formula. */
export function guardFormulas(value: string): string {
  return value.replace(unguarded, "'");
}

/** Exactly the value that `guardFormulas` was given. */
export function withoutFormulaGuards(value: string): string {
  return value.replace(guarded, "");
}
