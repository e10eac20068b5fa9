import { isTrustedPeer } from "../../core/client-address";
import { type EdgePlatform, edgePlatforms, findPlace, type Place } from "../../core/place";
import { ownPart, proxyTrust } from "../own-part";
import type { Visit } from "../visit";
import { findGeoPlace } from "./geo-database";

/** The edge platform in front; `auto` = any known one. */
export type EdgePlatformSetting = EdgePlatform | "auto" | "none";

/** The platforms whose headers a setting of EDGE_PLATFORM accepts. */
export function platformsOf(setting: EdgePlatformSetting): readonly EdgePlatform[] {
  if (setting === "auto") return edgePlatforms;
  return setting === "none" ? [] : [setting];
}

/**
 * From the headers of the edge platform, else from GEO_DATABASE. Anyone can send these headers, so
 * only a trusted peer counts. That check comes last, because most visits have no such headers.
 */
export function visitorPlace(
  { header, peerAddress }: Pick<Visit, "header" | "peerAddress">,
  address: string,
): Place {
  const found = findPlace(header, platformsOf(ownPart().config.EDGE_PLATFORM));
  return found && isTrustedPeer(peerAddress, proxyTrust()) ? found.place : findGeoPlace(address);
}
