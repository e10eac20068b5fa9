/** The same text with the digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** In Unicode the ten digits of a script follow each other; those for formulas stand in five rows. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}

/**
 * Groups of three digits, or of two and three as in India, with one separator of any language. Some
 * programs write a whole number as 7.0.
 */
const grouped = /^\d{1,3}(?:([.,'’٬،，．_ \u00a0\u2009\u202f\u3000])(?:\d{2,3}\1)*\d{3})?$|^\d+$/;

/**
 * A whole number, 0 or more, as people and spreadsheets write it: in the digits of any script, with
 * the separators of any language. Null for anything else, and for what no number holds exactly.
 */
export function readNumber(text: string): number | null {
  const plain = asciiDigits(text)
    .trim()
    .replace(/^(\d+)[.,٫．，]0{1,2}$/, "$1");
  const number = grouped.test(plain) ? Number(plain.replace(/\D/g, "")) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
