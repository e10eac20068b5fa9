"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import type { BrowseQuery, LinkSort } from "@/lib/stats/list/browse-links";
import { useOnlineRouter } from "../../ui/use-online-router";
import { linksHref } from "../links-href";

const orders: readonly LinkSort[] = ["newest", "clicks", "last-click"];

/** The sort order, as a native select. */
export function OrderSelect({ query, className }: { query: BrowseQuery; className: string }) {
  const t = useTexts("links.search");
  const filters = useTexts("links.filters");
  const { push } = useOnlineRouter();
  const [pending, start] = useTransition();
  // Uncontrolled, so that it shows the new order while that loads.
  return (
    <select
      key={query.sort}
      aria-label={t("sort")}
      data-pending={pending || undefined}
      defaultValue={query.sort}
      onChange={({ target }) =>
        start(() => {
          const sort = target.value as LinkSort;
          if (!push(linksHref(query, { sort }), { scroll: false })) target.value = query.sort;
        })
      }
      className={className}
    >
      {orders.map((sort) => (
        <option key={sort} value={sort}>
          {filters(`orders.${sort}`)}
        </option>
      ))}
    </select>
  );
}
