import { formatNumber } from "@/lib/core/format";
import { describeChannel } from "@/lib/stats/query/channel-labels";
import { type FilterName, filterDimensions } from "@/lib/stats/query/query";
import type { Report } from "@/lib/stats/report/report";
import { listedLinks, type ScopeReport } from "@/lib/stats/report/scope-report";
import { channelTags, labelName } from "../label-names";
import type { Breakdown, BreakdownRow } from "./breakdown-rows";

/** A tab of a card. `unit`: the column header of its labels. */
export interface Shown {
  filter: FilterName;
  tab: string;
  unit: string;
}

const absent = new Set(["Direct", "None", "Unknown"]);

/** `compared`: what changes are compared with; null for none. */
export function toBreakdown(
  shown: Shown,
  { clicks, breakdowns, labelCounts }: Report,
  compared: string | null,
  locale: string,
): Breakdown {
  const { filter } = shown;
  const rows = breakdowns[filterDimensions[filter]].map(
    ({ label, detail, count, change }): BreakdownRow => ({
      label,
      name: labelName(filter, label),
      code: codeOf(filter, label, detail),
      country: detail ?? undefined,
      count,
      change,
      rest: label === "Other" ? "other" : absent.has(label) ? "absent" : undefined,
    }),
  );
  return {
    ...shown,
    total: clicks,
    rows,
    compared: rows.some(({ change }) => change) ? compared : null,
    more: notListed((labelCounts[filterDimensions[filter]] ?? 0) - rows.length, locale),
  };
}

function notListed(more: number, locale: string): string | null {
  if (more <= 0) return null;
  return `${formatNumber(more, locale)} more with fewer clicks are not listed. Filter or choose a shorter range to see them.`;
}

/** Channels, as the page of a link names them. */
export function toChannelBreakdown(
  { clicks, breakdowns, labelCounts }: Report,
  compared: string | null,
  locale: string,
): Breakdown {
  const rows = breakdowns.sourceMedium.map(({ label, detail, count, change }): BreakdownRow => {
    const channel = { source: label, medium: detail ?? "None" };
    const { kind, name } = describeChannel(channel);
    const tags = channelTags(channel);
    return {
      label: tags,
      name,
      channel,
      note: kind === "tagged" && tags !== name ? tags : undefined,
      count,
      change,
      rest: kind === "tagged" ? undefined : kind === "plain" ? "absent" : "other",
    };
  });
  return {
    filter: "channel",
    tab: "Channel",
    unit: "Channel",
    total: clicks,
    rows,
    compared: rows.some(({ change }) => change) ? compared : null,
    more: notListed((labelCounts.sourceMedium ?? 0) - rows.length, locale),
  };
}

/** The links with the most clicks in the date range. */
export function toLinkBreakdown(
  { clicks, topLinks, totals }: Pick<ScopeReport, "clicks" | "topLinks" | "totals">,
  compared: string | null,
  locale: string,
): Breakdown {
  // A shorter list has all links with clicks.
  const more = topLinks.length < listedLinks ? 0 : totals.links - topLinks.length;
  return {
    filter: "link",
    tab: "Link",
    unit: "Link",
    total: clicks,
    rows: topLinks.map(({ slug, title, clicks, change }) => ({
      label: slug,
      name: `/${slug}`,
      note: title ?? undefined,
      count: clicks,
      change,
    })),
    compared: topLinks.some(({ change }) => change) ? compared : null,
    more:
      more > 0
        ? `${formatNumber(more, locale)} ${more === 1 ? "other link" : "other links"} with fewer clicks or none ${more === 1 ? "is" : "are"} not listed. The list of links has all.`
        : null,
  };
}

function codeOf(filter: FilterName, label: string, detail: string | null): string | undefined {
  // The name of a language has its region.
  if (filter === "locale") return undefined;
  if (filter === "country") return /^[A-Z]{2}$/.test(label) ? label : undefined;
  return detail ?? undefined;
}
