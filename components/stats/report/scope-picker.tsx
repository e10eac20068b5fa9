import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ListChecks } from "@/components/stats/icons";
import { ChevronDown, X } from "@/components/ui/icons";
import { mostSlugs, type TagColor } from "@/lib/core/tag";
import { type PartData, partData } from "@/lib/http/part-data";
import { isChannelChosen, withChannel } from "@/lib/stats/query/change-filters";
import { describeChannel } from "@/lib/stats/query/channel-labels";
import { type Filters, filterDimensions, noLabels } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ReportScope } from "@/lib/stats/query/report-scope";
import type { OtherLabels } from "@/lib/stats/report/other-labels";
import type { Report } from "@/lib/stats/report/report";
import { channelsOf, splitLabels } from "@/lib/stats/report/split-labels";
import type { Texts } from "@/lib/texts/translator";
import { otherParameter, statisticsPage } from "../../links/links-href";
import { TagFilter } from "../../links/list/tag-filter";
import { buttonStyle } from "../../ui/button";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { Part } from "../../ui/part";
import { Textarea } from "../../ui/textarea";
import { channelLabel, type TagFilterName, tagLabel } from "../label-names";
import { linkPageHref, pageHref, pageParameters } from "../page-address";

interface ScopePickerProps {
  scope: ReportScope;
  /** What stands beside it in the chart, and stays. */
  other: ReportScope | null;
  query: PageQuery;
  colors: ReadonlyMap<string, TagColor>;
  /** Campaigns and channels to choose from are those of the page; null without a report. */
  report: Promise<PartData<Report>> | null;
  /** For each filtered dimension, the report without that filter: for what else could be chosen. */
  others?: Promise<Others>;
}

type Chosen = Pick<ScopePickerProps, "scope" | "other" | "query">;

export const dropSummary = buttonStyle({
  className:
    "w-full min-w-0 cursor-pointer list-none px-3 text-small group-open:bg-hover sm:max-w-56 [&::-webkit-details-marker]:hidden",
});
export const dropContent =
  "absolute top-full start-0 z-20 mt-1.5 grid max-h-[min(560px,70vh)] gap-4 overflow-y-auto rounded-card bg-raised p-4 shadow-overlay sm:w-[380px] max-sm:end-0";

/**
 * Chooses what the statistics page is about: all links, tags, a channel, a campaign, some links or
 * one. Works without scripts.
 */
export function ScopePicker({ scope, other, query, colors, ...read }: ScopePickerProps) {
  const [t, labels] = [useTexts("stats.scope"), useTexts("stats.labels")];
  const cards = useTexts("stats.cards");
  const { utm_source: source, utm_medium: medium, utm_campaign: campaign } = query.filters;
  const isAll = !scope.tag && !scope.slug && !source && !medium && !campaign;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label={t("label")} className="min-w-0 max-sm:w-full">
      <DropPanel key={JSON.stringify(scope)} className="group relative min-w-0">
        <summary className={dropSummary}>
          <ListChecks aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            {scopeName(scope, query, { t, labels, filters: useTexts("stats.filters") })}
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary max-sm:ms-auto" />
        </summary>
        <div className={dropContent}>
          <TagFilter
            query={scope}
            colors={colors}
            href={({ tag, tagMode }) => pageHref(statisticsPage({ tag, tagMode }, other), query)}
            first={
              <NextLink
                href={pageHref(statisticsPage({}, other), withoutTags(query))}
                prefetch={false}
                scroll={false}
                aria-current={isAll ? "true" : undefined}
                className={chipStyle({ on: isAll })}
              >
                {t("all")}
              </NextLink>
            }
          />
          {read.report && (
            <Part data={withOthers(read.report, read.others)}>
              {({ shown, others }) => (
                <>
                  {(others.channel ?? shown).hasChannels ? (
                    <Choices title={t("channels")} {...{ scope, other, query }}>
                      {channelChoices(others.channel ?? shown, query, labels)}
                    </Choices>
                  ) : (
                    <Choices title={cards("titles.sources")} {...{ scope, other, query }}>
                      {tagChoices("utm_source", others.utm_source ?? shown, query, labels)}
                    </Choices>
                  )}
                  <Choices title={t("campaigns")} {...{ scope, other, query }}>
                    {tagChoices("utm_campaign", others.utm_campaign ?? shown, query, labels)}
                  </Choices>
                </>
              )}
            </Part>
          )}
          <ChosenLinks {...{ scope, other, query }} />
        </div>
      </DropPanel>
    </div>
  );
}

interface ScopeTexts {
  t: Texts<"stats.scope">;
  labels: Texts<"stats.labels">;
  filters: Texts<"stats.filters">;
}

