/*
 * Spreadsheets run a cell as a formula if it starts with = + - @ or a look-alike that they
 * normalise. A parser that splits at semicolons, tabs or lines also finds cells inside a value, and
 * quotes do not prevent that. An apostrophe at each of these places makes the cell text (OWASP, CSV
 * injection).
 */

const cellStart = "^|[;\\t\\r\\n]";
const formulaStart =
  "=+\\-@\u207A-\u207C\u208A-\u208C\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20";
/**
 * Characters that a spreadsheet may skip at the start of a cell: quotes, white space and invisible
 * characters.
 */
const dropped = '(?:(?![\\t\\r\\n])["\\s\\p{Cc}\\p{Cf}])*';
const unsafeCell = `(?='*${dropped}[${formulaStart}\\t\\r\\n])`;

const unguarded = new RegExp(`(?<=${cellStart})${unsafeCell}`, "gu");
const guarded = new RegExp(`(?<=${cellStart})'${unsafeCell}`, "gu");

/**
 * Prefixes an apostrophe wherever a comma, semicolon or tab parser would find the start of a
 * formula.
 */
function guardFormulas(value: string): string {
  return value.replace(unguarded, "'");
}

function withoutFormulaGuards(value: string): string {
  return value.replace(guarded, "");
}

/*
 * Spreadsheets also turn text into numbers, dates and booleans, and save those in its place: slugs
 * such as 007, 1e5 or 3-4, a title such as May 5. Such text has a digit and at most one word, or is
 * a word for true or false. The same apostrophe keeps it as it is.
 */
const convertible =
  "(?:(?=[^\\r\\n]*\\p{N})[^\\p{L}\\r\\n]*(?:\\p{L}+[^\\p{L}\\r\\n]*)?(?:[ap]m?)?|true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|vero|waar|onwaar|prawda|fałsz|истина|ложь)";
const isFormula = `${dropped}[${formulaStart}]`;
const converted = new RegExp(`^(?!${isFormula})${convertible}$`, "iu");
/** Longer text is no value of a spreadsheet, and would take long to match. */
const longestConverted = 255;

/** Whether a spreadsheet would change this text, were it not for the apostrophes at its start. */
function isConverted(value: string): boolean {
  const text = value.replace(/^'+/, "");
  return text.length <= longestConverted && converted.test(text);
}

/**
 * With an apostrophe before text that a spreadsheet would change; text that begins with one anyway
 * gets a second, in every file.
 */
export function guardText(value: string, isForSpreadsheet: boolean): string {
  const isAtRisk = isConverted(value) && (isForSpreadsheet || value.startsWith("'"));
  return guardFormulas(isAtRisk ? `'${value}` : value);
}

/**
 * What `guardText` was given. In a file of others (not `isOwn`) a single apostrophe before a number
 * belongs to the text.
 */
export function withoutGuards(value: string, isOwn: boolean): string {
  const text = withoutFormulaGuards(value);
  return text.startsWith("'") && (isOwn || text.startsWith("''")) && isConverted(text)
    ? text.slice(1)
    : text;
}
