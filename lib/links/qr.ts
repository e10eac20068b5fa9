import encodeQR from "qr";

/**
 * Levels of error correction and the damage in percent that each repairs (ISO/IEC 18004, 7.5.1).
 */
export const qrLevels = { low: 7, medium: 15, quartile: 25, high: 30 } as const;
export type QrLevel = keyof typeof qrLevels;

/** The look of a QR code. */
export interface QrDesign {
  /** Colours, as `#rrggbb`. */
  ink: string;
  paper: string;
  level: QrLevel;
  /** Width of the margin in modules. The standard asks for 4 (ISO/IEC 18004, 6.3.8). */
  quietZone: number;
  /** A data URL of a picture for the centre. */
  logo: string | null;
}

export const plainQr: QrDesign = {
  ink: "#000000",
  paper: "#ffffff",
  level: "medium",
  quietZone: 4,
  logo: null,
};

/** The QR code of `text` with its quiet zone; true is dark. */
export function qrMatrix(
  text: string,
  { level, quietZone }: Pick<QrDesign, "level" | "quietZone"> = plainQr,
): boolean[][] {
  // The package insists on a margin, so one is taken off again.
  const matrix = encodeQR(text, "raw", { ecc: level, border: Math.max(1, quietZone) });
  return quietZone > 0 ? matrix : matrix.slice(1, -1).map((row) => row.slice(1, -1));
}

/** The same; null for a text that is too long for a code of this level. */
export function qrMatrixIfFits(
  text: string,
  design?: Pick<QrDesign, "level" | "quietZone">,
): boolean[][] | null {
  try {
    return qrMatrix(text, design);
  } catch (error) {
    if ((error as Error).message !== "Capacity overflow") throw error;
    return null;
  }
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

/** Pixels per module where no size is asked for. */
export const usualScale = 8;

/** A standalone SVG file, for print. */
export function qrSvg(text: string, design: QrDesign = plainQr): string {
  return svgOf(qrMatrix(text, design), design);
}

/** The same of a code that is `width` pixels wide. */
export function svgOf(
  matrix: readonly (readonly boolean[])[],
  design: QrDesign,
  width = matrix.length * usualScale,
): string {
  const size = matrix.length;
  const { ink, paper, logo } = design;
  // Black is what SVG fills with anyway.
  const fill = ink === plainQr.ink ? "" : `fill="${ink}" `;
  const field = `<path fill="${shortened(paper)}" d="M0 0h${size}v${size}H0z"/><path ${fill}d="${qrPath(matrix)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${width}" height="${width}" shape-rendering="crispEdges">${field}${logo ? logoSvg(logo, paper, logoPlace(size, design)) : ""}</svg>`;
}

/** `#fff` for `#ffffff`. */
function shortened(colour: string): string {
  return colour.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
}

interface LogoPlace {
  /** The left and upper edge of the square that the logo covers, in modules. */
  start: number;
  side: number;
  /** Between the edge of the square and the logo. */
  gap: number;
}

/**
 * Covers about 6 % of the code, a fraction of what `quartile` repairs. Whole modules, so that none
 * is half covered.
 */
export function logoPlace(size: number, { quietZone }: QrDesign): LogoPlace {
  const side = 2 * Math.floor(((size - 2 * quietZone) * 0.26) / 2) + 1;
  return { start: (size - side) / 2, side, gap: 0.5 };
}

function logoSvg(logo: string, paper: string, { start, side, gap }: LogoPlace): string {
  const inner = side - 2 * gap;
  return `<path fill="${paper}" d="M${start} ${start}h${side}v${side}h-${side}z"/><image href="${logo}" x="${start + gap}" y="${start + gap}" width="${inner}" height="${inner}"/>`;
}

/** Scanners need about this contrast in poor light. */
export const leastContrast = 3;

/** Why scanners could not tell the colours apart, as a sentence for the owner; null if they can. */
/** A contrast that is too low, such as `2.9`; `inverted` if the code is not the darker one. */
export function colourFault({ ink, paper }: QrDesign): string | null {
  const [dark, light] = [luminance(ink), luminance(paper)];
  if (dark >= light) return "inverted";
  // Rounded down, so that the message never says 3.0:1 and refuses it.
  const contrast = Math.floor(((light + 0.05) / (dark + 0.05)) * 10) / 10;
  return contrast >= leastContrast ? null : contrast.toFixed(1);
}

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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
