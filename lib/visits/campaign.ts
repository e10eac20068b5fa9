import { cleanText } from "../core/clean-text";

/** The tags on the short link itself (docs/api-contract.md, Campaign tags). */
export interface Campaign {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

const none: Campaign = { utmSource: null, utmMedium: null, utmCampaign: null };

/** Reads the UTM tags of a query string; of a repeated one the first counts. */
export function readCampaign(query: string): Campaign {
  // Without these there is no tag, however it is spelt; most visits end here.
  return query.includes("utm_") || query.includes("%") ? parse(query) : none;
}

function parse(query: string): Campaign {
  const parameters = new URLSearchParams(query);
  const tag = (name: string) => cleanText(parameters.get(name), 255);
  return { utmSource: tag("utm_source"), utmMedium: tag("utm_medium"), utmCampaign: tag("utm_campaign") };
}
