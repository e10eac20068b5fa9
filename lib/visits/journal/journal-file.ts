import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * Each record is a JSON object, framed by its length and CRC-32 to detect damage. Both are four
 * bytes, big-endian.
 */
const headerBytes = 8;
const maxRecordBytes = 64 * 1024 * 1024;
const pieceBytes = 64 * 1024;

const openingBrace = "{".charCodeAt(0);
const closingBrace = "}".charCodeAt(0);

export function frame(payload: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

/** Bytes `start` to `end` (exclusive) of a file: a whole record, or damage (`payload` is null). */
interface JournalPart {
  payload: Buffer | null;
  start: number;
  end: number;
}

/**
 * The parts of a file in order. A torn record at the end is skipped: its process was killed, so its
 * visitors got no answer. After damage reading continues at the next whole record.
 */
export async function* readParts(path: string): AsyncGenerator<JournalPart> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let start = 0; start < size; ) {
      let end = await endOfRecord(file, start, size);
      if (end !== null)
        yield {
          payload: await read(file, start + headerBytes, end - start - headerBytes),
          start,
          end,
        };
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

/** The end of the whole record that starts at `start`; null if there is none. */
async function endOfRecord(file: FileHandle, start: number, size: number): Promise<number | null> {
  const header = await readHeader(file, start);
  if (header === null || !isPossibleLength(header.length)) return null;
  const end = start + headerBytes + header.length;
  return end <= size && (await checksum(file, start + headerBytes, end)) === header.checksum
    ? end
    : null;
}

/** The start of the next whole record at or after `from`; `size` if there is none. */
async function findRecord(file: FileHandle, from: number, size: number): Promise<number> {
  for (let base = from; base < size; base += pieceBytes) {
    const piece = await read(file, base, Math.min(pieceBytes + headerBytes, size - base));
    for (let offset = 0; offset + headerBytes < piece.length && offset < pieceBytes; offset++) {
      // JSON text has no bytes as low as the first byte of a length, so nearly all candidates are
      // real.
      if (piece[offset + headerBytes] !== openingBrace) continue;
      const length = piece.readUInt32BE(offset);
      const last = base + offset + headerBytes + length - 1;
      if (
        !isPossibleLength(length) ||
        last >= size ||
        (await read(file, last, 1))[0] !== closingBrace
      )
        continue;
      if ((await endOfRecord(file, base + offset, size)) !== null) return base + offset;
    }
  }
  return size;
}

/** Whether the file ends with an unfinished record or zeros. */
async function isTorn(file: FileHandle, start: number, size: number): Promise<boolean> {
  const header = await readHeader(file, start);
  if (header === null || (await everyByte(file, start, size, (byte) => byte === 0))) return true;
  const text = start + headerBytes;
  if (!isPossibleLength(header.length) || text + header.length <= size) return false;
  // A matching checksum means that only the length is damaged. A control character means that more
  // records follow, because JSON text has none.
  return (
    (await checksum(file, text, size)) !== header.checksum &&
    (await everyByte(file, text, size, (byte) => byte >= 0x20))
  );
}

function isPossibleLength(length: number): boolean {
  return length > 0 && length <= maxRecordBytes;
}

async function readHeader(
  file: FileHandle,
  start: number,
): Promise<{ length: number; checksum: number } | null> {
  const header = await read(file, start, headerBytes);
  return header.length < headerBytes
    ? null
    : { length: header.readUInt32BE(0), checksum: header.readUInt32BE(4) };
}

async function checksum(file: FileHandle, from: number, to: number): Promise<number> {
  let sum = 0;
  for await (const piece of readPieces(file, from, to)) sum = crc32(piece, sum);
  return sum;
}

async function everyByte(
  file: FileHandle,
  from: number,
  to: number,
  holds: (byte: number) => boolean,
): Promise<boolean> {
  for await (const piece of readPieces(file, from, to)) if (!piece.every(holds)) return false;
  return true;
}

export async function* readPieces(
  file: FileHandle,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let position = from; position < to; position += pieceBytes)
    yield await read(file, position, Math.min(pieceBytes, to - position));
}

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
