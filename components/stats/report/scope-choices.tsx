"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import type { Route } from "next";
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useOptimistic,
  useRef,
  useState,
} from "react";
import { useTexts } from "#texts";
import { foldText } from "@/lib/core/fold-text";
import { formatNumber } from "@/lib/core/format";
import { tagKey } from "@/lib/core/tag";
import { isChannelChosen, withChannel } from "@/lib/stats/query/change-filters";
import { type ChannelLabels, describeChannel } from "@/lib/stats/query/channel-labels";
import { type Filters, hasLabels, noLabels } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { OtherScope, ReportScope } from "@/lib/stats/query/report-scope";
import { useViewer } from "../../layout/viewer-context";
import { useAnswer } from "../../links/link-queries";
import { statisticsPage } from "../../links/links-href";
import { TagDot } from "../../links/tag-mark";
import { Check } from "../../ui/icons";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { useOnlineRouter } from "../../ui/use-online-router";
import { channelLabel, tagLabel } from "../channel-names";
import { defaultPageQuery, pageHref, pageParameters } from "../page-address";

/** What the page is about, and what stands beside it in the chart. */
export interface Chosen {
  scope: ReportScope;
  other: OtherScope | null;
  query: PageQuery;
  /** Whether the second of them is chosen. */
  isOther: boolean;
}

interface Choice {
  id: string;
  name: string;
  icon?: ReactNode;
  note?: string | null | undefined;
  clicks?: number | undefined;
  isOn: boolean;
  /** What is chosen after it: this alone, or besides; not this if it is chosen. */
  next: (isAdded: boolean) => Chosen;
}

interface Group {
  name: string;
  items: Choice[];
}

/** So many of each kind are listed before something is typed. */
const mostListed = 6;

