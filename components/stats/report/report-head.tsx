import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ListChecks } from "@/components/stats/icons";
import { ChevronDown, X } from "@/components/ui/icons";
import { hasFilters } from "@/lib/stats/query/filters";
import { buttonStyle } from "../../ui/button";
import { pageHref } from "../page-address";
import { FilterChips } from "./filter-chips";
import type { Chosen } from "./scope-choices";
import { scopeName } from "./scope-name";
import { ScopePanel } from "./scope-panel";

/** The head of the statistics page, which its scope names. */
export function ReportHead({ children }: { children: ReactNode }) {
  const t = useTexts("common.nav");
  return (
    <header className="flex min-h-14 items-center gap-2 bg-page py-2.5 max-sm:flex-wrap max-sm:gap-y-1.5 max-sm:py-1 sm:sticky sm:top-0 sm:z-5 print:hidden">
      <h1 className="sr-only">{t("statistics")}</h1>
      {children}
    </header>
  );
}

/** What the page is about, with what it is filtered by. */
export function ScopeOfPage({
  chosen,
  page,
  locale,
}: {
  chosen: Omit<Chosen, "isOther">;
  page: string;
  locale: string;
}) {
  const [t, filters] = [useTexts("stats.scope"), useTexts("stats.filters")];
  const labels = useTexts("stats.labels");
  const { scope, query } = chosen;
  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:w-full sm:max-w-80">
      <ScopePanel
        label={t("label")}
        className="flex-1"
        chosen={{ ...chosen, isOther: false }}
        button={
          <>
            <ListChecks aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">
              {scopeName(scope, query, { t, labels, filters, locale })}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary max-sm:ms-auto" />
          </>
        }
      >
        <FilterChips {...{ page, query, locale }} />
      </ScopePanel>
      {hasFilters(query.filters) && (
        <NextLink
          href={pageHref(page, query, { filters: {} })}
          prefetch={false}
          scroll={false}
          aria-label={filters("clearLong")}
          className={buttonStyle({ variant: "bare", size: "icon" })}
        >
          <X aria-hidden className="size-4" />
        </NextLink>
      )}
    </div>
  );
}
