import Link from "next/link";
import { useTexts } from "#texts";
import { formatMatches } from "@/lib/core/format";
import { type BrowseQuery, type LinkFilter, linkFilters } from "@/lib/stats/list/browse-links";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { ScrollRow } from "../../ui/scroll-row";
import { Waiting } from "../../ui/waiting";
import { linksHref } from "../links-href";

/** Shown only if there are any. */
const rare: ReadonlySet<LinkFilter> = new Set([
  ...(["usedUp", "scheduled", "protected", "moved", "outside"] as const),
]);

/** A pressed filter looks chosen at once, and the one before no longer. */
const pressed =
  "relative has-[[data-pending]]:border-accent-line has-[[data-pending]]:bg-accent-chip has-[[data-pending]]:text-accent-ink group-has-[[data-pending]]/filters:not-has-[[data-pending]]:border-hairline-strong group-has-[[data-pending]]/filters:not-has-[[data-pending]]:bg-surface group-has-[[data-pending]]/filters:not-has-[[data-pending]]:text-secondary";

/** State filters with the number of search results in each state. */
export function LinkFilters({
  query,
  counts,
  locale,
  isShort,
}: {
  query: BrowseQuery;
  counts: Record<LinkFilter, number>;
  locale: string;
  /** For a list so short that states without links would be most of what stands above it. */
  isShort: boolean;
}) {
  const t = useTexts("links.list");
  const filters = useTexts("links.filters");
  const isMine = query.createdBy === "me";
  return (
    <ScrollRow
      label={t("state")}
      current={`${query.state} ${query.createdBy ?? ""}`}
      className="group/filters flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4"
    >
      {linkFilters
        .filter(
          (state) => !(isShort || rare.has(state)) || counts[state] > 0 || query.state === state,
        )
        .map((state) => (
          <Link
            key={state}
            href={linksHref(query, { state })}
            prefetch={false}
            scroll={false}
            aria-current={query.state === state ? "true" : undefined}
            className={cn(chipStyle({ on: query.state === state }), pressed)}
          >
            <Waiting className="absolute inset-x-2 bottom-0" />
            {filters(`states.${state}`)}{" "}
            <small>{formatMatches(counts[state], query, locale)}</small>
          </Link>
        ))}
      <Link
        href={linksHref(query, { createdBy: isMine ? undefined : "me" })}
        prefetch={false}
        scroll={false}
        aria-current={isMine ? "true" : undefined}
        title={t("mineNote")}
        className={cn(chipStyle({ on: isMine }), "relative")}
      >
        <Waiting className="absolute inset-x-2 bottom-0" />
        {t("mine")}
      </Link>
    </ScrollRow>
  );
}
