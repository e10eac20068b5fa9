import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { Reader, type Response } from "mmdb-lib";
import { issues } from "../../config/issues";
import { isNamed, SaidError } from "../../core/errors";
import { nowhere, type Place, placeOfRecord } from "../../core/place";
import { sentence } from "../../texts/sentence";
import { ownPart } from "../own-part";
import { tailBytes, withGeoFile } from "./geo-file";

/** GEO_DATABASE cannot be used. The message names the file, what is wrong and what to do. */
class GeoDatabaseError extends SaidError {
  override readonly name = "GeoDatabaseError";
}

/** Begins the metadata. */
const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** A file that changed so recently may still be copied. */
const settledMs = 10_000;
/** Decoded records, by their place in the file, never by address. */
const mostRecords = 5_000;

/**
 * Places by address, from the file at GEO_DATABASE, which is read into memory. Its lookups neither
 * wait nor throw.
 */
export class GeoDatabase {
  private reader: Reader<Response> | null = null;
  private loaded = "";
  private tried = "";
  private isDamaged = false;

  constructor(private readonly path: string) {}

  find(address: string): Place {
    const family = isIP(address);
    // A file with IPv4 only would find IPv6 addresses at random.
    if (!this.reader || family === 0 || (family === 6 && this.reader.metadata.ipVersion === 4))
      return nowhere;
    try {
      return placeOfRecord(this.reader.get(address));
    } catch {
      this.isDamaged = true;
      issues().raise({
        name: "geo-database",
        text: this.incomplete().sentence,
        advice: sentence("geoSome"),
      });
      return nowhere;
    }
  }

  /** Loads the file. If it cannot be used, the earlier one stays in use and an issue is raised. */
  async load(): Promise<void> {
    if (this.isAwaited()) return;
    try {
      const { content, version } = await this.read();
      this.tried = version;
      this.reader = this.open(content);
      this.loaded = version;
      this.isDamaged = false;
      issues().clear("geo-database");
    } catch (error) {
      if (!isNamed<GeoDatabaseError>(error, "GeoDatabaseError")) throw error;
      const advice = this.reader ? sentence("geoBefore") : sentence("geoNone");
      issues().raise({ name: "geo-database", text: error.sentence, advice });
    }
  }

  /** Loads the file again if it changed. */
  async refresh(now: Date): Promise<void> {
    const file = await stat(this.path).catch(() => null);
    if (file) {
      const version = versionOf(file);
      if (version === this.loaded)
        return this.isDamaged ? undefined : issues().clear("geo-database");
      const age = now.getTime() - file.mtimeMs;
      if (version === this.tried || (age >= 0 && age < settledMs)) return;
    }
    await this.load();
  }

  /** The service gets the file of countries itself, and says so if it cannot. */
  private isAwaited(): boolean {
    return this.path === ownPart().config.countryFile && !existsSync(this.path);
  }

  private async read(): Promise<{ content: Buffer; version: string }> {
    try {
      return await withGeoFile(this.path, async (file, stats) => ({
        content: await file.readFile(),
        version: versionOf(stats),
      }));
    } catch (error) {
      throw this.unreadable(error);
    }
  }

  /** Throws `GeoDatabaseError` for content that cannot be used. */
  open(content: Buffer): Reader<Response> {
    const reader = this.parse(content);
    if (!hasCountries(reader)) {
      throw new GeoDatabaseError(
        sentence("geoNoCountries", { path: this.path, type: reader.metadata.databaseType }),
      );
    }
    return reader;
  }

  private parse(content: Buffer): Reader<Response> {
    // Without the marker, the reader would search the whole file for it, byte by byte.
    if (!content.subarray(-tailBytes).includes(marker)) throw this.incomplete();
    try {
      const reader = new Reader(content, {
        cache: new LRUCache<number | string, never>({ max: mostRecords }),
      });
      const { binaryFormatMajorVersion, buildEpoch, searchTreeSize } = reader.metadata;
      if (
        binaryFormatMajorVersion === 2 &&
        searchTreeSize < content.length &&
        !Number.isNaN(buildEpoch.getTime())
      )
        return reader;
    } catch {
      // Reported below.
    }
    throw this.incomplete();
  }

  private incomplete(): GeoDatabaseError {
    return new GeoDatabaseError(sentence("geoIncomplete", { path: this.path }));
  }

  private unreadable(error: unknown): GeoDatabaseError {
    const { code, message } = error as NodeJS.ErrnoException;
    return new GeoDatabaseError(
      sentence("geoUnreadable", { path: this.path, code: code ?? message }),
    );
  }
}

/** A copy or replacement changes at least one of these. */
function versionOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/**
 * Tries an address of each IPv4 block. Files for providers or domains have records too, but none
 * with a country.
 */
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

const visits = () => ownPart();

/**
 * Reads the file at GEO_DATABASE, if that is set. One that cannot be used never keeps links from
 * redirecting.
 */
export async function openGeoDatabase(): Promise<void> {
  const { GEO_DATABASE } = ownPart().config;
  if (GEO_DATABASE === undefined) return;
  const opened = new GeoDatabase(GEO_DATABASE);
  visits().geoDatabase = opened;
  await opened.load();
}

export async function refreshGeoDatabase(now: Date): Promise<void> {
  await visits().geoDatabase?.refresh(now);
}

/** The place of an address, which is not kept. */
export function findGeoPlace(address: string): Place {
  return visits().geoDatabase?.find(address) ?? nowhere;
}
