import { parseMetadata } from "mmdb-lib/lib/metadata.js";
import { english } from "../../texts/say";
import { ownPart } from "../own-part";
import { tailBytes, withGeoFile } from "./geo-file";

/** What the file at GEO_DATABASE says about itself. */
export interface GeoSource {
  /** For example `GeoLite2-City`. */
  type: string;
  builtAt: Date;
  /** The sentence and link that its licence asks for. */
  credit: { text: string; name: string; href: string } | null;
}

const credits = [
  {
    type: /^GeoLite/i,
    text: english("creditGeoLite"),
    name: "MaxMind",
    href: "https://www.maxmind.com",
  },
  { type: /^DBIP.*Lite/i, text: english("creditDbIp"), name: "DB-IP", href: "https://db-ip.com" },
];

const keptMs = 60_000;

/** The last reading. */
export class KnownGeoSource {
  readAt = Number.NEGATIVE_INFINITY;
  source: Promise<GeoSource | null> = Promise.resolve(null);
}

/**
 * Null if GEO_DATABASE is unset, or was never readable. A new file shows within a minute. If it
 * cannot be read, the service reports an issue and uses the earlier one, so this names that.
 */
export function findGeoSource(): Promise<GeoSource | null> {
  const held = ownPart().geoSource;
  if (performance.now() - held.readAt > keptMs) {
    const earlier = held.source;
    held.readAt = performance.now();
    held.source = read().catch(() => earlier);
  }
  return held.source;
}

async function read(): Promise<GeoSource | null> {
  const { GEO_DATABASE } = ownPart().config;
  if (GEO_DATABASE === undefined) return null;
  return withGeoFile(GEO_DATABASE, async (file, { size }) => {
    const length = Math.min(size, tailBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const { databaseType: type, buildEpoch: builtAt } = parseMetadata(buffer);
    if (Number.isNaN(builtAt.getTime())) throw new Error("The metadata has no date.");
    const credit = credits.find((each) => each.type.test(type));
    return {
      type,
      builtAt,
      credit: credit ? { text: credit.text, name: credit.name, href: credit.href } : null,
    };
  });
}
