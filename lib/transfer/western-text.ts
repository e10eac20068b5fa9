import { analyse } from "chardet";
import iconv from "iconv-lite";

/**
 * Letters beyond ASCII that the languages of windows-1252 use: French with German and Spanish,
 * Italian, Catalan, Portuguese and so on.
 */
const western = [
  "àâæçéèêëîïôùûüœäößñáíóú",
  "àèéìíîòóùú",
  "àçèéíïòóúü",
  "àáâãçéêíóôõúü",
  "áéèêëïíóöüúû",
  "æøåéöäòóü",
  "áðéíóúýþæö",
];

/** Code pages that use the same bytes for letters of other languages. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  "windows-1250": [
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "ăâîşţ",
    "čćđšž",
    "äöüß",
  ],
  // The lower case of İ is i and a combining dot.
  "windows-1254": ["çğıi\u0307öşüâîû"],
  "windows-1257": ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"],
};

/** What stands before an apostrophe of French, Italian and Catalan. */
const elided = [
  ..."cdjlmnostz",
  ..."qu jusqu lorsqu puisqu quelqu quoiqu presqu aujourd entr".split(" "),
  ..."dell nell all sull dall coll quell bell un nessun ciascun quest sant grand nient com".split(
    " ",
  ),
].map(([first = "", ...rest]) => `[${first}${first.toUpperCase()}]${rest.join("")}`);

/**
 * What no Western text has, but text of Macintosh, MS-DOS, Cyrillic, Greek or Asian encodings that
 * is read as windows-1252.
 */
const implausible = new RegExp(
  [
    "[\\u00c0-\\u00ffŒœŠšŽžŸ]{3}",
    "\\p{Ll}[À-ÖØ-ÞŒŠŽŸ]",
    "[ŠšŽžŸÿƒˆ˜¤¦¨¬¯´¸]",
    "[Œœ](?![uindst])",
    "\\p{L}[‚„…†‡‰‹›•™¡¢£¥§©«®±¶»÷×“”‘¿]\\p{L}",
    "\\p{Ll}[–—]\\p{Ll}",
    // á of MS-DOS.
    "\\p{L}\\u00a0\\p{L}",
    // í of Macintosh, unless a word ends or begins here in English, French, Italian or Catalan.
    `\\p{L}(?<!(?<!\\p{L})(?:${elided.join("|")}))’(?!(?:s|t|re|ve|ll|d|m)(?!\\p{L}))\\p{Ll}`,
    "[£¥¢€†‡ªº¹²³¼½¾]\\p{L}",
    "\\p{L}[‚„†‡§¢£¥¡¿¼½¾]",
    "(?<![\\d ])‰",
    "(?<![\\p{L}\\p{N}.!?])…\\p{L}",
    "(?<![\\dnm])[ªº¹²³]",
  ].join("|"),
  "u",
);
const continued = "[\\u00a0-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
/** UTF-8 that was read as windows-1252: the file has both. */
const mixed = new RegExp(`[Ã-ÅÎ-Ñ]${continued}|â[€‚ƒ„]${continued}|[ã-é]${continued}{2}|ðŸ`);
const letters = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ffŒœ]/g;
// Begins at the start of a word only: else a long text without blanks would take the square of its
// length.
const words = /(?<![\p{L}’-])[\p{L}’-]*[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ffŒœ][\p{L}’-]*/gu;
const mostWords = 2_000;
/**
 * A word is judged as a whole, with what stands before it, also if the next piece goes on with it.
 */
const lastWord = /\s?\S*$/;
const longestWord = 256;

/** Whether a text of one byte per character has bytes that its encoding does not use. */
export function isOddText(text: string): boolean {
  return /[\ufffd\u0080-\u009f]/.test(text);
}

/**
 * Whether a text that was read as windows-1252 can be nothing else: it looks like a Western
 * language, and other code pages read the same, or nothing that any of their languages writes, or
 * chardet's statistics of letters rule them out. Returns null if so, else an example of what is not
 * certain.
 */
export async function certainWesternText(
  pieces: () => AsyncIterable<string>,
): Promise<string | null> {
  const seen = new Set<string>();
  const sample = new Set<string>();
  let before = "";
  for await (const piece of pieces()) {
    const text = before + piece;
    const odd = oddPart(text);
    if (odd !== null) return odd;
    for (const [letter] of text.matchAll(letters)) seen.add(letter);
    for (const [word] of text.matchAll(words)) if (sample.size < mostWords) sample.add(word);
    before = lastWord.exec(text.slice(-longestWord))?.[0] ?? "";
  }
  const [example = ""] = sample;
  return isCertain([...seen].join(""), [...sample]) ? null : example;
}

function isCertain(used: string, sample: readonly string[]): boolean {
  const encodings = Object.keys(rivals);
  if (encodings.every((encoding) => readsSame(used, encoding))) return true;
  if (!western.some((alphabet) => isOf(used, alphabet))) return false;
  return (
    encodings.every((encoding) => readsSame(used, encoding) || !isRival(used, encoding)) ||
    isRuledOut(sample)
  );
}

function oddPart(text: string): string | null {
  if (/[\0\ufffd\u0080-\u009f]/.test(text)) return "";
  const found = mixed.exec(text) ?? implausible.exec(text);
  return found
    ? text
        .slice(Math.max(0, found.index - 8), found.index + 8)
        .replace(/[\r\n"]+/g, " ")
        .trim()
    : null;
}

function isOf(used: string, alphabet: string): boolean {
  return [...used.toLowerCase()].every((letter) => alphabet.includes(letter));
}

function rereadAs(used: string, encoding: string): string {
  return iconv.decode(iconv.encode(used, "windows-1252"), encoding);
}

function readsSame(used: string, encoding: string): boolean {
  return rereadAs(used, encoding) === used;
}

function isRival(used: string, encoding: string): boolean {
  return (rivals[encoding] ?? []).some((alphabet) => isOf(rereadAs(used, encoding), alphabet));
}

/** Of fewer words than this, statistics of letters are no evidence. */
const leastWords = 4;

function isRuledOut(sample: readonly string[]): boolean {
  if (sample.length < leastWords) return false;
  const found = analyse(iconv.encode(`\n${sample.join("\n")}\n`, "windows-1252"));
  const best = (names: RegExp) =>
    Math.max(
      0,
      ...found.filter(({ name }) => names.test(name)).map(({ confidence }) => confidence),
    );
  return (
    best(/^(?:ISO-8859-1|windows-1252)$/) >= 20 + best(/^(?:ISO-8859-[2-9]|windows-125[013-8])$/)
  );
}
