import { env } from "../config/env";
import { isTrustedPeer } from "../core/client-address";
import { type EdgePlatform, edgePlatforms, findPlace, nowhere, type Place } from "../core/place";
import { proxyTrust } from "./proxy-trust";
import type { Visit } from "./visit";

/** Which edge platform stands in front; `auto` = any that we know. */
export type EdgePlatformSetting = EdgePlatform | "auto" | "none";

/** The platforms that a setting of EDGE_PLATFORM believes. */
export function platformsOf(setting: EdgePlatformSetting): readonly EdgePlatform[] {
  if (setting === "auto") return edgePlatforms;
  return setting === "none" ? [] : [setting];
}

/**
 * The visitor's place as the edge platform in front tells it. Anyone can send its headers, so they are believed from a
 * trusted peer only; that is checked last, as most visits without a platform in front carry none.
 */
export function visitorPlace({ header, peerAddress }: Pick<Visit, "header" | "peerAddress">): Place {
  const found = findPlace(header, platformsOf(env().EDGE_PLATFORM));
  return found && isTrustedPeer(peerAddress, proxyTrust()) ? found.place : nowhere;
}
