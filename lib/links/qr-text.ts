import { plainQr, type QrDesign, qrMatrix } from "./qr";

/**
 * Black on white from the 256 colours, which the theme of a terminal does not change, as it does
 * the first 16.
 */
const blackOnWhite = "\x1b[38;5;16;48;5;231m";
const reset = "\x1b[0m";
/** Two modules above each other, by which of them are dark. */
const blocks = [
  [" ", "▄"],
  ["▀", "█"],
] as const;

/**
 * The QR code of `text` for a terminal, dark or light: each character holds two modules. Ends with
 * a line break.
 */
export function qrText(
  text: string,
  design: Pick<QrDesign, "level" | "quietZone"> = plainQr,
): string {
  const matrix = qrMatrix(text, design);
  const lines = matrix.flatMap((upper, y) =>
    y % 2 === 0 ? [lineOf(upper, matrix[y + 1] ?? [])] : [],
  );
  return `${lines.map((line) => `${blackOnWhite}${line}${reset}`).join("\n")}\n`;
}

function lineOf(upper: readonly boolean[], lower: readonly boolean[]): string {
  return upper.map((dark, x) => blocks[dark ? 1 : 0][lower[x] ? 1 : 0]).join("");
}
