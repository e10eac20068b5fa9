import { describeChannel } from "@/lib/stats/query/channel-labels";
import { type FilterName, filterDimensions } from "@/lib/stats/query/filters";
import type { Report } from "@/lib/stats/report/report";
import { listedLinks, type ScopeReport } from "@/lib/stats/report/scope-report";
import { channelsOf, splitLabels } from "@/lib/stats/report/split-labels";
import type { Texts } from "@/lib/texts/translator";
import { channelLabel, channelTags } from "../channel-names";
import { type LabelContext, labelName } from "../label-names";
import type { Breakdown, BreakdownRow } from "./breakdown-rows";

type CardTexts = Texts<"stats.cards">;

interface BreakdownContext extends LabelContext {
  t: CardTexts;
}

/** A row goes to the browser as it is, and what it has not takes room there. */
function known(row: BreakdownRow): BreakdownRow {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as BreakdownRow;
}

/** What a tab of a card and the column of its labels are called. */
function namesOf(filter: FilterName | "channel" | "link", t: CardTexts) {
  return {
    filter,
    tab: t(`tabs.${filter}`),
    unit: t(`units.${filter}`),
  };
}

/** `compared`: what changes are compared with; null for none. */
export function toBreakdown(
  filter: FilterName,
  report: Report,
  compared: string | null,
  { t, ...said }: BreakdownContext,
): Breakdown {
  const { clicks, labelCounts } = report;
  const rows = splitLabels(report, filterDimensions[filter]).map(
    ({ label, detail, count, change, rest, exact }): BreakdownRow =>
      known({
        label,
        exact,
        name: isText(filter, rest) ? label : labelName(filter, label, said),
        code: codeOf(filter, label, detail),
        country: detail ?? undefined,
        count,
        change,
        rest,
      }),
  );
  return {
    ...namesOf(filter, t),
    total: clicks,
    rows,
    compared: rows.some(({ change }) => change) ? compared : null,
    more: notListed((labelCounts[filterDimensions[filter]] ?? 0) - rows.length, t),
  };
}

/** Of other dimensions the labels are codes and words of ours. */
function isText(filter: FilterName, rest: BreakdownRow["rest"]): boolean {
  return filter.startsWith("utm_") && rest === undefined;
}

function notListed(count: number, t: CardTexts): string | null {
  return count > 0 ? t("more", { count }) : null;
}

/** Channels, as the page of a link names them. */
export function toChannelBreakdown(
  { clicks, breakdowns, labelCounts }: Report,
  compared: string | null,
  { t, labels }: BreakdownContext,
): Breakdown {
  const rows = channelsOf(breakdowns.sourceMedium).map((row): BreakdownRow => {
    const { count, change, ...channel } = row;
    const described = describeChannel(channel);
    const { kind } = described;
    const [name, tags] = [channelLabel(described, labels), channelTags(channel)];
    return known({
      label: tags,
      exact: channel.exact && JSON.stringify(channel.exact),
      name,
      channel,
      note: kind === "tagged" && tags !== name ? tags : undefined,
      count,
      change,
      rest: kind === "tagged" ? undefined : kind === "plain" ? "absent" : "other",
    });
  });
  return {
    ...namesOf("channel", t),
    total: clicks,
    rows,
    compared: rows.some(({ change }) => change) ? compared : null,
    more: notListed((labelCounts.sourceMedium ?? 0) - rows.length, t),
  };
}

/** The links with the most clicks in the date range. */
export function toLinkBreakdown(
  { clicks, topLinks, totals }: Pick<ScopeReport, "clicks" | "topLinks" | "totals">,
  compared: string | null,
  t: CardTexts,
): Breakdown {
  // A shorter list has all links with clicks.
  const more = topLinks.length < listedLinks ? 0 : totals.links - topLinks.length;
  return {
    ...namesOf("link", t),
    total: clicks,
    rows: topLinks.map(({ slug, title, clicks, change }) => ({
      label: slug,
      name: `/${slug}`,
      note: title ?? undefined,
      count: clicks,
      change,
    })),
    compared: topLinks.some(({ change }) => change) ? compared : null,
    more: more > 0 ? t("moreLinks", { count: more }) : null,
  };
}

function codeOf(filter: FilterName, label: string, detail: string | null): string | undefined {
  // The name of a language has its region.
  if (filter === "locale") return undefined;
  if (filter === "country") return /^[A-Z]{2}$/.test(label) ? label : undefined;
  return detail ?? undefined;
}