/** Campaigns, channels, tags and links with their clicks, to search. Space adds one more. */
export default function ScopeChoices(given: Chosen) {
  const t = useTexts("stats.scope");
  const { push } = useOnlineRouter();
  // A second press of the space bar adds to the first before that has loaded.
  const [chosen, choose] = useOptimistic(given);
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const hint = useId();
  /** The id of the choice that is highlighted. */
  const active = useRef<string>(undefined);
  /** Space is a letter of a search until an arrow key was pressed. */
  const isMoved = useRef(false);
  const groups = useGroups(chosen, typed);
  useEffect(() => field.current?.focus(), []);
  const open = (href: Route) => {
    const details = panel.current?.closest("details");
    if (details) details.open = false;
    details?.querySelector("summary")?.focus();
    push(href, { scroll: false });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key.startsWith("Arrow")) isMoved.current = true;
    const choice = groups.flatMap(({ items }) => items).find(({ id }) => id === active.current);
    if (event.key !== " " || !isMoved.current || !choice || chosen.isOther) return;
    event.preventDefault();
    const next = choice.next(true);
    startTransition(() => {
      choose(next);
      push(hrefOf(next), { scroll: false });
    });
  };
  return (
    <div ref={panel} className="flex min-h-0 flex-col gap-2">
      <Autocomplete.Root
        open
        inline
        mode="none"
        items={groups}
        value={typed}
        onValueChange={(value, { reason }) => {
          if (reason === "item-press") return;
          isMoved.current = false;
          setTyped(value);
        }}
        onItemHighlighted={(item) => {
          active.current = (item as Choice | undefined)?.id;
        }}
        itemToStringValue={(item: Choice) => item.name}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          ref={field}
          aria-label={t("search")}
          aria-describedby={hint}
          placeholder={t("search")}
          spellCheck={false}
          autoCapitalize="off"
          className="h-(--size-control) shrink-0 rounded-control border border-control bg-surface px-3"
          onKeyDown={press}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text").trim();
            if (chosen.isOther || !/[\s,]/.test(text)) return;
            event.preventDefault();
            open(pageHref(statisticsPage({ slug: [text] }, chosen.other), chosen.query));
          }}
        />
        <Autocomplete.Empty className="px-2.5 text-secondary text-small empty:hidden">
          <p className="py-3">{t("nothingFound")}</p>
        </Autocomplete.Empty>
        <Autocomplete.List className="min-h-0 overflow-y-auto empty:hidden">
          {(group: Group) => (
            <Autocomplete.Group key={group.name} items={group.items} className="pb-1.5">
              {group.name && (
                <Autocomplete.GroupLabel className="px-2.5 py-1 text-label text-tertiary">
                  {group.name}
                </Autocomplete.GroupLabel>
              )}
              <Autocomplete.Collection>
                {(item: Choice) => <Row key={item.id} item={item} open={open} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <p id={hint} className="px-2.5 text-label text-tertiary max-sm:hidden">
        {t(chosen.isOther ? "enterNote" : "spaceNote")}
      </p>
    </div>
  );
}

function Row({ item, open }: { item: Choice; open: (href: Route) => void }) {
  const { locale } = useViewer();
  return (
    <Autocomplete.Item
      value={item}
      aria-current={item.isOn ? "true" : undefined}
      onClick={() => open(hrefOf(item.next(false)))}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-small outline-none data-highlighted:bg-chosen max-sm:min-h-11"
    >
      {item.icon}
      <span className="min-w-0 shrink-[0.2] truncate">{item.name}</span>
      {item.note && <span className="min-w-0 truncate text-label text-secondary">{item.note}</span>}
      <span className="ms-auto flex shrink-0 items-center gap-2 text-label text-secondary tabular-nums">
        {item.clicks !== undefined && formatNumber(item.clicks, locale)}
        {item.isOn && <Check aria-hidden className="size-4 text-accent" />}
      </span>
    </Autocomplete.Item>
  );
}

function useGroups(chosen: Chosen, typed: string): Group[] {
  const [t, labels] = [useTexts("stats.scope"), useTexts("stats.labels")];
  const { query } = chosen;
  const { answer } = useAnswer(
    "scope-choices",
    Object.fromEntries(pageParameters({ ...defaultPageQuery, range: query.range })),
  );
  const q = useDebouncedValue(typed.trim(), 150);
  const found = useAnswer("search", q ? { q } : null).answer;
  const wanted = foldText(typed.trim());
  const groupOf = (name: string, all: Choice[]): Group[] => {
    const items = all.filter((each) =>
      foldText(`${each.name} ${each.note ?? ""}`).includes(wanted),
    );
    const shown = wanted ? items : items.slice(0, mostListed);
    return shown.length > 0 ? [{ name, items: shown }] : [];
  };
  const links = [
    ...(answer?.links ?? []),
    ...(found ?? []).map(({ slug, title }) => ({ slug, title, clicks: undefined })),
  ];
  const named = links.filter(
    ({ slug }, index) => links.findIndex((each) => each.slug === slug) === index,
  );
  const { channels = [], campaigns = [], tags = [] } = answer ?? {};
  const { tag = [], slug = [] } = chosen.isOther ? {} : chosen.scope;
  return [
    ...(chosen.isOther ? [] : groupOf("", [allChoice(chosen, t("all"))])),
    // They need not be in the lists.
    ...groupOf(t("chosen"), [
      ...tag.map((name) => tagChoice(chosen, name)),
      ...slug.map((each) => linkChoice(chosen, { slug: each })),
    ]),
    ...groupOf(
      t("campaigns"),
      campaigns.toSorted(unnamedLast).map(({ isNamed, clicks, ...campaign }) => {
        const { label } = campaign;
        const name = isNamed ? label : tagLabel("utm_campaign", label, labels);
        return campaignChoice(chosen, campaign, { name, clicks });
      }),
    ),
    ...groupOf(
      t("channels"),
      channels.toSorted(unnamedLast).flatMap(({ channel, clicks }) => {
        const described = describeChannel(channel);
        if (described.kind === "other") return [];
        return channelChoice(chosen, channel, { name: channelLabel(described, labels), clicks });
      }),
    ),
    ...groupOf(
      t("tags"),
      tags.map(({ name, color }) => tagChoice(chosen, name, <TagDot color={color} />)),
    ),
    ...groupOf(
      t("links"),
      named.map(({ slug, title, clicks }) => linkChoice(chosen, { slug, note: title, clicks })),
    ),
  ];
}

/** What names no campaign or channel comes last. */
const unnamedLast = (a: { isNamed: boolean }, b: { isNamed: boolean }) =>
  Number(b.isNamed) - Number(a.isNamed);

interface View {
  scope: ReportScope;
  filters: Filters;
}

/** Where a choice leads: to it alone, with it or without it; and as what stands beside the page. */
interface Ways {
  alone: View;
  added: View;
  removed: View;
  beside: OtherScope;
}

/** The page that shows it. */
const hrefOf = ({ scope, other, query }: Chosen): Route =>
  pageHref(statisticsPage(scope, other), query);

type Shown = Pick<Choice, "id" | "name" | "icon" | "note" | "clicks" | "isOn">;

function choiceOf(chosen: Chosen, shown: Shown, ways: Ways): Choice {
  const { isOther } = chosen;
  const viewOf = (isAdded: boolean) => (isAdded ? ways.added : ways.alone);
  return {
    ...shown,
    next: (isAdded) => {
      if (isOther) return { ...chosen, other: shown.isOn ? null : ways.beside };
      const { scope, filters } = shown.isOn ? ways.removed : viewOf(isAdded);
      return { ...chosen, scope, query: { ...chosen.query, filters } };
    },
  };
}

/** Without a campaign and a channel. */
function otherFilters({ query }: Chosen): Filters {
  const { utm_campaign: _, ...others } = withChannel(query.filters, null);
  return others;
}

function allChoice(chosen: Chosen, name: string): Choice {
  const { scope, query } = chosen;
  const view = { scope: {}, filters: otherFilters(chosen) };
  const isOn = !scope.tag && !scope.slug && Object.keys(query.filters).length === 0;
  const shown = { id: "all", name, isOn };
  return choiceOf(chosen, shown, { alone: view, added: view, removed: view, beside: {} });
}

function tagChoice(chosen: Chosen, name: string, icon?: ReactNode): Choice {
  const { scope, other, query, isOther } = chosen;
  const { tag = [] } = scope;
  const isThis = (each: string) => tagKey(each) === tagKey(name);
  const isOn = ((isOther ? other?.tag : tag) ?? []).some(isThis);
  const { filters } = query;
  return choiceOf(
    chosen,
    { id: `tag ${name}`, name, icon, isOn },
    {
      alone: { scope: { tag: [name] }, filters: otherFilters(chosen) },
      added: { scope: { ...scope, tag: [...tag, name] }, filters },
      removed: { scope: { ...scope, tag: tag.filter((each) => !isThis(each)) }, filters },
      beside: { tag: [name] },
    },
  );
}

function linkChoice(chosen: Chosen, { slug, ...shown }: { slug: string } & Partial<Shown>): Choice {
  const { other, query, isOther } = chosen;
  const { slug: slugs = [] } = chosen.scope;
  const isOn = ((isOther ? other?.slug : slugs) ?? []).includes(slug);
  const { filters } = query;
  return choiceOf(
    chosen,
    { ...shown, id: `link ${slug}`, name: `/${slug}`, isOn },
    {
      alone: { scope: { slug: [slug] }, filters: otherFilters(chosen) },
      added: { scope: { slug: [...slugs, slug] }, filters },
      removed: { scope: { slug: slugs.filter((each) => each !== slug) }, filters },
      beside: { slug: [slug] },
    },
  );
}

function campaignChoice(
  chosen: Chosen,
  { label, exact }: { label: string; exact?: string | undefined },
  shown: Pick<Shown, "name" | "clicks">,
): Choice {
  const { scope, other, query, isOther } = chosen;
  const { utm_campaign, ...rest } = query.filters;
  const { is, named = [], isNot } = utm_campaign ?? noLabels;
  const [before, value] = exact === undefined ? [is, label] : [named, exact];
  const filterOf = (labels: string[], not: string[]) =>
    exact === undefined ? { is: labels, isNot: not, named } : { is, isNot: not, named: labels };
  const without = filterOf(
    before.filter((each) => each !== value),
    isNot,
  );
  const alone =
    exact === undefined ? { is: [value], isNot: [] } : { is: [], isNot: [], named: [value] };
  return choiceOf(
    chosen,
    {
      ...shown,
      id: `campaign ${exact === undefined} ${label}`,
      isOn: isOther ? other?.campaign === label : before.includes(value),
    },
    {
      alone: { scope: {}, filters: { ...otherFilters(chosen), utm_campaign: alone } },
      added: {
        scope,
        filters: { ...rest, utm_campaign: filterOf([...before, value], isNot) },
      },
      removed: {
        scope,
        filters: hasLabels(without) ? { ...rest, utm_campaign: without } : rest,
      },
      beside: { campaign: label },
    },
  );
}

function channelChoice(
  chosen: Chosen,
  channel: ChannelLabels,
  shown: Pick<Shown, "name" | "clicks">,
): Choice {
  const { scope, other, query, isOther } = chosen;
  const { source, medium } = channel;
  const isBeside = other?.channel?.source === source && other.channel.medium === medium;
  return choiceOf(
    chosen,
    {
      ...shown,
      id: `channel ${JSON.stringify(channel)}`,
      isOn: isOther ? isBeside : isChannelChosen(query.filters, channel),
    },
    {
      alone: { scope: {}, filters: withChannel(otherFilters(chosen), channel) },
      added: { scope, filters: withChannel(query.filters, channel) },
      removed: { scope, filters: withChannel(query.filters, null) },
      beside: { channel: { source, medium } },
    },
  );
}
