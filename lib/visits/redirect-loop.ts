import { chooseAddress } from "./choose-address";
import type { Target } from "./find-targets";
import { findVisited } from "./ignore-case";
import { visitSettings } from "./own-part";
import { slugOfTarget } from "./short-path";
import type { Visit } from "./visit";

/** Browsers follow about twice as many. */
const mostHops = 10;

/**
 * Whether a link that leads this visitor to `url` leads back to itself through hosts of this service: no such
 * destination is accepted, but DOMAINS may list its host since.
 */
export async function leadsInLoop(
  visit: Visit,
  { linkId }: Pick<Target, "linkId">,
  url: string,
): Promise<boolean> {
  const seen = new Set([linkId]);
  const settings = visitSettings();
  for (let address = url; settings.isOwnAddress(address); ) {
    const slug = slugOfTarget(new URL(address).pathname);
    const next = slug === null ? null : await findVisited(slug);
    if (next === null) return false;
    if (seen.has(next.linkId) || seen.size > mostHops) return true;
    seen.add(next.linkId);
    address = chooseAddress(visit, next).url;
  }
  return false;
}
