import { groupBy } from "@/lib/core/group-by";
import { localDate, startOfDate } from "@/lib/core/local-time";
import type { LinkChange, LinkHistory, PreviewApp } from "@/lib/stats/report/link-history";
import type { LinkReport } from "@/lib/stats/report/link-report";
import type { Standout } from "@/lib/stats/report/set-aside";
import type { Timeline } from "@/lib/stats/report/timeline";
import type { Texts } from "@/lib/texts/translator";

/** Something that happened to a link, at an instant (ISO 8601) or on a day. */
export interface Mark {
  at: string;
  name: string;
  kind: "link" | "preview" | "unusual";
  /** Only the expiry may lie after the last point. */
  isAhead?: boolean;
}

type EventTexts = Texts<"stats.events">;

/** More than these would hide the changes. */
const mostPreviews = 4;

/** What the chart marks in the date range, oldest first. */
export function listMarks(
  { link, dateRange, isFiltered }: LinkReport,
  history: LinkHistory | null,
  now: Date,
  t: EventTexts,
  standouts: readonly Pick<Standout, "hours">[] = [],
): Mark[] {
  const isAhead = link.expiresAt !== null && new Date(link.expiresAt) > now;
  const marks: Mark[] = [
    { at: link.createdAt, name: t("created"), kind: "link" },
    ...(link.expiresAt
      ? [
          {
            at: link.expiresAt,
            name: t(isAhead ? "expires" : "expired"),
            kind: "link" as const,
            isAhead,
          },
        ]
      : []),
    ...(history?.changes ?? []).map((change) => ({
      at: change.at,
      name: changeName(change, t),
      kind: "link" as const,
    })),
    ...firstPreviews(history?.apps ?? [], t),
    ...standouts.flatMap(({ hours }) =>
      hours.map((at) => ({ at, name: t("oneVisitor"), kind: "unusual" as const })),
    ),
    ...(isFiltered ? [] : (history?.unusualDays ?? [])).map(({ date, clicks, usual }) => ({
      at: startOfDate(date, dateRange.timeZone).toISOString(),
      name: t("unusual", { clicks, usual: Math.round(usual) }),
      kind: "unusual" as const,
    })),
  ];
  return marks
    .filter(
      ({ at, isAhead }) =>
        new Date(at) >= dateRange.since && (new Date(at) < dateRange.until || isAhead),
    )
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** One mark for all apps that came first on the same day. */
function firstPreviews(apps: readonly PreviewApp[], t: EventTexts): Mark[] {
  const named = apps
    .filter(({ name }) => name !== "" && name !== "Other")
    .toSorted((a, b) => (a.firstSeenAt < b.firstSeenAt ? -1 : 1));
  return [...groupBy(named, ({ firstSeenAt }) => firstSeenAt.slice(0, 10)).values()]
    .slice(0, mostPreviews)
    .map((ofDay) => ({
      at: ofDay[0]?.firstSeenAt ?? "",
      name: t("firstPreview", { apps: t.list(ofDay.map(({ name }) => name)) }),
      kind: "preview",
    }));
}

function changeName({ kind, before }: LinkChange, t: EventTexts): string {
  if (kind === "enabled" || kind === "disabled") return t(kind);
  if (kind === "renamed" || kind === "tagged" || kind === "untagged")
    return t(kind, { before: before ?? "" });
  return before ? t("destinationWas", { before }) : t("destination");
}

/** The marks by the point of the chart that they fall into. Those outside of it are left out. */
export function placeMarks(
  marks: readonly Mark[],
  {
    points,
    upcoming,
    interval,
    timeZone,
  }: Pick<Timeline, "points" | "upcoming" | "interval" | "timeZone">,
): { start: string; names: string[]; kind: Mark["kind"] }[] {
  const starts = [...points.map(({ start }) => start), ...upcoming];
  const begins = starts.map((start) =>
    (interval === "hour" ? new Date(start) : startOfDate(start, timeZone)).getTime(),
  );
  const placed = new Map<string, { names: string[]; kind: Mark["kind"] }>();
  for (const { at, name, kind, isAhead } of marks) {
    const start =
      starts[
        Math.max(
          0,
          begins.findLastIndex((begin) => begin <= Date.parse(at)),
        )
      ];
    if (start === undefined || (isAhead && !upcoming.includes(localDate(new Date(at), timeZone))))
      continue;
    const own = placed.get(start) ?? { names: [], kind };
    if (!own.names.includes(name)) own.names.push(name);
    placed.set(start, own);
  }
  return [...placed].map(([start, mark]) => ({ start, ...mark }));
}
