import assert from "node:assert/strict";
import { crc32, deflateSync, inflateSync } from "node:zlib";

/** A real PNG of one colour. */
export function png(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number] = [15, 118, 110],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, RGB.
  header.set([8, 2], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(width * 3, Buffer.from([red, green, blue])),
  ]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * The pixels (RGBA) of a PNG with a palette of two colours and without filters. Fails on a damaged
 * file.
 */
export function readPng(file: Buffer): { width: number; height: number; data: Uint8Array } {
  assert.equal(file.toString("latin1", 0, 8), "\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < file.length) {
    const [length, body] = [
      file.readUInt32BE(at),
      file.subarray(at + 4, at + 8 + file.readUInt32BE(at)),
    ];
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ["IHDR", "PLTE", "IDAT", "IEND"]);
  const [header, palette, lines] = [
    chunks.get("IHDR"),
    chunks.get("PLTE"),
    inflateSync(chunks.get("IDAT") ?? ""),
  ];
  assert.ok(header && palette);
  assert.deepEqual([...header.subarray(8)], [1, 3, 0, 0, 0]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const stride = 1 + Math.ceil(width / 8);
  assert.equal(lines.length, stride * height);
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, line] = [pixel % width, Math.floor(pixel / width) * stride];
    assert.equal(lines[line], 0);
    const index = ((lines[line + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    data.set(palette.subarray(index * 3, index * 3 + 3), pixel * 4);
  }
  return { width, height, data };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
