import { cleanText } from "../core/clean-text";

/** The campaign tags of the short URL (docs/api-contract.md, Campaign tags). */
export interface Campaign {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

const none: Campaign = { utmSource: null, utmMedium: null, utmCampaign: null };

/** Reads the UTM tags of a query string. Of a repeated parameter the first counts. */
export function readCampaign(query: string): Campaign {
  // Fast path: without these there is no tag in any encoding.
  return query.includes("utm_") || query.includes("%") ? parse(query) : none;
}

function parse(query: string): Campaign {
  const parameters = new URLSearchParams(query);
  const tag = (name: string) => cleanText(parameters.get(name), 255);
  return { utmSource: tag("utm_source"), utmMedium: tag("utm_medium"), utmCampaign: tag("utm_campaign") };
}
