const damaged = /[\0\ufffd]/;

/**
 * Whether text cannot be what somebody wrote: decoders put U+FFFD in place of bytes that they do
 * not understand, and neither NUL nor half a surrogate pair is text. Such text is refused wherever
 * an owner sends it, because it would be stored as a wrong one.
 */
export function isDamaged(text: string): boolean {
  return damaged.test(text) || !text.isWellFormed();
}

/** A campaign tag as it is stored: its case stays, and each letter has one spelling in Unicode. */
export function cleanCampaignTag(text: string | null | undefined): string | null {
  return cleanText(text?.normalize(), 255);
}

/**
 * Normalises text from a request: no damaged or control characters, trimmed, cut to the limit. Null
 * if nothing is left.
 */
export function cleanText(text: string | null | undefined, maxCharacters: number): string | null {
  if (!text) return null;
  if (text.length <= maxCharacters && /^[!-~]+$/.test(text)) return text;
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffd]/gu, "")
    .trim();
  if (clean === "") return null;
  return cutText(clean, maxCharacters).trimEnd() || null;
}

let segmenter: Intl.Segmenter | undefined;
/**
 * What people see as one character. Made when it is first needed: a module that makes it at once
 * would be in every page that imports anything of it.
 */
export function clusters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter;
}

/** UTF-16 units. A longer cluster, such as a letter under a hundred accents, may be cut inside. */
const longestCluster = 64;

/**
 * The beginning of a text, at most `most` characters (code points) with `end`, which stands behind
 * it if something is left out. Never cuts inside what people see as one character, such as an emoji
 * of several, a letter with its accents or a syllable. Its cost depends on `most` alone.
 */
export function cutText(text: string, most: number, end = ""): string {
  if (unitsOf(text, most) === text.length) return text;
  const place = unitsOf(text, Math.max(most - [...end].length, 0));
  const cluster = clusters()
    .segment(text.slice(0, place + longestCluster))
    .containing(place);
  const start = cluster?.index ?? place;
  return text.slice(0, place - start < longestCluster ? start : place) + end;
}

export function firstCharacter(text: string): string {
  return clusters().segment(text.slice(0, longestCluster)).containing(0)?.segment ?? "";
}

/** The length of the first `most` characters in UTF-16 units. */
function unitsOf(text: string, most: number): number {
  if (text.length <= most) return text.length;
  let units = 0;
  for (let count = 0; count < most && units < text.length; count++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

/** White space and characters that nobody sees, such as those that mark the direction of text. */
const invisible = /[\s\p{Cf}\u115f\u1160\u2800\u3164]/u;

/** Without what is invisible around it, which is copied along with an address. */
export function trimInvisible(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && invisible.test(text.charAt(start))) start++;
  while (end > start && invisible.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