/** What the page is about, in a few words. */
export function scopeName(
  { tag = [], tagMode, slug = [] }: ReportScope,
  query: PageQuery,
  { t, labels, filters }: ScopeTexts,
): string {
  if (tag.length > 0 && tagMode === "all")
    return tag.reduce((first, second) => t("and", { first, second }));
  if (tag.length > 0) return t.list(tag);
  if (slug.length > 0)
    return slug.length === 1 ? `/${slug[0]}` : t("count", { count: slug.length });
  const said = (name: TagFilterName, kind: "campaign" | "source" | "medium"): string[] => {
    const { is, isNot, named = [] } = query.filters[name] ?? noLabels;
    const label = (each: string) => tagLabel(name, each, labels);
    const shown = [...is.map(label), ...named.map((each) => each || label("None"))];
    const isBucket = shown.length === 1 && (is[0] ?? named[0]) !== shown[0];
    return [
      ...(shown.length > 0 ? [isBucket ? `${shown}` : t(kind, { name: t.list(shown) })] : []),
      ...(isNot.length > 0
        ? [t("isNot", { name: filters(`names.${name}`), label: t.list(isNot.map(label)) })]
        : []),
    ];
  };
  const parts = [
    ...said("utm_campaign", "campaign"),
    ...(channelName(query, { t, labels }) ?? [
      ...said("utm_source", "source"),
      ...said("utm_medium", "medium"),
    ]),
  ];
  return t.list(parts) || t("all");
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

type Others = OtherLabels<Report>;

/** Without the others if those cannot be read. */
async function withOthers(
  report: Promise<PartData<Report>>,
  reading: Promise<Others> = Promise.resolve({}),
): Promise<PartData<{ shown: Report; others: Others }>> {
  const [data, others] = await Promise.all([report, partData(reading)]);
  return data.ok
    ? { ok: true, value: { shown: data.value, others: others.ok ? others.value : {} } }
    : data;
}

function withoutTags(query: PageQuery): PageQuery {
  const { utm_campaign: _, ...filters } = withChannel(query.filters, null);
  return { ...query, filters };
}

const mostLabels = 8;

interface Choice {
  name: string;
  isOn: boolean;
  /** Whether the name is a label as a visitor sent it. */
  isLabel: boolean;
  /** With this one, or without it if it is chosen. */
  filters: Filters;
}

function tagChoices(
  tag: "utm_source" | "utm_campaign",
  report: Report,
  query: PageQuery,
  labels: ScopeTexts["labels"],
): Choice[] {
  const { filters } = withoutTags(query);
  return splitLabels(report, filterDimensions[tag])
    .filter(({ rest }) => rest !== "other")
    .map(({ label, rest, exact }) => {
      const { is, named = [] } = query.filters[tag] ?? noLabels;
      const isOn = exact === undefined ? is.includes(label) : named.includes(exact);
      const chosen =
        exact === undefined ? { is: [label], isNot: [] } : { is: [], isNot: [], named: [exact] };
      return {
        name: rest ? tagLabel(tag, label, labels) : label,
        isOn,
        isLabel: !rest,
        filters: isOn ? filters : { ...filters, [tag]: chosen },
      };
    });
}

function channelChoices(
  { breakdowns }: Report,
  query: PageQuery,
  labels: ScopeTexts["labels"],
): Choice[] {
  const { filters } = withoutTags(query);
  return channelsOf(breakdowns.sourceMedium)
    .filter((channel) => describeChannel(channel).kind !== "other")
    .map((channel) => {
      const isOn = isChannelChosen(query.filters, channel);
      const described = describeChannel(channel);
      const name = channelLabel(described, labels);
      const next = withChannel(filters, isOn ? null : channel);
      return { name, isOn, isLabel: described.kind === "tagged", filters: next };
    });
}

function Choices({
  title,
  children,
  scope,
  other,
  query,
}: Chosen & {
  title: string;
  children: Choice[];
}) {
  if (children.length === 0) return null;
  return (
    <Group title={title}>
      <ul aria-label={title} className="flex flex-wrap gap-2">
        {children.slice(0, mostLabels).map(({ name, isOn, isLabel, filters }) => (
          <li key={JSON.stringify(filters)} className="min-w-0">
            <NextLink
              href={pageHref(statisticsPage(scope, other), query, { filters })}
              prefetch={false}
              scroll={false}
              aria-current={isOn ? "true" : undefined}
              className={cn(chipStyle({ on: isOn }), "max-w-56")}
            >
              <span className={cn("truncate", isLabel && "mono")}>{name}</span>
            </NextLink>
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="pb-1.5 text-label text-tertiary">{title}</h2>
      {children}
    </div>
  );
}

const mostShown = 6;

function ChosenLinks({ scope, other, query }: Chosen) {
  const t = useTexts("stats.scope");
  const { slug: slugs = [] } = scope;
  const [only] = slugs;
  return (
    <Group title={t("links")}>
      {slugs.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {slugs.slice(0, mostShown).map((slug) => (
            <li key={slug} className="min-w-0">
              <NextLink
                href={pageHref(
                  statisticsPage({ slug: slugs.filter((each) => each !== slug) }, other),
                  query,
                )}
                prefetch={false}
                scroll={false}
                aria-label={t("remove", { slug })}
                className={cn(chipStyle({ on: true }), "max-w-56")}
              >
                <span className="mono truncate">/{slug}</span>
                <X aria-hidden />
              </NextLink>
            </li>
          ))}
          {slugs.length > mostShown && (
            <li className="self-center text-secondary text-small">
              {t("more", { count: slugs.length - mostShown })}
            </li>
          )}
          {slugs.length === 1 && only && (
            <li>
              <NextLink href={linkPageHref(only, query)} prefetch={false} className={chipStyle()}>
                {t("open")}
              </NextLink>
            </li>
          )}
        </ul>
      )}
      <form action="/dashboard/statistics" className="grid gap-2">
        {[...pageParameters(query)].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {other && <input type="hidden" name="with" value={otherParameter(other)} />}
        <label htmlFor="slugs" className="sr-only">
          {t("slugs")}
        </label>
        <Textarea
          id="slugs"
          name="slug"
          required
          rows={2}
          defaultValue={slugs.join("\n")}
          placeholder={t("exampleSlugs")}
          spellCheck={false}
          className="mono"
        />
        <p className="text-label text-secondary">{t("slugsNote", { most: mostSlugs })}</p>
        <button type="submit" className={buttonStyle({ className: "justify-self-start" })}>
          {t("show")}
        </button>
      </form>
    </Group>
  );
}
