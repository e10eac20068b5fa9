import NextLink from "next/link";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import { negated, toggled, toggledNamed } from "@/lib/stats/query/change-filters";
import { absentLabel } from "@/lib/stats/query/filter-parameters";
import type { FilterName } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Waiting } from "../../ui/waiting";
import { labelName } from "../label-names";
import { pageHref } from "../page-address";

interface Chosen {
  name: FilterName;
  label: string;
  isNot: boolean;
  /** What visitors sent, though it is also the label of clicks without a value; empty for those. */
  isNamed?: boolean;
}

interface ChipsProps {
  page: string;
  query: PageQuery;
  locale: string;
}

/** The active filters. Each can be negated (is, is not) or removed. */
export function FilterChips({ page, query, locale }: ChipsProps) {
  const t = useTexts("stats.filters");
  const chosen = listChosen(query);
  if (chosen.length === 0) return null;
  return (
    <nav aria-label={t("label")} className="mb-3 flex flex-wrap items-center gap-2">
      {chosen.map((filter) => (
        <FilterChip
          key={`${filter.name} ${filter.label} ${filter.isNamed}`}
          {...filter}
          {...{ page, query, locale }}
        />
      ))}
      <NextLink
        href={pageHref(page, query, { filters: {} })}
        prefetch={false}
        scroll={false}
        className="rounded-bar px-1 py-1 text-secondary text-small underline-offset-3 hover:underline max-sm:py-3 print:hidden"
      >
        {t("clear")}
      </NextLink>
    </nav>
  );
}

function FilterChip({ name, label, isNot, isNamed, page, query, locale }: Chosen & ChipsProps) {
  const t = useTexts("stats.filters");
  const context = { labels: useTexts("stats.labels"), locale };
  const said = {
    name: t(`names.${name}`),
    label:
      isNamed && label !== "" ? `"${label}"` : labelName(name, label || absentLabel(name), context),
  };
  const without = isNamed
    ? toggledNamed(query.filters, name, label)
    : toggled(query.filters, name, label);
  const other = isNamed ? without : negated(query.filters, name, label);
  return (
    <span className={cn(chipStyle({ on: true }), "gap-0 p-0")}>
      <NextLink
        href={pageHref(page, query, { filters: other })}
        prefetch={false}
        scroll={false}
        title={t(isNamed ? "remove" : isNot ? "isNotNote" : "isNote", said)}
        className="flex h-full max-w-[min(60vw,320px)] items-center gap-1 truncate rounded-s-chip pe-1 ps-2.5 hover:bg-accent-tint"
      >
        {t.rich(isNot ? "isNot" : "is", {
          name: said.name,
          verb: (text) => <span className={isNot ? "font-semibold" : "font-normal"}>{text}</span>,
          label: () => (
            <span className={cn("truncate", name.startsWith("utm_") && "mono")}>{said.label}</span>
          ),
        })}
        <Waiting className="w-3" />
      </NextLink>
      <NextLink
        href={pageHref(page, query, { filters: without })}
        prefetch={false}
        scroll={false}
        aria-label={t(isNot ? "removeNot" : "remove", said)}
        className="grid h-full w-7 place-items-center rounded-e-chip hover:bg-accent-tint max-sm:w-9"
      >
        <X aria-hidden className="size-3.5" />
      </NextLink>
    </span>
  );
}

function listChosen({ filters }: PageQuery): Chosen[] {
  return (Object.keys(filters) as FilterName[]).flatMap((name) => [
    ...(filters[name]?.is ?? []).map((label) => ({ name, label, isNot: false })),
    ...(filters[name]?.named ?? []).map((label) => ({
      ...{ name, label },
      isNot: false,
      isNamed: true,
    })),
    ...(filters[name]?.isNot ?? []).map((label) => ({ name, label, isNot: true })),
  ]);
}
