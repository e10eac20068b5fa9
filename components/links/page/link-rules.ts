import { destinationPlace } from "@/lib/core/destination";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";

/**
 * What is set of the fields that few links have, in a few words each. Start and state stand
 * elsewhere.
 */
export function settingsSummary({
  maxClicks,
  expiredUrl,
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
    ...(expiredUrl ? [`Fallback destination: ${destinationPlace(expiredUrl)}`] : []),
    ...(description || image ? ["Has its own preview"] : []),
  ];
}
