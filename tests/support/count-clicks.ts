import { isoDate } from "@/lib/core/day";
import type { DimensionName } from "@/lib/stats/query/dimensions";
import type { LabelCount } from "@/lib/stats/report/read-statistics";
import type { Click } from "@/lib/visits/describe/describe-click";

/** The reference for all statistics: raw clicks, counted one by one. */
export interface Counted {
  total: number;
  lastClickedAt: string | null;
  firstDayClicks: number;
  clicks: number;
  uniqueVisitors: number;
  days: { date: string; clicks: number; uniqueVisitors: number }[];
  hours: { start: string; clicks: number; uniqueVisitors: number }[];
  breakdowns: Record<string, LabelCount[]>;
  recent: string[];
}

/**
 * `isNamed`: a visitor sent the label that clicks without one have. `sent`: which of a pair were
 * sent.
 */
type LabelOf = (
  click: Click,
) => [label: string, detail: string | null, isNamed?: boolean, sent?: LabelCount["sent"]];

const tag = (value: string | null): ReturnType<LabelOf> => [
  value ?? "None",
  null,
  value === "None",
];

const pair = (label: string | null, detail: string | null): ReturnType<LabelOf> => [
  label ?? "None",
  detail ?? "None",
  false,
  [
    ...(label === "None" ? (["label"] as const) : []),
    ...(detail === "None" ? (["detail"] as const) : []),
  ],
];

const labelsOf = {
  referrer: ({ referrer }) => [referrer ?? "Direct", null],
  country: ({ country }) => [country ?? "Unknown", null],
  region: ({ region, country }) => [region ?? "Unknown", region === null ? null : country],
  city: ({ city, country }) => [city ?? "Unknown", city === null ? null : country],
  device: ({ device }) => [device, null],
  browser: ({ browser }) => [browser, null],
  os: ({ os }) => [os, null],
  locale: ({ locale }) => [locale ?? "Unknown", null],
  source: ({ utmSource }) => tag(utmSource),
  medium: ({ utmMedium }) => tag(utmMedium),
  campaign: ({ utmCampaign }) => tag(utmCampaign),
  campaignSource: ({ utmCampaign, utmSource }) => pair(utmCampaign, utmSource),
  campaignMedium: ({ utmCampaign, utmMedium }) => pair(utmCampaign, utmMedium),
  destination: ({ destination }) => [destination ?? "default", null],
  domain: ({ domain }) => [domain ?? "default", null],
  sourceMedium: ({ utmSource, utmMedium }) => pair(utmSource, utmMedium),
} satisfies Record<DimensionName, LabelOf>;

/** Counts all clicks of one link over the days from `since` to `until` (exclusive). */
export function countClicks(
  clicks: readonly Click[],
  linkCreatedAt: Date,
  { since, until }: { since: Date; until: Date },
  passes: (click: Click) => boolean = () => true,
): Counted {
  const inWindow = clicks.filter(
    (click) => click.createdAt >= since && click.createdAt < until && passes(click),
  );
  const first = linkCreatedAt.getTime();
  const latestFirst = [...clicks].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  );
  const points = (stepMs: number) => {
    const own = new Map<number, Click[]>();
    for (const click of inWindow) {
      const start = Math.floor(click.createdAt.getTime() / stepMs) * stepMs;
      own.set(start, [...(own.get(start) ?? []), click]);
    }
    return Array.from({ length: (until.getTime() - since.getTime()) / stepMs }, (_, index) => {
      const start = since.getTime() + index * stepMs;
      const clicks = own.get(start) ?? [];
      return {
        start: new Date(start),
        clicks: clicks.length,
        uniqueVisitors: countVisitors(clicks),
      };
    });
  };
  return {
    total: clicks.length,
    lastClickedAt: latestFirst[0]?.createdAt.toISOString() ?? null,
    firstDayClicks: clicks.filter(
      ({ createdAt }) => createdAt.getTime() >= first && createdAt.getTime() < first + 86_400_000,
    ).length,
    clicks: inWindow.length,
    uniqueVisitors: countVisitors(inWindow),
    days: points(86_400_000).map(({ start, ...rest }) => ({ date: isoDate(start), ...rest })),
    hours: points(3_600_000).map(({ start, ...rest }) => ({ start: start.toISOString(), ...rest })),
    breakdowns: Object.fromEntries(
      Object.entries(labelsOf).map(([name, labelOf]) => [name, countLabels(inWindow, labelOf)]),
    ),
    recent: latestFirst.slice(0, 20).map(({ createdAt }) => createdAt.toISOString()),
  };
}

function countVisitors(clicks: readonly Click[]): number {
  return new Set(clicks.map(({ visitor }) => visitor)).size;
}

function countLabels(clicks: readonly Click[], labelOf: LabelOf) {
  const counts = new Map<string, LabelCount>();
  for (const click of clicks) {
    const [label, detail, isNamed = false, sent = []] = labelOf(click);
    const key = JSON.stringify([label, detail, sent]);
    const { count, named = 0 } = counts.get(key) ?? { count: 0 };
    const all = named + Number(isNamed);
    counts.set(key, {
      ...{ label, detail, count: count + 1 },
      ...(all > 0 ? { named: all } : {}),
      ...(sent.length > 0 ? { sent } : {}),
    });
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.count - a.count ||
      compare(a.label, b.label) ||
      compare(a.detail ?? "", b.detail ?? "") ||
      isSent(a, "label") - isSent(b, "label") ||
      isSent(a, "detail") - isSent(b, "detail"),
  );
}

const isSent = ({ sent = [] }: LabelCount, tag: "label" | "detail") => Number(sent.includes(tag));

/** By code point, like the database's collation "C". */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
