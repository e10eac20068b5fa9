import type { LinkFilter } from "@/lib/stats/list/browse-links";
import type { Texts } from "@/lib/texts/translator";

/** The states that links can be filtered by, in the language of the viewer. */
export function filterNames(t: Texts<"links.filters">): Record<LinkFilter, string> {
  return {
    all: t("states.all"),
    active: t("states.active"),
    disabled: t("states.disabled"),
    expired: t("states.expired"),
    usedUp: t("states.usedUp"),
    scheduled: t("states.scheduled"),
    protected: t("states.protected"),
    broken: t("states.broken"),
  };
}
