import { destinationPlace } from "@/lib/core/destination";
import { countryName, platformNames } from "@/lib/core/destination-rules";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";

/**
 * What is set of the fields that few links have, in a few words each. Start and state stand
 * elsewhere.
 */
export function settingsSummary({
  maxClicks,
  expiredUrl,
  ios,
  android,
  geo,
  hasPassword,
  forwardQuery,
  forwardUtm,
  description,
  image,
}: Link): string[] {
  return [
    ...(maxClicks ? [`Click limit: ${formatNumber(maxClicks, "en")}`] : []),
    ...(hasPassword ? ["Asks for a password"] : []),
    ...(forwardQuery
      ? [forwardUtm ? "Forwards query parameters and campaign tags" : "Forwards query parameters"]
      : []),
    ...(ios ? [`${platformNames.ios}: ${destinationPlace(ios)}`] : []),
    ...(android ? [`${platformNames.android}: ${destinationPlace(android)}`] : []),
    ...countriesSummary(Object.entries(geo ?? {})),
    ...(expiredUrl ? [`Fallback destination: ${destinationPlace(expiredUrl)}`] : []),
    ...(description || image ? ["Has its own preview"] : []),
  ];
}

/** The page lists them all. */
const mostNamed = 3;

function countriesSummary(geo: [country: string, url: string][]): string[] {
  return geo.length > mostNamed
    ? [`Destinations for ${geo.length} countries`]
    : geo.map(([country, url]) => `${countryName(country)}: ${destinationPlace(url)}`);
}
