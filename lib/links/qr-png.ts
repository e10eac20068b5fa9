import { crc32, deflateSync } from "node:zlib";
import type { QrDesign } from "./qr";

/**
 * A QR code as a PNG file of `size` pixels square, with two colours. Modules are whole pixels, so
 * that every edge is sharp; what is left of `size` widens the margin. `size` must be at least the
 * number of modules.
 */
export function qrPng(
  matrix: readonly (readonly boolean[])[],
  size: number,
  { ink, paper }: Pick<QrDesign, "ink" | "paper">,
): Buffer<ArrayBuffer> {
  const scale = Math.floor(size / matrix.length);
  const start = Math.floor((size - scale * matrix.length) / 2);
  const light = Buffer.alloc(1 + Math.ceil(size / 8));
  const lines = matrix.map((row) => lineOf(row, scale, start, light.length));
  const pixels = Buffer.concat(
    Array.from(
      { length: size },
      (_, y) => (y < start ? undefined : lines[Math.floor((y - start) / scale)]) ?? light,
    ),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit per pixel, an index into the palette.
  header.set([1, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(paper.slice(1) + ink.slice(1), "hex")),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** One line of pixels, behind the byte that says that it is not filtered. */
function lineOf(row: readonly boolean[], scale: number, start: number, length: number): Buffer {
  const line = Buffer.alloc(length);
  row.forEach((isDark, x) => {
    if (!isDark) return;
    for (let at = start + x * scale; at < start + (x + 1) * scale; at++)
      line[1 + (at >> 3)] = (line[1 + (at >> 3)] ?? 0) | (0x80 >> (at & 7));
  });
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
