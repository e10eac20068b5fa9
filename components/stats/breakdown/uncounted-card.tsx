import type { ReactNode } from "react";
import { formatNumber, formatShare } from "@/lib/core/format";
import type { UncountedEntry } from "@/lib/stats/report/uncounted";
import { BarLabel } from "../../ui/bar";
import { Card, CardHead, CardTitle } from "../../ui/card";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs";

type Kind = UncountedEntry["kind"];

const groups: {
  id: string;
  tab: string;
  head: string;
  kinds: Kind[];
  says: string;
  tint: "bots" | "accent";
}[] = [
  {
    id: "previews",
    tab: "Previews",
    head: "App",
    kinds: ["unfurler"],
    says: "Link previews fetched by chat and social apps.",
    tint: "bots",
  },
  {
    id: "crawlers",
    tab: "Crawlers",
    head: "Crawler",
    kinds: ["crawler"],
    says: "Search engines, monitors and other programs that identify themselves.",
    tint: "accent",
  },
  {
    id: "other",
    tab: "Other",
    head: "Request",
    kinds: ["prefetch", "head", "owner", "previewPage"],
    says: "Prefetches, HEAD requests, preview pages, and visits of owners that are left out.",
    tint: "accent",
  },
];

const kindNames: Partial<Record<Kind, string>> = {
  prefetch: "Prefetch or prerender",
  head: "HEAD request",
  owner: "Owner's visit",
  previewPage: "Preview page",
};
const most = 50;

/** Uncounted visits in the date range, by kind and name. */
export function UncountedCard({
  entries,
  foot,
  locale,
}: {
  entries: UncountedEntry[];
  foot?: ReactNode;
  locale: string;
}) {
  const listed = groups.map((group) => {
    const own = entries.filter(({ kind }) => group.kinds.includes(kind));
    return { ...group, entries: own, total: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return (
    <Card className="flex flex-col">
      <Tabs
        defaultValue={(listed.find(({ total }) => total > 0) ?? listed[0])?.id}
        className="flex flex-1 flex-col"
      >
        <CardHead ruled className="max-sm:flex-wrap max-sm:gap-y-0 max-sm:pt-3">
          <CardTitle className="max-sm:basis-full">Bots and previews</CardTitle>
          <TabList aria-label="Bots and previews" className="max-sm:ml-0">
            {listed.map(({ id, tab, total }) => (
              <Tab key={id} value={id}>
                {tab} <span className="tabular-nums">{formatNumber(total, locale)}</span>
              </Tab>
            ))}
          </TabList>
        </CardHead>
        {listed.map((group) => (
          <TabPanel key={group.id} value={group.id} className="flex flex-1 flex-col">
            {group.entries.length === 0 ? (
              <p className="px-(--space-pad) py-4 text-secondary">None in this range.</p>
            ) : (
              <Entries {...group} locale={locale} />
            )}
            <p className="mt-auto px-(--space-pad) pt-1.5 pb-3 text-secondary text-small">
              {group.says} {foot}
            </p>
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  );
}

const columns = "grid grid-cols-[minmax(0,1fr)_56px_48px] items-center px-2";

function Entries({
  head,
  entries,
  total,
  tint,
  locale,
}: (typeof groups)[number] & { entries: UncountedEntry[]; total: number; locale: string }) {
  const highest = entries[0]?.count ?? 1;
  return (
    <div className="px-3 pt-1 max-sm:px-2">
      <div
        aria-hidden
        className={`${columns} py-1.5 text-label text-tertiary [&>span+span]:text-right`}
      >
        <span>{head}</span>
        <span>Times</span>
        <span>Share</span>
      </div>
      <ul
        aria-label={head}
        {...(entries.length > 8 ? { tabIndex: 0 } : {})}
        className="max-h-[224px] overflow-y-auto focus-visible:-outline-offset-2 max-sm:max-h-[288px]"
      >
        {entries.slice(0, most).map(({ kind, name, count }) => (
          <li key={`${kind} ${name}`} className={columns}>
            <BarLabel share={count / highest} tint={tint}>
              <span className="truncate">{name || kindNames[kind] || "Unnamed"}</span>
            </BarLabel>
            <span className="text-right font-medium tabular-nums">
              {formatNumber(count, locale)}
            </span>
            <span className="text-right text-secondary text-small tabular-nums">
              {formatShare(count, total, locale)}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > most && (
        <p className="px-2 pt-2 text-secondary text-small">
          {formatNumber(entries.length - most, locale)} more with fewer visits are not listed.
        </p>
      )}
    </div>
  );
}
