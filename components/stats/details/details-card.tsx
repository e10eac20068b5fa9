import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { type DetailName, hasBots, type PageQuery } from "@/lib/stats/query/page-query";
import { Card, CardHead } from "../../ui/card";
import { Waiting } from "../../ui/waiting";
import { pageHref } from "../page-address";

/** The last card of a page with a report. Only what is chosen is read. */
export function DetailsCard({
  page,
  query,
  tabs,
  live,
  children,
}: {
  page: string;
  query: PageQuery;
  tabs: readonly DetailName[];
  /** Keeps the page up to date. */
  live: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts("stats.details");
  const shown = tabs.filter((tab) => tab !== "bots" || hasBots(query.filters));
  return (
    <Card id="more" aria-label={t("label")} className="scroll-mt-20">
      <CardHead ruled className="max-sm:pe-1">
        <nav
          aria-label={t("moreTabs")}
          className="flex min-w-0 flex-1 gap-4 self-stretch overflow-x-auto [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-20px),transparent)] max-sm:rtl:[mask-image:linear-gradient(to_left,#000_calc(100%-20px),transparent)] max-sm:after:w-1 max-sm:after:shrink-0"
        >
          {shown.map((tab) => (
            <NextLink
              key={tab}
              href={pageHref(page, query, { more: tab })}
              prefetch={false}
              scroll={false}
              aria-current={tab === query.more ? "true" : undefined}
              className="relative -mb-px flex min-h-11 shrink-0 items-center whitespace-nowrap px-px text-secondary text-small after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-text focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-text aria-[current]:after:bg-accent max-sm:min-w-9 max-sm:justify-center"
            >
              {t(`tabs.${tab}`)}
              <Waiting className="absolute inset-x-0 bottom-0" />
            </NextLink>
          ))}
        </nav>
        <span className="ms-auto flex items-center print:hidden">{live}</span>
      </CardHead>
      {children}
    </Card>
  );
}
