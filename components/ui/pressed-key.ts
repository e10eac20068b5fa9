/**
 * The key as shortcuts name it: on a keyboard with letters of another script, such as Cyrillic, the
 * Latin one that stands beside them.
 */
export function pressedKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (key === "؟") return "?";
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (!letter || !/^(?!\p{Script=Latin})\p{L}$/u.test(key)) return key;
  // Scripts without upper case need no Shift for a letter.
  return key === key.toLowerCase() ? letter.toLowerCase() : letter;
}
