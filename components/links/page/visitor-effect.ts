import { isAllowedDestination } from "@/lib/core/destination";
import type { Link } from "@/lib/links/link";
import type { LinkState } from "@/lib/links/link-state";
import type { SiteSettings } from "@/lib/pages/site-schema";
import type { Texts } from "@/lib/texts/translator";

/** States in which a link leads nobody to its destination. */
export type StoppedState = Exclude<LinkState, "active" | "protected">;

/**
 * What visitors get at a link that does not work now, with these settings: see `refuseLink`. Short,
 * for one line with the state, which says `until` when.
 */
export function effectOf(
  state: StoppedState,
  { expiredUrl }: Pick<Link, "expiredUrl">,
  { NOT_FOUND_URL, EXPIRED_URL, DESTINATION_SCHEMES }: SiteSettings,
  t: Texts<"links.effects">,
  isUntil = false,
): string {
  if (state === "disabled" || state === "scheduled") {
    if (!NOT_FOUND_URL) return isUntil ? t("untilNotFound") : t("notFound");
    const { host } = new URL(NOT_FOUND_URL);
    return isUntil ? t("untilRedirected", { host }) : t("redirected", { host });
  }
  if (expiredUrl && isAllowedDestination(expiredUrl, DESTINATION_SCHEMES)) return t("fallback");
  return EXPIRED_URL ? t("taken", { host: new URL(EXPIRED_URL).host }) : t("frontPage");
}
