import { cleanText } from "./clean-text";
import { decodePercent, parseJson } from "./decode";

export interface Place {
  country: string | null;
  region: string | null;
  city: string | null;
}

type Header = (name: string) => string | null;

/** How each edge platform reports a visitor's place, most common first. */
const readers = {
  vercel: inHeaders("x-vercel-ip-country", "x-vercel-ip-country-region", "x-vercel-ip-city"),
  cloudflare: inHeaders("cf-ipcountry", "cf-region-code", "cf-ipcity"),
  cloudfront: inHeaders(
    "cloudfront-viewer-country",
    "cloudfront-viewer-country-region",
    "cloudfront-viewer-city",
  ),
  appengine: inHeaders("x-appengine-country", "x-appengine-region", "x-appengine-city"),
  netlify: readNetlify,
};

export type EdgePlatform = keyof typeof readers;

export const edgePlatforms = Object.keys(readers) as EdgePlatform[];

export const nowhere: Place = { country: null, region: null, city: null };

/**
 * The visitor's place from the first of these platforms whose headers report one, or null. The
 * caller checks that the sender is trusted.
 */
export function findPlace(
  header: Header,
  platforms: readonly EdgePlatform[],
): { platform: EdgePlatform; place: Place } | null {
  for (const platform of platforms) {
    const place = readers[platform](header);
    if (place.country ?? place.region ?? place.city)
      return { platform, place: canonicalPlace(place) };
  }
  return null;
}

/**
 * One spelling for each place, whatever the platform writes: codes in capitals, and those of
 * regions without their country (`US-CA`).
 */
export function canonicalPlace({ country, region, city }: Place): Place {
  const code = readCountry(country);
  const name = cleanName(region, 64);
  const part =
    name && /^[a-z]{2}-[a-z0-9]{1,3}$/i.test(name) && name.slice(0, 2).toUpperCase() === code
      ? name.slice(3)
      : name;
  return {
    country: code,
    region: part && (/^[a-z0-9]{1,3}$/i.test(part) ? part.toUpperCase() : part),
    city: cleanName(city, 128),
  };
}

function cleanName(text: string | null, maxCharacters: number): string | null {
  return cleanText(text?.normalize().replace(/\s+/gu, " "), maxCharacters);
}

/**
 * The place in a record of a MaxMind DB. Some files have countries only, and some no codes for
 * regions.
 */
export function placeOfRecord(record: unknown): Place {
  return canonicalPlace({
    country: textAt(record, "country", "iso_code") ?? textAt(record, "country_code"),
    region:
      textAt(record, "subdivisions", "0", "iso_code") ??
      textAt(record, "subdivisions", "0", "names", "en"),
    city: textAt(record, "city", "names", "en"),
  });
}

function inHeaders(country: string, region: string, city: string): (header: Header) => Place {
  return (header) => ({
    country: readCountry(header(country)),
    region: readName(header(region), 64),
    city: readName(header(city), 128),
  });
}

/** Netlify sends one JSON object in base64. */
function readNetlify(header: Header): Place {
  const encoded = header("x-nf-geo");
  if (!encoded) return nowhere;
  const geo = parseJson(Buffer.from(encoded, "base64").toString("utf8"));
  return {
    country: readCountry(textAt(geo, "country", "code")),
    region: readName(textAt(geo, "subdivision", "code"), 64),
    city: readName(textAt(geo, "city"), 128),
  };
}

/** "No country" is XX (unknown) or T1 (Tor) at Cloudflare, and ZZ at App Engine. */
function readCountry(value: string | null): string | null {
  if (!value) return null;
  const code = value.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== "XX" && code !== "ZZ" ? code : null;
}

/** A region or city. App Engine sends `?` for unknown. */
function readName(value: string | null, maxCharacters: number): string | null {
  if (!value) return null;
  const name = cleanText(decodePercent(decodeBytes(value)), maxCharacters);
  return name === "?" || name === "XX" ? null : name;
}

/** node:http decodes header bytes as Latin-1, but some platforms send UTF-8. */
function decodeBytes(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  const decoded = Buffer.from(value, "latin1").toString("utf8");
  return decoded.includes("\ufffd") ? value : decoded;
}

function textAt(value: unknown, ...path: string[]): string | null {
  let inner = value;
  for (const key of path)
    inner =
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : null;
  return typeof inner === "string" ? inner : null;
}
