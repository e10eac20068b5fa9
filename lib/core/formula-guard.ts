/*
 * Spreadsheets run a cell as a formula if it starts with = + - @ or a look-alike that they normalise. A parser that
 * splits at semicolons, tabs or lines also finds cells inside a value, and quotes do not prevent that. An apostrophe at
 * each of these places makes the cell text (OWASP, CSV injection).
 */

const cellStart = "^|[;\\t\\r\\n]";
const formulaStart = "=+\\-@\u207A-\u207C\u208A-\u208C\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20";
/** Characters that a spreadsheet may skip at the start of a cell: quotes, white space and invisible characters. */
const dropped = '(?:(?![\\t\\r\\n])["\\s\\p{Cc}\\p{Cf}])*';
const unsafeCell = `(?='*${dropped}[${formulaStart}\\t\\r\\n])`;

const unguarded = new RegExp(`(?<=${cellStart})${unsafeCell}`, "gu");
const guarded = new RegExp(`(?<=${cellStart})'${unsafeCell}`, "gu");

/** Prefixes an apostrophe wherever a comma, semicolon or tab parser would find the start of a formula. */
export function guardFormulas(value: string): string {
  return value.replace(unguarded, "'");
}

export function withoutFormulaGuards(value: string): string {
  return value.replace(guarded, "");
}
