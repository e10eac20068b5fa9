import { dayMs, isoDate } from "../core/day";
import { edgePlatforms, findPlace } from "../core/place";
import { sentence } from "../texts/sentence";
import type { GeoSource } from "../visits/describe/geo-source";
import { type EdgePlatformSetting, platformsOf } from "../visits/describe/visitor-place";
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
  const name = sentence("checkPlacesName");
  const believed = findPlace(header, platformsOf(setting));
  const { platform, place } = believed ?? findPlace(header, edgePlatforms) ?? {};
  if (path !== undefined && (setting === "none" || !platform))
    return { name, ...fileCheck(path, file, now) };
  if (setting === "none")
    return {
      name,
      state: "good",
      finding: sentence("checkPlacesIgnored"),
    };
  if (!platform) return { name, state: "note", ...silence(setting) };
  if (!believed) {
    const finding = sentence("checkPlacesUnused", { platform: platformNames[platform], setting });
    return {
      name,
      state: "bad",
      finding,
      advice: sentence("checkPlacesUse", { platform: platformNames[platform], setting: platform }),
    };
  }
  if (!isTrusted) {
    const finding = sentence("checkPlacesDistrusted", { platform: platformNames[platform] });
    return {
      name,
      state: "bad",
      finding,
      advice: sentence("checkPlacesTrust", { platform: platformNames[platform] }),
    };
  }
  const parts = [place?.city, place?.region, place?.country].filter(Boolean).join(", ");
  return {
    name,
    state: "good",
    finding: sentence("checkPlacesGood", {
      platform: platformNames[platform],
      setting,
      place: parts,
    }),
  };
}

function fileCheck(path: string, file: GeoSource | null, now: Date): Omit<Check, "name"> {
  if (!file) {
    const finding = sentence("checkPlacesUnusable", { path });
    return {
      state: "bad",
      finding,
      advice: sentence("checkPlacesPutFile"),
    };
  }
  const { type, builtAt } = file;
  const finding = sentence("checkPlacesFile", { type, date: isoDate(builtAt) });
  if (now.getTime() - builtAt.getTime() <= oldFileMs) return { state: "good", finding };
  return {
    state: "note",
    finding,
    advice: sentence("checkPlacesOld"),
  };
}

function silence(setting: EdgePlatformSetting): Pick<Check, "finding" | "advice"> {
  if (setting === "auto" || setting === "none") {
    const advice = sentence("checkPlacesAdvice");
    return { finding: sentence("checkPlacesNone"), advice };
  }
  const finding = sentence("checkPlacesMissing", { setting, platform: platformNames[setting] });
  return { finding, advice: sentence("checkPlacesSends", { platform: platformNames[setting] }) };
}
