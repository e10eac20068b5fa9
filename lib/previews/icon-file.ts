import { sanitizeSvg } from "../pages/sanitize-svg";
import { imageTypeOf } from "./image-type";

/** Twenty of them are on a page of the list. */
const mostBytes = 24 * 1024;
/** Larger pictures of an icon file are left out if it has one of at least this size. */
const wanted = 32;

export interface IconFile {
  type: string;
  bytes: Buffer;
}

/**
 * The icon in a file, by its bytes; null if it is none or too large. Of a Windows icon only the
 * picture that is shown, and of an SVG only what cannot run or load anything.
 */
export function iconFile(bytes: Buffer): IconFile | null {
  const icon = isIco(bytes) ? pictureOf(bytes) : plainIcon(bytes);
  return icon && icon.bytes.length <= mostBytes ? icon : null;
}

function plainIcon(bytes: Buffer): IconFile | null {
  const type = imageTypeOf(bytes);
  if (type !== null) return { type, bytes };
  const text = bytes.toString("utf8");
  const svg = /<svg[\s>]/.test(text) ? sanitizeSvg(text) : null;
  return svg === null ? null : { type: "image/svg+xml", bytes: Buffer.from(svg) };
}

const headBytes = 6;
const entryBytes = 16;

function isIco(bytes: Buffer): boolean {
  return bytes.length > headBytes + entryBytes && bytes.readUInt32BE(0) === 0x00000100;
}

/** The smallest picture that is sharp, else the largest, alone in a file. */
function pictureOf(file: Buffer): IconFile | null {
  const pictures = entriesOf(file).sort((a, b) => a.width - b.width);
  const best = pictures.find(({ width }) => width >= wanted) ?? pictures.at(-1);
  if (!best) return null;
  const { entry, bytes } = best;
  const type = imageTypeOf(bytes);
  if (type !== null) return { type, bytes };
  const head = Buffer.from([0, 0, 1, 0, 1, 0]);
  const alone = Buffer.from(entry);
  alone.writeUInt32LE(headBytes + entryBytes, 12);
  return { type: "image/x-icon", bytes: Buffer.concat([head, alone, bytes]) };
}

/** Those whose bytes are in the file. */
function entriesOf(file: Buffer): { width: number; entry: Buffer; bytes: Buffer }[] {
  const many = Math.min(file.readUInt16LE(4), 64);
  return Array.from({ length: many }, (_, index) => headBytes + index * entryBytes).flatMap(
    (at) => {
      if (at + entryBytes > file.length) return [];
      const entry = file.subarray(at, at + entryBytes);
      const [size, from] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
      if (size === 0 || from + size > file.length) return [];
      // One byte has no room for 256.
      return [{ width: entry[0] || 256, entry, bytes: file.subarray(from, from + size) }];
    },
  );
}
