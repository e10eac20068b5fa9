/**
 * A text as searches compare it: without case, accents and the dots of Turkish letters, so that
 * `istatistik` finds `İstatistikler` and `parametres` finds `Paramètres`.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFC");
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

const wordsOf = (text: string) => foldText(text).split(separators).filter(Boolean);
