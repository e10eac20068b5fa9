"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { Card, CardHead, CardTitle } from "../../ui/card";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs";
import { type Breakdown, type BreakdownPlace, RowList } from "./breakdown-rows";

const shortLength = 7;
/** Longer lists open in a dialog with a search. */
const dialogLength = 20;

const BreakdownDialog = lazy(() => import("./breakdown-dialog"));

/** Clicks by dimension. Clicking a row filters the whole page by it. */
export function BreakdownCard({
  title,
  breakdowns,
  page,
  query,
  foot,
}: {
  title: string;
  breakdowns: Breakdown[];
  page: string;
  query: PageQuery;
  foot?: ReactNode;
}) {
  const [first] = breakdowns;
  const [tab, setTab] = useState(
    breakdowns.find(({ filter }) => query.filters[filter])?.filter ?? first?.filter,
  );
  return (
    <Card className="flex flex-col">
      <Tabs value={tab} onValueChange={setTab} className="flex flex-1 flex-col">
        <CardHead ruled>
          <CardTitle>{title}</CardTitle>
          {breakdowns.length > 1 && (
            <TabList aria-label={title}>
              {breakdowns.map(({ filter, tab: name }) => (
                <Tab key={filter} value={filter}>
                  {name}
                </Tab>
              ))}
            </TabList>
          )}
        </CardHead>
        {breakdowns.map((breakdown) =>
          breakdowns.length > 1 ? (
            <TabPanel
              key={breakdown.filter}
              value={breakdown.filter}
              className="flex flex-1 flex-col"
            >
              <Rows {...{ breakdown, page, query, foot }} />
            </TabPanel>
          ) : (
            <Rows key={breakdown.filter} {...{ breakdown, page, query, foot }} />
          ),
        )}
      </Tabs>
    </Card>
  );
}

function Rows({ breakdown, page, query, foot }: BreakdownPlace & { foot: ReactNode }) {
  const { rows, showAll } = breakdown;
  const [isLong, setLong] = useState(false);
  const isDialog = rows.length >= dialogLength;
  if (rows.length === 0)
    return <p className="px-(--space-pad) py-4 text-secondary">No clicks in this range.</p>;
  return (
    <>
      {breakdown.picture}
      <div className="px-3 pt-1 max-sm:px-2">
        <RowList
          {...{ breakdown, page, query }}
          rows={isLong && !isDialog ? rows : rows.slice(0, shortLength)}
        />
      </div>
      <div className="mt-auto flex min-h-10 items-center justify-between gap-4 px-(--space-pad) pt-1.5 pb-2.5 text-secondary text-small max-sm:min-h-11">
        {rows.length > shortLength && (
          <button
            type="button"
            {...(isDialog ? { "aria-haspopup": "dialog" as const } : { "aria-expanded": isLong })}
            onClick={() => setLong(!isLong)}
            className="min-h-6 rounded-bar underline-offset-3 hover:underline max-sm:min-h-11"
          >
            {isLong && !isDialog ? "Show less" : showAll}
          </button>
        )}
        {foot}
      </div>
      <Suspense>
        {isLong && isDialog && (
          <BreakdownDialog {...{ breakdown, page, query }} onClose={() => setLong(false)} />
        )}
      </Suspense>
    </>
  );
}
