import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { escapeIdentifier } from "pg";
import { z } from "zod";
import { parseJson } from "../core/decode";
import { english } from "../texts/say";
import { BackupError } from "./backup-error";

/**
 * A backup is one file: the line `slugline-backup 1`, a line of JSON (`Header`), the rows,
 * compressed with gzip, and 64 hexadecimal digits: the SHA-256 of everything before. The rows are
 * what `psql` reads too: for each table a COPY command, its lines, and `\.`.
 */
const formatVersion = 1;
const firstWord = "slugline-backup";
const digestLength = 64;
/** Far larger than any real header. */
const headerLimit = 1024 * 1024;

const amount = z.string().regex(/^-?\d+$/);

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Number of rows. */
  rows: amount,
  /** The sums of the columns that count something. */
  sums: z.record(z.string(), amount),
});

const headerSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The version of Slugline that made it, and of its Postgres. For people. */
  slugline: z.string(),
  postgres: z.string(),
  /** The last migration of the database. */
  migration: z.string(),
  /** In the order in which they can be loaded. */
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: amount, isCalled: z.boolean() })),
  /** The months that have a partition of Click, by their first instant. */
  clickMonths: z.array(z.iso.datetime()),
});

export type BackupTable = z.output<typeof tableSchema>;
export type Header = z.output<typeof headerSchema>;

export function headerText(header: Header): string {
  return `${firstWord} ${formatVersion}\n${JSON.stringify(header)}\n`;
}

/** The command before a table's rows. It is also the one that loads them. */
export function copyCommand({ name, columns }: Pick<BackupTable, "name" | "columns">): string {
  return `COPY ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")}) FROM stdin;\n`;
}

export const endOfRows = "\\.\n";

interface OpenedBackup {
  header: Header;
  /** Unpacked, from the first COPY command to the end. */
  rows: () => AsyncIterable<Buffer>;
}

/**
 * Reads the header and compares the checksum of the whole file. Throws a `BackupError` unless every
 * byte is as it was written.
 */
export async function openBackup(file: string): Promise<OpenedBackup> {
  const { header, length, size } = await readHeader(file);
  const last = size - digestLength - 1;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { end: last })) hash.update(chunk as Buffer);
  if (hash.digest("hex") !== (await readText(file, last + 1, digestLength))) {
    throw new BackupError(english("backupChecksum", { file }));
  }
  return {
    header,
    rows: () =>
      pipeline(createReadStream(file, { start: length, end: last }), createGunzip(), () => {}),
  };
}

async function readHeader(file: string): Promise<{ header: Header; length: number; size: number }> {
  const begin = await readText(file, 0, headerLimit);
  const [title = "", json = ""] = begin.split("\n", 2);
  const [word, version] = title.split(" ");
  if (word !== firstWord) throw new BackupError(english("backupForeign", { file }));
  if (version !== String(formatVersion)) throw new BackupError(english("backupNewer", { file }));
  const header = headerSchema.safeParse(parseJson(json)).data;
  const length = Buffer.byteLength(`${title}\n${json}\n`);
  const size = await readSize(file);
  if (!header || size < length + digestLength) {
    throw new BackupError(english("backupHeader", { file }));
  }
  return { header, length, size };
}

function readText(file: string, from: number, length: number): Promise<string> {
  return reading(file, async (handle) => {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(length),
      position: from,
    });
    return buffer.toString("utf8", 0, bytesRead);
  });
}

function readSize(file: string): Promise<number> {
  return reading(file, async (handle) => (await handle.stat()).size);
}

async function reading<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    return await read(handle);
  } catch (error) {
    throw new BackupError(english("backupUnreadable", { file, reason: (error as Error).message }));
  } finally {
    await handle?.close();
  }
}
