import { formatNumber } from "@/lib/core/format";
import { type FilterName, filterDimensions } from "@/lib/stats/query/query";
import type { Report } from "@/lib/stats/report/report";
import { listedLinks, type ScopeReport } from "@/lib/stats/report/scope-report";
import { labelName } from "../label-names";
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
  const more = Math.max(0, (labelCounts[filterDimensions[filter]] ?? 0) - rows.length);
  const note =
    more === 0
      ? null
      : `${formatNumber(more, locale)} more with fewer clicks are not listed. Filter or choose a shorter range to see them.`;
  return {
    ...shown,
    total: clicks,
    rows,
    compared: rows.some(({ change }) => change) ? compared : null,
    more: note,
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
