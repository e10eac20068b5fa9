"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTexts } from "#texts";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { Card, CardHead, CardTitle } from "../../ui/card";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs";
import { type Breakdown, type BreakdownPlace, RowList } from "./breakdown-rows";

const shortLength = 5;

const BreakdownDialog = lazy(() => import("./breakdown-dialog"));

/** What a tab shows in place of rows. */
interface Panel {
  tab: string;
  content: ReactNode;
}

/**
 * Clicks by dimension. Clicking a row filters the whole page by it. `first` and `last`: further
 * tabs.
 */
export function BreakdownCard({
  title,
  breakdowns,
  page,
  query,
  first,
  last,
  foot,
}: {
  title: string;
  breakdowns: Breakdown[];
  page: string;
  query: PageQuery;
  first?: Panel | undefined;
  last?: Panel | undefined;
  foot?: ReactNode;
}) {
  const panels: Panel[] = [
    ...(first ? [first] : []),
    ...breakdowns.map((breakdown) => ({
      tab: breakdown.tab,
      content: <Rows {...{ breakdown, page, query, foot }} />,
    })),
    ...(last ? [last] : []),
  ];
  const filtered = breakdowns.find(({ filter }) =>
    filter === "channel" ? query.filters.utm_source : filter !== "link" && query.filters[filter],
  );
  const [chosen, setTab] = useState((first ?? filtered)?.tab);
  // The one chosen may be gone with another date range.
  const tab = (panels.find((each) => each.tab === chosen) ?? panels[0])?.tab;
  return (
    <Card aria-label={title} className="flex min-h-[264px] flex-col">
      <Tabs value={tab} onValueChange={setTab} className="flex flex-1 flex-col">
        <CardHead ruled>
          <CardTitle>{title}</CardTitle>
          {panels.length > 1 && (
            <TabList aria-label={title}>
              {panels.map((each) => (
                <Tab key={each.tab} value={each.tab}>
                  {each.tab}
                </Tab>
              ))}
            </TabList>
          )}
        </CardHead>
        {panels.map((each) =>
          panels.length > 1 ? (
            <TabPanel key={each.tab} value={each.tab} className="flex flex-1 flex-col">
              {each.content}
            </TabPanel>
          ) : (
            each.content
          ),
        )}
      </Tabs>
    </Card>
  );
}

function Rows({ breakdown, page, query, foot }: BreakdownPlace & { foot: ReactNode }) {
  const t = useTexts("stats.breakdown");
  const { rows, unit } = breakdown;
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0)
    return <p className="px-(--space-pad) py-4 text-secondary">{t("noClicks")}</p>;
  return (
    <>
      <div className="px-3 pt-1 max-sm:px-2">
        <RowList {...{ breakdown, page, query }} rows={rows.slice(0, shortLength)} />
      </div>
      <div className="mt-auto flex min-h-9 items-center justify-between gap-4 px-(--space-pad) pb-1.5 text-secondary text-small max-sm:min-h-11">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t("named", { name: t("details"), value: unit })}
          onClick={() => setOpen(true)}
          className="min-h-6 rounded-bar underline-offset-3 hover:underline max-sm:min-h-11"
        >
          {t("details")}
        </button>
        {foot}
      </div>
      <Suspense>
        {isOpen && (
          <BreakdownDialog {...{ breakdown, page, query }} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
