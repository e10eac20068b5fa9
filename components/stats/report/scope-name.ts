import { isChannelChosen } from "@/lib/stats/query/change-filters";
import { describeChannel } from "@/lib/stats/query/channel-labels";
import { absentLabel } from "@/lib/stats/query/filter-parameters";
import { type FilterName, filterNames, noLabels } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { OtherScope, ReportScope } from "@/lib/stats/query/report-scope";
import type { Texts } from "@/lib/texts/translator";
import { channelLabel, type TagFilterName, tagLabel } from "../channel-names";
import { labelName } from "../label-names";

interface ScopeTexts {
  t: Texts<"stats.scope">;
  labels: Texts<"stats.labels">;
  filters: Texts<"stats.filters">;
  locale: string;
}

/** What the page is about, in a few words: links, campaign, channel, and what else is filtered. */
export function scopeName(scope: ReportScope, query: PageQuery, said: ScopeTexts): string {
  const { t, labels, filters, locale } = said;
  const partsOf = (
    name: FilterName,
    label: (each: string) => string,
    kind?: "campaign" | "source" | "medium",
  ) => {
    const { is, isNot, named = [] } = query.filters[name] ?? noLabels;
    const shown = [...is.map(label), ...named.map((each) => each || label(absentLabel(name)))];
    const isOurs = shown.length === 1 && (is[0] ?? named[0]) !== shown[0];
    const isPlain = isOurs || !kind;
    return [
      ...(shown.length > 0 ? [isPlain ? t.list(shown) : t(kind, { name: t.list(shown) })] : []),
      ...(isNot.length > 0
        ? [t("isNot", { name: filters(`names.${name}`), label: t.list(isNot.map(label)) })]
        : []),
    ];
  };
  const tagged = (name: TagFilterName, kind: "campaign" | "source" | "medium") =>
    partsOf(name, (each) => tagLabel(name, each, labels), kind);
  const parts = [
    ...linksName(scope, t),
    ...tagged("utm_campaign", "campaign"),
    ...(channelName(query, said) ?? [
      ...tagged("utm_source", "source"),
      ...tagged("utm_medium", "medium"),
    ]),
    ...filterNames
      .filter((name) => !name.startsWith("utm_"))
      .flatMap((name) => partsOf(name, (each) => labelName(name, each, { labels, locale }))),
  ];
  return t.list(parts) || t("all");
}

function linksName({ tag = [], tagMode, slug = [] }: ReportScope, t: ScopeTexts["t"]): string[] {
  if (tag.length > 0 && tagMode === "all")
    return [tag.reduce((first, second) => t("and", { first, second }))];
  if (tag.length > 0) return [t.list(tag)];
  if (slug.length > 0)
    return [slug.length === 1 ? `/${slug[0]}` : t("count", { count: slug.length })];
  return [];
}

/** Null unless the filters leave one channel. */
function channelName(
  { filters }: PageQuery,
  { t, labels }: Pick<ScopeTexts, "t" | "labels">,
): string[] | null {
  const [source = "", medium = ""] = [filters.utm_source?.is[0], filters.utm_medium?.is[0]];
  if (!isChannelChosen(filters, { source, medium })) return null;
  const channel = describeChannel({ source, medium });
  return [
    channel.kind === "tagged"
      ? t("channel", { name: channelLabel(channel, labels) })
      : channelLabel(channel, labels),
  ];
}

/** What stands beside it in the chart. */
export function otherName(
  { tag, slug = [], campaign, channel }: OtherScope,
  labels: ScopeTexts["labels"],
): string {
  if (channel) return channelLabel(describeChannel(channel), labels);
  if (campaign) return tagLabel("utm_campaign", campaign, labels);
  return tag ? (tag[0] ?? "") : `/${slug[0]}`;
}
