import encodeQR from "qr";

/** Width of the quiet zone in modules (ISO/IEC 18004, 6.3.8). */
const quietZone = 4;

/** The QR code of `text` with its quiet zone; true is dark. Corrects up to 15 % of damage. */
export function qrMatrix(text: string): boolean[][] {
  return encodeQR(text, "raw", { ecc: "medium", border: quietZone });
}

export function qrPath(matrix: readonly (readonly boolean[])[]): string {
  return matrix
    .map((row, y) =>
      runs(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(""),
    )
    .join("");
}

/** A standalone SVG file, for print. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text);
  const size = matrix.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(matrix)}"/></svg>`;
}

/** The start and length of each run of dark modules in a row. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  });
  return found;
}
