import { open } from "node:fs/promises";
import { parseMetadata } from "mmdb-lib/lib/metadata.js";
import { env } from "../config/env";
import { PerService } from "../config/per-service";

/** What the file at GEO_DATABASE says about itself. */
export interface GeoSource {
  /** For example `GeoLite2-City`. */
  type: string;
  builtAt: Date;
  /** The sentence and link that its licence asks for. */
  credit: { text: string; name: string; href: string } | null;
}

const credits = [
  { type: /^GeoLite/i, text: "Places include GeoLite data created by", name: "MaxMind", href: "https://www.maxmind.com" },
  { type: /^DBIP.*Lite/i, text: "IP geolocation by", name: "DB-IP", href: "https://db-ip.com" },
];

/** The metadata stands in the last 128 KB (MaxMind DB file format, Database metadata). */
const tailBytes = 128 * 1024;
const keptMs = 60_000;

const known = new PerService<{ readAt: number; source: Promise<GeoSource | null> }>("geo-source", () => ({
  readAt: performance.now(),
  source: read().catch(() => null),
}));

/** Null if GEO_DATABASE is unset, or cannot be read: then the service reports an issue. A new file shows within a minute. */
export function findGeoSource(): Promise<GeoSource | null> {
  if (performance.now() - known.get().readAt > keptMs) known.take();
  return known.get().source;
}

async function read(): Promise<GeoSource | null> {
  const { GEO_DATABASE } = env();
  if (GEO_DATABASE === undefined) return null;
  const file = await open(GEO_DATABASE);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tailBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const { databaseType: type, buildEpoch: builtAt } = parseMetadata(buffer);
    const credit = credits.find((each) => each.type.test(type));
    return { type, builtAt, credit: credit ? { text: credit.text, name: credit.name, href: credit.href } : null };
  } finally {
    await file.close();
  }
}
