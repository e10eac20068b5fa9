import { allLanguages } from "../texts/languages";

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
 * such as 007, 1e5, 3-4 or may5. The same apostrophe keeps it as it is.
 */
const booleans = new Set(
  "true false wahr falsch vrai faux verdadero falso verdadeiro vero waar onwaar prawda fałsz doğru yanlış істина хибність истина ложь".split(
    " ",
  ),
);

/** What a word of a date or a time is: a month, a weekday, half of a day. */
const wordKinds: Record<string, string> = { month: "m", weekday: "w", dayPeriod: "p" };
/** Others than those of the standard. */
const furtherWords = { sept: "m", am: "p", pm: "p", vorm: "p", nachm: "p", a: "h", p: "h" };
let dateWords: ReadonlyMap<string, string> | undefined;

function readDateWords(): ReadonlyMap<string, string> {
  const days = Array.from({ length: 12 }, (_, at) => new Date(2026, at, 1 + at, 2 * at + 1));
  const formats = allLanguages.flatMap((language) =>
    (["long", "short"] as const).flatMap((style) => [
      new Intl.DateTimeFormat(language, { month: style }),
      new Intl.DateTimeFormat(language, { month: style, day: "numeric" }),
      new Intl.DateTimeFormat(language, { weekday: style, hour: "numeric", hour12: true }),
    ]),
  );
  const parts = formats.flatMap((format) => days.flatMap((day) => format.formatToParts(day)));
  const words = parts
    .map(({ type, value }) => [value.toLowerCase().replace(/\.$/, ""), wordKinds[type]] as const)
    .filter((found): found is [string, string] => found[1] !== undefined && isWord.test(found[0]));
  return new Map([...words, ...Object.entries(furtherWords)]);
}

const isWord = /^[\p{L}\p{M}]+$/u;
const mark = "[\\p{Nd}\\p{Sc}\\s.,،:/+()%'’–-]";
const half = "(?:(?<=\\p{Nd})(?:\\s*p\\.?|\\s+h))";
/** Of a text whose words are letters: a number, a price, a time, or a date. */
const value = new RegExp(
  `^(?:${mark}*${half}?|(?:w[.,،]?\\s+)?${mark}*m${mark}*${half}?(?:\\sw\\.?)?)$`,
  "u",
);
/** Longer text is no value of a spreadsheet, and would take long to match. */
const longestConverted = 255;

/** Whether a spreadsheet would make something else of this text. */
function isConverted(given: string): boolean {
  if (given.length > longestConverted || beginsFormula.test(given)) return false;
  const text = given.toLowerCase().trim();
  if (booleans.has(text)) return true;
  if (!/\p{Nd}/u.test(text)) return false;
  dateWords ??= readDateWords();
  const words = text
    .replace(/^[\p{Nd}.,]+e[+-]?\p{Nd}+$/u, "1")
    .replace(/(?<=\p{Nd})t(?=\p{Nd}{2}:)/u, " ")
    .replace(/r\$|zł/, "$")
    .replace(/(?<=\p{Nd})[年月日]/gu, "-")
    .replace(/[\p{L}\p{M}]+/gu, (word) => dateWords?.get(word) ?? "x");
  return value.test(words);
}

const beginsFormula = new RegExp(`^${dropped}[${formulaStart}]`, "u");

/**
 * Whether a guard may stand before this text, or before its apostrophes: until version 1.0.0, any
 * text with a digit and at most one word had one.
 */
function mayBeGuarded(given: string): boolean {
  const text = given.replace(/^'+/, "");
  return isConverted(text) || (!beginsFormula.test(text) && formerlyGuarded.test(text));
}

const formerlyGuarded = /^(?=[^\r\n]{1,255}$)(?=.*\p{N})\P{L}*(?:\p{L}+\P{L}*)?(?:[ap]m?)?$/iu;

/**
 * With an apostrophe before text that a spreadsheet would change; text that begins with one anyway
 * gets a second, in every file.
 */
export function guardText(value: string, isForSpreadsheet: boolean): string {
  const isAtRisk = value.startsWith("'")
    ? mayBeGuarded(value)
    : isForSpreadsheet && isConverted(value);
  return guardFormulas(isAtRisk ? `'${value}` : value);
}

/**
 * What `guardText` was given. In a file of others (not `isOwn`) a single apostrophe before a number
 * belongs to the text.
 */
export function withoutGuards(value: string, isOwn: boolean): string {
  const text = withoutFormulaGuards(value);
  return text.startsWith("'") && (isOwn || text.startsWith("''")) && mayBeGuarded(text)
    ? text.slice(1)
    : text;
}
