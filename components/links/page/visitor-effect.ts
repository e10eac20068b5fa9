import { isAllowedDestination } from "@/lib/core/destination";
import type { Link } from "@/lib/links/link";
import type { LinkState } from "@/lib/links/link-state";
import type { SiteSettings } from "@/lib/pages/site-schema";

/** States in which a link leads nobody to its destination. */
export type StoppedState = Exclude<LinkState, "active" | "protected">;

/**
 * What visitors get at a link that does not work now, with these settings: see `refuseLink`. Short,
 * for one line with the state.
 */
export function effectOf(
  state: StoppedState,
  { expiredUrl }: Pick<Link, "expiredUrl">,
  { NOT_FOUND_URL, EXPIRED_URL, DESTINATION_SCHEMES }: SiteSettings,
): string {
  if (state === "disabled" || state === "scheduled") {
    return NOT_FOUND_URL
      ? `Visitors are redirected to ${new URL(NOT_FOUND_URL).host}.`
      : "Visitors get a 404 page.";
  }
  if (expiredUrl && isAllowedDestination(expiredUrl, DESTINATION_SCHEMES))
    return "Visitors go to the fallback destination.";
  return `Visitors are taken to ${EXPIRED_URL ? new URL(EXPIRED_URL).host : "the front page"}.`;
}
