import { trimInvisible } from "./clean-text";
import { slugPattern } from "./slug";
import { withScheme } from "./typed-destination";

/** A link as a line of text asks for it: `address [slug] [title]`. */
export interface PastedLink {
  /** Counted from 1, as an editor does. */
  line: number;
  /** With the scheme that people leave out. */
  url: string;
  /** Empty for a generated one. */
  slug: string;
  title: string;
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/;
/** Bullets and numbers of a list, and its check boxes. */
const bullet = /^(?:[-*+\u2022\u00b7\u2023\u25e6\u25aa\u2013\u2014]|\d{1,4}[.)])(?:\s+|$)/;
const checkBox = /^(?:\[[ xX]?\]|[\u2610\u2611\u2612])\s+/;
/** The head of a table that was copied whole. */
const head = /^(?:address|destination|link|long url|original url|url)$/i;

/** The links of the lines. Empty lines and those that begin with `#` are none. */
export function readPastedLinks(text: string): PastedLink[] {
  const links: PastedLink[] = [];
  for (const [index, whole] of text.split(lineBreak).entries()) {
    const fields = fieldsOf(whole);
    if (fields === null || (links.length === 0 && head.test(fields.url))) continue;
    links.push({ line: index + 1, ...fields, url: withScheme(fields.url) });
  }
  return links;
}

/** Whether text that was meant for one address has several: a long one may be broken into lines. */
export function hasSeveralLinks(text: string): boolean {
  return readPastedLinks(text).filter(({ url }) => /^https?:/i.test(url)).length > 1;
}

/** The text with another slug in one line. */
export function withSlug(text: string, line: number, slug: string): string {
  return replaceLine(text, line, (before) => {
    const { url = "", title = "" } = fieldsOf(before) ?? {};
    return [url, slug, ...(title ? [`"${title}"`] : [])].join(" ");
  });
}

/** The text of these lines alone. */
export function onlyLines(text: string, lines: ReadonlySet<number>): string {
  return text
    .split(lineBreak)
    .filter((_, index) => lines.has(index + 1))
    .join("\n");
}

function replaceLine(text: string, line: number, change: (line: string) => string): string {
  return text
    .split(lineBreak)
    .map((each, index) => (index + 1 === line ? change(each) : each))
    .join("\n");
}

function fieldsOf(whole: string): Omit<PastedLink, "line"> | null {
  const line = trimInvisible(withoutBullet(trimInvisible(whole)));
  if (line === "" || line.startsWith("#")) return null;
  // Cells of a spreadsheet. The slug may be empty.
  if (line.includes("\t")) {
    const [url = "", slug = "", ...title] = line.split("\t").map(unquoted);
    return { url: plainAddress(url), slug: plainSlug(slug), title: title.join(" ").trim() };
  }
  const [address, rest] = firstWord(line);
  return { url: plainAddress(address), ...slugAndTitle(rest) };
}

function withoutBullet(line: string): string {
  return line.replace(bullet, "").replace(checkBox, "");
}

/** A title may begin at once: in quotation marks, or with a word that cannot be a slug. */
function slugAndTitle(rest: string): { slug: string; title: string } {
  if (rest === "" || /^["\u201c\u201e]/.test(rest)) return { slug: "", title: unquoted(rest) };
  const [word, title] = firstWord(rest);
  const slug = plainSlug(word);
  // A single word is meant as the slug, and says what is wrong with it.
  if (title !== "" && !word.startsWith("/") && !slugPattern.test(slug))
    return { slug: "", title: rest };
  return { slug, title: unquoted(title) };
}

function firstWord(line: string): [word: string, rest: string] {
  const [, quoted, plain = ""] = /^(?:"([^"]*)"|(\S+))/.exec(line) ?? [];
  const word = quoted ?? plain;
  const end = quoted === undefined ? word.length : word.length + 2;
  return [word, line.slice(end).trim()];
}

/** Mail programs and Markdown put `<` and `>` around an address. */
function plainAddress(text: string): string {
  return trimInvisible(text.trim().replace(/^<(.*)>$/, "$1"));
}

function plainSlug(text: string): string {
  return trimInvisible(text).replace(/^\//, "");
}

/** A spreadsheet doubles quotation marks inside of them. */
function unquoted(cell: string): string {
  const text = cell.trim();
  const typographic = /^[\u201c\u201e](.*)[\u201c\u201d]$/.exec(text)?.[1];
  if (typographic !== undefined) return typographic.trim();
  const inside = /^"(.*)"$/.exec(text)?.[1];
  return inside === undefined ? text : inside.replaceAll('""', '"').trim();
}
