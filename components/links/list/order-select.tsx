"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { BrowseQuery, LinkSort } from "@/lib/stats/list/browse-links";
import { linksHref } from "../links-href";
import { orderNames } from "./order-names";

/** The sort order, as a native select. */
export function OrderSelect({ query, className }: { query: BrowseQuery; className: string }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  // Uncontrolled, so that it shows the new order while that loads.
  return (
    <select
      key={query.sort}
      aria-label="Sort"
      data-pending={pending || undefined}
      defaultValue={query.sort}
      onChange={({ target }) =>
        start(() =>
          router.push(linksHref(query, { sort: target.value as LinkSort }), { scroll: false }),
        )
      }
      className={className}
    >
      {Object.entries(orderNames).map(([sort, name]) => (
        <option key={sort} value={sort}>
          {name}
        </option>
      ))}
    </select>
  );
}
