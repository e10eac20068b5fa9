"use client";

import NextLink from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { Campaign } from "@/lib/stats/report/campaigns";
import { ForEditors } from "../../layout/role";
import { slugsHref } from "../../links/links-href";
import { ShortLink } from "../../links/short-link";
import { buttonStyle } from "../../ui/button";
import { linkPageHref, pageHref } from "../page-address";

/**
 * The row of a campaign, `children`, which opens to its sources and links. These are rendered once it
 * is opened: they are most of the page.
 */
export function CampaignDetails({
  name,
  links,
  shown,
  count,
  sources,
  only,
  spellings,
  page,
  query,
  filtered,
  locale,
  children,
}: {
  name: string;
  /** All, or the first. */
  links: Campaign["links"];
  /** How many of them the page shows. */
  shown: number;
  count: number;
  sources: string;
  /** What the button says that leaves only its clicks. */
  only: "only" | "onlyClicks" | null;
  /** Of this campaign. Each is still a campaign of its own. */
  spellings: string[];
  page: string;
  query: PageQuery;
  /** With only the clicks of this row. */
  filtered: PageQuery;
  locale: string;
  children: ReactNode;
}) {
  const t = useTexts("stats.campaigns");
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It may have been opened before this script came.
  useEffect(() => setOpen(details.current?.open ?? false), []);
  return (
    <details
      ref={details}
      className="group/row"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="campaign-row h-10 cursor-pointer list-none tabular-nums hover:bg-hover focus-visible:-outline-offset-2 max-sm:h-12 [&::-webkit-details-marker]:hidden">
        {children}
      </summary>
      {isOpen && (
        <div className="border-hairline border-b bg-sunken py-2 text-small">
          <ul aria-label={t("linksOf", { campaign: name })}>
            {links.slice(0, shown).map(({ slug, title, clicks }) => (
              <li key={slug}>
                <NextLink
                  href={linkPageHref(slug, filtered, { more: "clicks" })}
                  prefetch={false}
                  className="campaign-row min-h-8 hover:underline max-sm:min-h-11"
                >
                  <span />
                  <span className="flex min-w-0 gap-2 md:col-span-3">
                    <ShortLink slug={slug} className="min-w-[12ch] truncate" />
                    <span className="min-w-0 truncate text-secondary">{title}</span>
                  </span>
                  <span className="text-end tabular-nums">{formatNumber(clicks, locale)}</span>
                </NextLink>
              </li>
            ))}
          </ul>
          <div className="pe-(--space-pad) ps-[calc(var(--space-pad)+32px)] max-sm:ps-(--space-pad)">
            <p className="py-2 text-secondary [overflow-wrap:anywhere]">{sources}</p>
            <div className="flex flex-wrap gap-2">
              {only && (
                <NextLink
                  href={pageHref(page, filtered)}
                  prefetch={false}
                  className={buttonStyle({ size: "small" })}
                >
                  {t(only)}
                </NextLink>
              )}
              {spellings.length > 0 && (
                <NextLink
                  href={pageHref(page, {
                    ...query,
                    filters: { ...query.filters, utm_campaign: { is: spellings, isNot: [] } },
                  })}
                  prefetch={false}
                  title={t.list(spellings)}
                  className={buttonStyle({ size: "small" })}
                >
                  {t("together", { count: spellings.length })}
                </NextLink>
              )}
              {links.length === count && (
                <NextLink
                  href={slugsHref(links.map(({ slug }) => slug))}
                  prefetch={false}
                  className={buttonStyle({ size: "small" })}
                >
                  <ForEditors otherwise={t("show", { count })}>{t("select", { count })}</ForEditors>
                </NextLink>
              )}
            </div>
          </div>
        </div>
      )}
    </details>
  );
}
