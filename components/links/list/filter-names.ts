import type { LinkFilter } from "@/lib/stats/list/browse-links";
import type { Texts } from "@/lib/texts/translator";

/** What can be written before a colon in a search. */
export const tokenKinds = ["tag", "campaign", "channel", "state", "by", "destination"] as const;
export type TokenKind = (typeof tokenKinds)[number];

const tokenStart = new RegExp(String.raw`(?:^|[\s"])-?(?:${tokenKinds.join("|")}):`, "i");

/** Whether the text begins a filter somewhere, if it is not in quotation marks. */
export function hasToken(text: string): boolean {
  return tokenStart.test(text);
}

/** The text as it is written in the search: in quotation marks if it could be taken for a filter. */
export function asTyped(q: string): string {
  return hasToken(q) ? inQuotes(q) : q;
}

export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

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
