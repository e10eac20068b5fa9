/** Normalises text from a request: well-formed, no control characters, trimmed, cut to the limit. Null if nothing is left. */
export function cleanText(text: string | null | undefined, maxCharacters: number): string | null {
  if (!text) return null;
  if (text.length <= maxCharacters && /^[!-~]+$/.test(text)) return text;
  const clean = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, "")
    .trim();
  if (clean === "") return null;
  return clean.length <= maxCharacters ? clean : Array.from(clean).slice(0, maxCharacters).join("").trimEnd();
}
