import { dayMs, isoDate } from "../core/day";
import { edgePlatforms, findPlace } from "../core/place";
import type { GeoSource } from "../visits/geo-source";
import { type EdgePlatformSetting, platformsOf } from "../visits/visitor-place";
import type { Check } from "./check";

const platformNames = {
  vercel: "Vercel",
  cloudflare: "Cloudflare",
  cloudfront: "CloudFront",
  appengine: "App Engine",
  netlify: "Netlify",
};

/** Providers publish a new file at least each month. */
const oldFileMs = 60 * dayMs;

interface PlaceSources {
  isTrusted: boolean;
  setting: EdgePlatformSetting;
  /** GEO_DATABASE. */
  path: string | undefined;
  /** What is known of the file there. */
  file: GeoSource | null;
  now: Date;
}

/**
 * Whether the request carries location headers, and whether they are trusted; else whether a file
 * gives places.
 */
export function checkPlace(
  header: (name: string) => string | null,
  { isTrusted, setting, path, file, now }: PlaceSources,
): Check {
  const name = "Countries and cities";
  const believed = findPlace(header, platformsOf(setting));
  const { platform, place } = believed ?? findPlace(header, edgePlatforms) ?? {};
  if (path !== undefined && (setting === "none" || !platform))
    return { name, ...fileCheck(path, file, now) };
  if (setting === "none")
    return {
      name,
      state: "good",
      finding: "EDGE_PLATFORM is none. Location headers are ignored, so places stay unknown.",
    };
  if (!platform) return { name, state: "note", ...silence(setting) };
  if (!believed) {
    const finding = `${platformNames[platform]} headers arrive, but EDGE_PLATFORM is ${setting}, so they are ignored.`;
    return {
      name,
      state: "bad",
      finding,
      advice: `If ${platformNames[platform]} is in front, set EDGE_PLATFORM to ${platform}.`,
    };
  }
  if (!isTrusted) {
    const finding = `${platformNames[platform]} headers come from an address that is not trusted, so they are ignored.`;
    return {
      name,
      state: "bad",
      finding,
      advice: `If it belongs to ${platformNames[platform]} or to your proxy, add it to TRUSTED_PROXIES.`,
    };
  }
  const parts = [place?.city, place?.region, place?.country].filter(Boolean).join(", ");
  return {
    name,
    state: "good",
    finding: `${platformNames[platform]} (EDGE_PLATFORM is ${setting}) places you in ${parts}.`,
  };
}

function fileCheck(path: string, file: GeoSource | null, now: Date): Omit<Check, "name"> {
  if (!file) {
    const finding = `GEO_DATABASE names ${path}, which cannot be used, so places stay unknown.`;
    return {
      state: "bad",
      finding,
      advice: "Put a current file there: it is read without a restart.",
    };
  }
  const { type, builtAt } = file;
  const finding = `GEO_DATABASE (${type} of ${isoDate(builtAt)}) gives the places of visitors.`;
  if (now.getTime() - builtAt.getTime() <= oldFileMs) return { state: "good", finding };
  return {
    state: "note",
    finding,
    advice: "The file is old. Replace it with a current one: it is read without a restart.",
  };
}

function silence(setting: EdgePlatformSetting): Pick<Check, "finding" | "advice"> {
  if (setting === "auto" || setting === "none") {
    const advice =
      "Put Cloudflare, Vercel, CloudFront, Netlify or App Engine in front to get them, or set GEO_DATABASE to a file.";
    return { finding: "No location headers, so countries show as Unknown.", advice };
  }
  const finding = `EDGE_PLATFORM is ${setting}, but this request has no ${platformNames[setting]} headers, so its place is unknown.`;
  return { finding, advice: `Check that ${platformNames[setting]} is in front and sends them.` };
}
