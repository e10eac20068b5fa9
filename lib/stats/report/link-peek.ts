import { originOf } from "../../config/env";
import { getLink } from "../../links/get-link";
import type { Link } from "../../links/link";
import { listEdits } from "../../links/list-edits";
import { findIcons } from "../../previews/host-icons";
import { intervalOf, parsePageQuery, toStatisticsQuery } from "../query/page-query";
import { getChannelBoard } from "./channel-board";
import { getLinkReport } from "./link-report";
import { type Change, isCovered, sameStretch } from "./same-stretch";
import { type Timeline, timelineOf } from "./timeline";

/** A link at a glance: its clicks in the range that pages begin with, channels and history. */
export interface LinkPeek {
  link: Link;
  /** The address of its destination's icon. */
  icon: string | undefined;
  clicks: number;
  /** Without today; null if the link did not exist in all of the range before. */
  change: Change | null;
  days: number;
  timeline: Timeline;
  channels: { name: string; clicks: number }[];
  edits: Awaited<ReturnType<typeof listEdits>>;
}

/** Throws `not_found`. */
export async function getLinkPeek(slug: string, timeZone: string, now: Date): Promise<LinkPeek> {
  const link = await getLink(slug);
  const query = parsePageQuery({}, timeZone);
  const statistics = toStatisticsQuery(query, link, now);
  const { dateRange } = statistics;
  const [report, board, edits, icons] = await Promise.all([
    getLinkReport(slug, statistics, { breakdowns: [], recent: 0 }),
    getChannelBoard(link, dateRange, now, originOf(link.domain)),
    listEdits(slug),
    findIcons([link.url]),
  ]);
  const timeline = timelineOf({
    report,
    subject: link,
    chart: "clicks",
    interval: intervalOf(query, link, dateRange),
    botHits: new Map(),
    now,
  });
  const { previous } = report;
  const compared =
    previous && isCovered(link, previous.dateRange, now)
      ? sameStretch(report, previous, now)
      : null;
  return {
    link,
    icon: icons.get(link.url),
    clicks: report.clicks,
    change: compared && { now: compared.now.clicks, before: compared.before.clicks },
    days: dateRange.days,
    timeline,
    channels: board.channels.map(({ name, clicks }) => ({ name, clicks })),
    edits,
  };
}
