import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/** Each record, a JSON object, is framed by its length and CRC-32, four bytes each, big-endian: damage shows. */
const headerBytes = 8;
/** No record is larger: a length beyond it is damage. */
const maxRecordBytes = 64 * 1024 * 1024;
/** Files are searched and checked in pieces of this size. */
const pieceBytes = 64 * 1024;

const openingBrace = "{".charCodeAt(0);
const closingBrace = "}".charCodeAt(0);

export function frame(payload: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

/** A stretch of a file from `start` up to `end`: a whole record, or damage (`payload` is null). */
export interface JournalPart {
  payload: Buffer | null;
  start: number;
  end: number;
}

/**
 * What a file holds, in order. A record that was being written when its process was killed is no part: its visitors were
 * never answered. Behind damage reading continues at the next whole record.
 */
export async function* readParts(path: string): AsyncGenerator<JournalPart> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let start = 0; start < size; ) {
      let end = await endOfRecord(file, start, size);
      if (end !== null) yield { payload: await read(file, start + headerBytes, end - start - headerBytes), start, end };
      else {
        end = await findRecord(file, start + 1, size);
        if (end === size && (await isTorn(file, start, size))) return;
        yield { payload: null, start, end };
      }
      start = end;
    }
  } finally {
    await file.close();
  }
}

/** Where the whole record that begins at `start` ends; null when there is none. */
async function endOfRecord(file: FileHandle, start: number, size: number): Promise<number | null> {
  const header = await readHeader(file, start);
  if (header === null || !isPossibleLength(header.length)) return null;
  const end = start + headerBytes + header.length;
  return end <= size && (await checksum(file, start + headerBytes, end)) === header.checksum ? end : null;
}

/** Where the next whole record begins at or behind `from`; `size` when there is none. */
async function findRecord(file: FileHandle, from: number, size: number): Promise<number> {
  for (let base = from; base < size; base += pieceBytes) {
    const piece = await read(file, base, Math.min(pieceBytes + headerBytes, size - base));
    for (let offset = 0; offset + headerBytes < piece.length && offset < pieceBytes; offset++) {
      // The text of a record has no bytes as low as the first of a length: nearly all candidates are true ones.
      if (piece[offset + headerBytes] !== openingBrace) continue;
      const length = piece.readUInt32BE(offset);
      const last = base + offset + headerBytes + length - 1;
      if (!isPossibleLength(length) || last >= size || (await read(file, last, 1))[0] !== closingBrace) continue;
      if ((await endOfRecord(file, base + offset, size)) !== null) return base + offset;
    }
  }
  return size;
}

/** Whether the end of a file is the beginning of a record that was never finished, or empty space. */
async function isTorn(file: FileHandle, start: number, size: number): Promise<boolean> {
  const header = await readHeader(file, start);
  if (header === null || (await everyByte(file, start, size, (byte) => byte === 0))) return true;
  const text = start + headerBytes;
  if (!isPossibleLength(header.length) || text + header.length <= size) return false;
  // A whole text, or more than one record, was written to the end: its length is what is damaged. JSON has no control characters.
  return (await checksum(file, text, size)) !== header.checksum && (await everyByte(file, text, size, (byte) => byte >= 0x20));
}

function isPossibleLength(length: number): boolean {
  return length > 0 && length <= maxRecordBytes;
}

async function readHeader(file: FileHandle, start: number): Promise<{ length: number; checksum: number } | null> {
  const header = await read(file, start, headerBytes);
  return header.length < headerBytes ? null : { length: header.readUInt32BE(0), checksum: header.readUInt32BE(4) };
}

async function checksum(file: FileHandle, from: number, to: number): Promise<number> {
  let sum = 0;
  for await (const piece of readPieces(file, from, to)) sum = crc32(piece, sum);
  return sum;
}

async function everyByte(file: FileHandle, from: number, to: number, holds: (byte: number) => boolean): Promise<boolean> {
  for await (const piece of readPieces(file, from, to)) if (!piece.every(holds)) return false;
  return true;
}

/** The bytes from `from` up to `to`, a piece at a time. */
export async function* readPieces(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let position = from; position < to; position += pieceBytes) yield await read(file, position, Math.min(pieceBytes, to - position));
}

/** Shorter at the end of the file. */
async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
