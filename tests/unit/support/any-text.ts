import fc from "fast-check";

const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0x100, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);

/**
 * Well-formed text of any characters at all. fast-check's own `binary` unit takes half a second to
 * get ready.
 */
export function anyText(maxLength = 30): fc.Arbitrary<string> {
  return fc.array(codePoint, { maxLength }).map((codes) => String.fromCodePoint(...codes));
}
