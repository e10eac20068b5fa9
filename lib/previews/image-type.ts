export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif";

/** Enough bytes to recognise every type. */
export const signatureBytes = 12;

/**
 * The type of a picture by its first bytes; null for anything else. SVG is left out on purpose: it
 * can hold scripts.
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const text = bytes.toString("latin1", 0, signatureBytes);
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (/^RIFF.{4}WEBP/s.test(text)) return "image/webp";
  return /^.{4}ftypavi[fs]/s.test(text) ? "image/avif" : null;
}
