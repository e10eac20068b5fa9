import { createHash } from "node:crypto";
import { english } from "../texts/say";
import { sanitizeSvg } from "./sanitize-svg";

export interface SiteLogo {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer;
  /** Where it is served. A new logo has another address, so browsers may keep it. */
  address: string;
}

export const mostLogoBytes = 102_400;
const tooLarge = english("mustBeSmallLogo");
const tooLargeClean = english("mustBeSmallSanitised");
const noPicture = english("mustBeLogo");
/** Pixels. A small file can describe a picture that fills the memory of a phone. */
const mostPixels = 2_048;

/** The logo in the bytes of a file, or why it cannot be one. An SVG is sanitised. */
export function logoOf(bytes: Buffer): SiteLogo | string {
  if (bytes.length > mostLogoBytes) return tooLarge;
  if (bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n")
    return pngProblem(bytes) ?? made("image/png", bytes);
  const text = textOf(bytes);
  const svg = text !== null && /<svg[\s>]/.test(text) ? sanitizeSvg(text) : null;
  if (svg === null) return noPicture;
  // Short spellings become longer, and a stored logo is read by the same rules.
  const clean = Buffer.from(svg);
  return clean.length > mostLogoBytes ? tooLargeClean : made("image/svg+xml", clean);
}

/** The same of a `data:` URL: with base64 or, of an SVG, percent-encoded or as it is. */
export function logoOfDataUrl(url: string): SiteLogo | string {
  // The longest is percent-encoded throughout.
  if (url.length > 100 + 3 * mostLogoBytes) return tooLarge;
  const [, type = "", isBase64, data = ""] =
    /^data:image\/(png|svg\+xml)(?:;[\w=-]+?)*?(;base64)?,(.+)$/is.exec(url) ?? [];
  if (isBase64 !== undefined)
    return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? logoOf(Buffer.from(data, "base64")) : noPicture;
  const text = type.toLowerCase() === "svg+xml" ? decoded(data) : null;
  return text === null ? noPicture : logoOf(Buffer.from(text));
}

/** A percent sign that encodes nothing stands for itself, as in width="100%". */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    return null;
  }
}

export function toDataUrl({ type, bytes }: Pick<SiteLogo, "type" | "bytes">): string {
  return `data:${type};base64,${bytes.toString("base64")}`;
}

function made(type: SiteLogo["type"], bytes: Buffer): SiteLogo {
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return { type, bytes, address: `/logo.${type === "image/png" ? "png" : "svg"}?v=${version}` };
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function pngProblem(bytes: Buffer): string | null {
  const isWhole =
    bytes.length > 45 &&
    bytes.toString("latin1", 12, 16) === "IHDR" &&
    bytes.toString("latin1", bytes.length - 8, bytes.length - 4) === "IEND";
  if (!isWhole) return english("mustBeWholePng");
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return Math.max(width, height) > mostPixels || Math.min(width, height) === 0
    ? english("mustBeFewPixels")
    : null;
}
