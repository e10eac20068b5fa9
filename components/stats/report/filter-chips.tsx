import NextLink from "next/link";
import { X } from "@/components/ui/icons";
import { negated, toggled } from "@/lib/stats/query/change-filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { FilterName } from "@/lib/stats/query/query";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Waiting } from "../../ui/waiting";
import { filterTitles, labelName } from "../label-names";
import { pageHref } from "../page-address";

interface Chosen {
  name: FilterName;
  label: string;
  isNot: boolean;
}

/** The active filters. Each can be negated (is, is not) or removed. */
export function FilterChips({ page, query }: { page: string; query: PageQuery }) {
  const chosen = listChosen(query);
  if (chosen.length === 0) return null;
  return (
    <nav aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2">
      {chosen.map((filter) => (
        <FilterChip key={`${filter.name} ${filter.label}`} {...filter} page={page} query={query} />
      ))}
      <NextLink
        href={pageHref(page, query, { filters: {} })}
        prefetch={false}
        scroll={false}
        className="rounded-bar px-1 py-1 text-secondary text-small underline-offset-3 hover:underline"
      >
        Clear all
      </NextLink>
    </nav>
  );
}

function FilterChip({
  name,
  label,
  isNot,
  page,
  query,
}: Chosen & { page: string; query: PageQuery }) {
  const said = `${filterTitles[name]} ${isNot ? "is not" : "is"} ${labelName(name, label)}`;
  return (
    <span className={cn(chipStyle({ on: true }), "gap-0 p-0")}>
      <NextLink
        href={pageHref(page, query, { filters: negated(query.filters, name, label) })}
        prefetch={false}
        scroll={false}
        title={`${said}. Click to ${isNot ? "show only this" : "exclude this"}`}
        className="flex h-full max-w-[min(60vw,320px)] items-center gap-1 truncate rounded-s-chip pe-1 ps-2.5 hover:bg-accent-tint"
      >
        {filterTitles[name]}{" "}
        <span className={isNot ? "font-semibold" : "font-normal"}>{isNot ? "is not" : "is"}</span>
        <span className={cn("truncate", name.startsWith("utm_") && "mono")}>
          {labelName(name, label)}
        </span>
        <Waiting className="w-3" />
      </NextLink>
      <NextLink
        href={pageHref(page, query, { filters: toggled(query.filters, name, label) })}
        prefetch={false}
        scroll={false}
        aria-label={`Remove the filter: ${said}`}
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
    ...(filters[name]?.isNot ?? []).map((label) => ({ name, label, isNot: true })),
  ]);
}
