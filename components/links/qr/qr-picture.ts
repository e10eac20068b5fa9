import {
  colourFault,
  leastContrast,
  logoPlace,
  type QrDesign,
  qrMatrix,
  qrSvg,
} from "@/lib/links/qr";
import type { Texts } from "@/lib/texts/translator";

/** Why a QR code cannot be handed out, which `say` says to the owner. */
export class QrProblem extends Error {
  override readonly name = "QrProblem";
  constructor(readonly say: (t: Texts<"links.qr">) => string) {
    super();
  }
}

export function isQrProblem(error: unknown): error is QrProblem {
  return error instanceof Error && error.name === "QrProblem";
}

/** A PNG at least `pixels` across that a scanner can read. Throws a `QrProblem`. */
export async function qrPng(text: string, design: QrDesign, pixels: number): Promise<Blob> {
  const canvas = await paint(text, design, pixels);
  await assertReadable(canvas, text, design);
  return canvas.convertToBlob({ type: "image/png" });
}

/** An SVG file that a scanner can read. Throws a `QrProblem`. */
export async function qrSvgFile(text: string, design: QrDesign): Promise<Blob> {
  const file = new Blob([qrSvg(text, design)], { type: "image/svg+xml" });
  const url = URL.createObjectURL(file);
  try {
    const image = await loadImage(url);
    const { canvas, context } = newCanvas(image.naturalWidth);
    context.drawImage(image, 0, 0);
    await assertReadable(canvas, text, design);
  } finally {
    URL.revokeObjectURL(url);
  }
  return file;
}

export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Draws `image` whole, in the middle of a square. */
export function drawContained(
  context: OffscreenCanvasRenderingContext2D,
  image: HTMLImageElement,
  at: number,
  side: number,
): void {
  // An SVG without a size of its own fills the square.
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
  const scale = side / Math.max(width, height);
  context.drawImage(
    image,
    at + (side - width * scale) / 2,
    at + (side - height * scale) / 2,
    width * scale,
    height * scale,
  );
}

export function newCanvas(side: number) {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new QrProblem((t) => t("noImages"));
  return { canvas, context };
}

async function paint(text: string, design: QrDesign, pixels: number): Promise<OffscreenCanvas> {
  const matrix = qrMatrix(text, design);
  const scale = Math.ceil(pixels / matrix.length);
  const { canvas, context } = newCanvas(matrix.length * scale);
  context.fillStyle = design.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = design.ink;
  matrix.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * scale, y * scale, scale, scale);
    });
  });
  if (design.logo) {
    const { start, side, gap } = logoPlace(matrix.length, design);
    context.fillStyle = design.paper;
    context.fillRect(start * scale, start * scale, side * scale, side * scale);
    drawContained(
      context,
      await loadImage(design.logo),
      (start + gap) * scale,
      (side - 2 * gap) * scale,
    );
  }
  return canvas;
}

/** Few pixels a module, as a phone sees a small print from a distance. */
const farModulePixels = 3.5;

/** Reads the finished picture back, as it is and from a distance. */
async function assertReadable(
  canvas: OffscreenCanvas,
  text: string,
  design: QrDesign,
): Promise<void> {
  const contrast = colourFault(design);
  if (contrast === "inverted") throw new QrProblem((t) => t("notDarker"));
  if (contrast !== null)
    throw new QrProblem((t) =>
      t("contrastTooLow", { contrast: `${contrast}:1`, least: `${leastContrast}:1` }),
    );
  const { default: decodeQR } = await import("qr/decode.js");
  const far = newCanvas(
    Math.min(canvas.width, Math.round(qrMatrix(text, design).length * farModulePixels)),
  );
  far.context.imageSmoothingQuality = "high";
  far.context.drawImage(canvas, 0, 0, far.canvas.width, far.canvas.height);
  for (const seen of [canvas, far.canvas]) {
    const { data, width, height } = (
      seen.getContext("2d") as OffscreenCanvasRenderingContext2D
    ).getImageData(0, 0, seen.width, seen.height);
    try {
      if (decodeQR({ data, width, height }, { timeLimit: 500 }) === text) continue;
    } catch {
      // Not found, or damaged beyond repair.
    }
    throw new QrProblem((t) => t(design.logo ? "noScanWithLogo" : "noScan"));
  }
}
