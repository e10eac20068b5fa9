import { clusters } from "./clean-text";

/**
 * A text as searches compare it: without case and without the ways in which Unicode writes the same
 * letter, such as full width; `I`, `ı`, `İ` and `i` are one letter, and so are `ß` and `ss`. It may
 * have another length. The function "foldText" of the database does the same; a test compares them.
 * Only for searching: what people own, such as an email address, must not fold so far.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[İıΣςẞ]/g, (letter) => folded[letter] ?? letter)
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .replaceAll("ß", "ss");
}

const folded: Record<string, string> = { İ: "i", ı: "i", Σ: "σ", ς: "σ", ẞ: "ß" };

/** Where a search for `wanted` first matches `text`: whole characters. Null if it does not. */
export function findFolded(text: string, wanted: string): { start: number; end: number } | null {
  const needle = foldText(wanted);
  const at = needle === "" ? -1 : foldText(text).indexOf(needle);
  if (at < 0) return null;
  let [start, reached] = [0, 0];
  for (const { segment, index } of clusters().segment(text)) {
    if (reached <= at) start = index;
    reached += foldText(segment).length;
    if (reached >= at + needle.length) return { start, end: index + segment.length };
  }
  return { start, end: text.length };
}

/** Scripts that write no spaces between words. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const separators = /[^\p{L}\p{N}]+/u;

/**
 * Whether each word of `query` begins a word of `text`. In Arabic, the article may stand before it;
 * in Japanese and Chinese, it may be anywhere.
 */
export function hasWords(text: string, query: string): boolean {
  const known = wordsOf(text);
  const wanted = wordsOf(query);
  const begins = (word: string) => (each: string) =>
    each.startsWith(word) ||
    each.startsWith(`ال${word}`) ||
    (spaceless.test(word) && each.includes(word));
  return wanted.length > 0 && wanted.every((word) => known.some(begins(word)));
}

/** Also without accents, so that `parametres` finds `Paramètres`. */
const wordsOf = (text: string) =>
  foldText(foldText(text).normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .split(separators)
    .filter(Boolean);
