import { plainQr, type QrDesign, qrLevels } from "@/lib/links/qr";
import type { Texts } from "@/lib/texts/translator";
import { drawContained, loadImage, newCanvas, QrProblem } from "./qr-picture";

/** The look that the owner chose last is kept in this browser only, the logo included. */
const storageKey = "qr-design";

export function keptDesign(): QrDesign {
  try {
    return designFrom(JSON.parse(localStorage.getItem(storageKey) ?? "{}"));
  } catch {
    // Storage may be forbidden or hold anything.
    return plainQr;
  }
}

export function keepDesign(design: QrDesign): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(design));
  } catch {
    // It is then forgotten with the page.
  }
}

export const quietZones = [2, 4, 8];

function designFrom(given: Partial<Record<keyof QrDesign, unknown>>): QrDesign {
  const colour = (value: unknown, otherwise: string) =>
    /^#[0-9a-f]{6}$/.test(String(value)) ? String(value) : otherwise;
  const { level, quietZone, logo } = given;
  return {
    ink: colour(given.ink, plainQr.ink),
    paper: colour(given.paper, plainQr.paper),
    level: Object.hasOwn(qrLevels, String(level)) ? (level as QrDesign["level"]) : plainQr.level,
    quietZone: quietZones.includes(Number(quietZone)) ? Number(quietZone) : plainQr.quietZone,
    logo: /^data:image\/(?:png|svg\+xml)[;,][^"<>]*$/.test(String(logo)) ? String(logo) : null,
  };
}

/** Slugline's own logo, as a data URL. */
export const ownLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="256" height="256"><rect width="32" height="32" rx="8" fill="#0f766e"/><path fill="#fff" d="M8 24h4l6-16h-4zM16 20h8v4h-8z"/></svg>',
)}`;

const logoPixels = 256;
const maxLogoMB = 5;

/**
 * An image file as a small PNG, which no longer holds scripts, links or where it was taken. Throws
 * a `QrProblem`.
 */
export async function logoFrom(file: File): Promise<string> {
  if (file.size > maxLogoMB * 1024 * 1024)
    throw new QrProblem((t: Texts<"links.qr">) =>
      t("fileTooLarge", { size: t.amount(maxLogoMB, "megabyte") }),
    );
  const url = URL.createObjectURL(file);
  try {
    const image = await loadImage(url).catch(() => {
      throw new QrProblem((t) => t("noImage"));
    });
    const { canvas, context } = newCanvas(logoPixels);
    drawContained(context, image, 0, logoPixels);
    return await dataUrlOf(await canvas.convertToBlob({ type: "image/png" }));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
