import { cleanText } from "./clean-text";

export interface Place {
  country: string | null;
  region: string | null;
  city: string | null;
}

/** Where each edge platform writes what it knows of a visitor's place, most common first. */
const platforms = [
  { country: "x-vercel-ip-country", region: "x-vercel-ip-country-region", city: "x-vercel-ip-city" },
  { country: "cf-ipcountry", region: "cf-region-code", city: "cf-ipcity" },
  { country: "cloudfront-viewer-country", region: "cloudfront-viewer-country-region", city: "cloudfront-viewer-city" },
  { country: "x-appengine-country", region: "x-appengine-region", city: "x-appengine-city" },
] as const;

/** The visitor's place by the headers of the edge platform in front; each part is null when it is not told. */
export function readPlace(header: (name: string) => string | null): Place {
  for (const names of platforms) {
    const country = readCountry(header(names.country));
    const region = readName(header(names.region), 64);
    const city = readName(header(names.city), 128);
    if (country ?? region ?? city) return { country, region, city };
  }
  const netlify = header("x-nf-geo");
  return netlify ? readNetlify(netlify) : nowhere;
}

const nowhere: Place = { country: null, region: null, city: null };

/** Netlify sends one JSON object in base64. */
function readNetlify(encoded: string): Place {
  const geo = parseJson(Buffer.from(encoded, "base64").toString("utf8"));
  return {
    country: readCountry(textAt(geo, "country", "code")),
    region: readName(textAt(geo, "subdivision", "code"), 64),
    city: readName(textAt(geo, "city"), 128),
  };
}

/** XX (unknown) and T1 (Tor) are Cloudflare's words for "no country", ZZ is App Engine's. */
function readCountry(value: string | null): string | null {
  if (!value) return null;
  const code = value.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== "XX" && code !== "ZZ" ? code : null;
}

/** A region or city; `?` is App Engine's "unknown". */
function readName(value: string | null, maxCharacters: number): string | null {
  if (!value) return null;
  const name = cleanText(decodePercent(decodeBytes(value)), maxCharacters);
  return name === "?" || name === "XX" ? null : name;
}

/** node:http reads header bytes as Latin-1; some platforms send UTF-8. */
function decodeBytes(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  const decoded = Buffer.from(value, "latin1").toString("utf8");
  return decoded.includes("\ufffd") ? value : decoded;
}

function decodePercent(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textAt(value: unknown, ...path: string[]): string | null {
  let inner = value;
  for (const key of path) inner = typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : null;
  return typeof inner === "string" ? inner : null;
}
