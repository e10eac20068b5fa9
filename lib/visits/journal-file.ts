import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/** Each record is framed by its length and CRC-32, four bytes each, big-endian: a torn or damaged one is told from a whole one. */
const headerBytes = 8;
/** No record is larger: a length beyond it is damage. */
const maxRecordBytes = 64 * 1024 * 1024;

export function frame(payload: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

/** The whole records of a file, in order, up to the first torn or damaged one. */
export async function* readRecords(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    let position = 0;
    for (;;) {
      const record = await readRecord(file, position);
      if (record === null) return;
      yield record;
      position += headerBytes + record.length;
    }
  } finally {
    await file.close();
  }
}

async function readRecord(file: FileHandle, position: number): Promise<Buffer | null> {
  const header = await readExactly(file, position, headerBytes);
  const length = header?.readUInt32BE(0) ?? 0;
  if (header === null || length === 0 || length > maxRecordBytes) return null;
  const payload = await readExactly(file, position + headerBytes, length);
  return payload !== null && crc32(payload) === header.readUInt32BE(4) ? payload : null;
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) return null;
    filled += bytesRead;
  }
  return buffer;
}
