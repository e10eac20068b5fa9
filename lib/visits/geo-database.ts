import { type FileHandle, open, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { Reader, type Response } from "mmdb-lib";
import { env } from "../config/env";
import { issues } from "../config/issues";
import { PerService } from "../config/per-service";
import { nowhere, type Place, placeOfRecord } from "../core/place";

/** GEO_DATABASE cannot be used. The message names the file, what is wrong and what to do. */
export class GeoDatabaseError extends Error {
  override readonly name = "GeoDatabaseError";
}

/** A file that changed so recently may still be copied. */
const settledMs = 10_000;
/** Decoded records, by their place in the file, never by address. */
const mostRecords = 5_000;

/** Places by address, from the file at GEO_DATABASE, which is read into memory. Its lookups neither wait nor throw. */
class GeoDatabase {
  private reader: Reader<Response> | null = null;
  private loaded = "";
  private tried = "";

  constructor(private readonly path: string) {}

  find(address: string): Place {
    const family = isIP(address);
    // A file with IPv4 only would find IPv6 addresses at random.
    if (!this.reader || family === 0 || (family === 6 && this.reader.metadata.ipVersion === 4)) return nowhere;
    try {
      return placeOfRecord(this.reader.get(address));
    } catch {
      return nowhere;
    }
  }

  /** Throws a `GeoDatabaseError`. Then the file that was loaded before stays in use. */
  async load(): Promise<void> {
    const { content, version } = await this.read();
    this.tried = version;
    this.reader = this.open(content);
    this.loaded = version;
  }

  /** Loads the file again if it changed. If it cannot be used, the earlier one stays and an issue is raised. */
  async refresh(now: Date): Promise<void> {
    try {
      const file = await stat(this.path).catch((error: unknown) => Promise.reject(this.unreadable(error)));
      const version = versionOf(file);
      if (version === this.loaded) return issues().clear("geo-database");
      const age = now.getTime() - file.mtimeMs;
      if (version === this.tried || (age >= 0 && age < settledMs)) return;
      await this.load();
      issues().clear("geo-database");
    } catch (error) {
      if (!(error instanceof GeoDatabaseError)) throw error;
      issues().raise({ name: "geo-database", text: error.message, advice: "Places still come from the file that was read before." });
    }
  }

  private async read(): Promise<{ content: Buffer; version: string }> {
    let file: FileHandle | undefined;
    try {
      file = await open(this.path);
      const version = versionOf(await file.stat());
      return { content: await file.readFile(), version };
    } catch (error) {
      throw this.unreadable(error);
    } finally {
      await file?.close();
    }
  }

  private open(content: Buffer): Reader<Response> {
    const reader = this.parse(content);
    if (!hasCountries(reader)) {
      throw new GeoDatabaseError(
        `GEO_DATABASE names ${this.path} (${reader.metadata.databaseType}), which has no countries: use a country or city database.`,
      );
    }
    return reader;
  }

  private parse(content: Buffer): Reader<Response> {
    try {
      const reader = new Reader(content, { cache: new LRUCache<number | string, never>({ max: mostRecords }) });
      const { binaryFormatMajorVersion, searchTreeSize } = reader.metadata;
      if (binaryFormatMajorVersion === 2 && searchTreeSize < content.length) return reader;
    } catch {
      // Reported below.
    }
    throw new GeoDatabaseError(`GEO_DATABASE names ${this.path}, which is not a complete MaxMind DB file (.mmdb): download and unpack it again.`);
  }

  private unreadable(error: unknown): GeoDatabaseError {
    const { code, message } = error as NodeJS.ErrnoException;
    return new GeoDatabaseError(
      `GEO_DATABASE names ${this.path}, which cannot be read (${code ?? message}): correct the path, or let this user read it.`,
    );
  }
}

/** A copy or replacement changes at least one of these. */
function versionOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** Tries an address of each IPv4 block. Files for providers or domains have records too, but none with a country. */
function hasCountries(reader: Reader<Response>): boolean {
  let found = 0;
  for (let block = 1; block < 224; block++) {
    const record = recordOf(reader, `${block}.1.1.1`);
    if (placeOfRecord(record).country !== null) return true;
    if (record !== null) found++;
  }
  return found === 0;
}

function recordOf(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address);
  } catch {
    return {};
  }
}

const database = new PerService<GeoDatabase | null>("geo-database", () => null);

/** Reads the file at GEO_DATABASE, if that is set. Throws a `GeoDatabaseError`. */
export async function openGeoDatabase(): Promise<void> {
  const { GEO_DATABASE } = env();
  if (GEO_DATABASE === undefined) return;
  const opened = new GeoDatabase(GEO_DATABASE);
  await opened.load();
  database.set(opened);
}

export async function refreshGeoDatabase(now: Date): Promise<void> {
  await database.get()?.refresh(now);
}

/** The place of an address, which is not kept. */
export function findGeoPlace(address: string): Place {
  return database.get()?.find(address) ?? nowhere;
}
