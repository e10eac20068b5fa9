import { originOf } from "../../config/env";
import { getLink } from "../../links/get-link";
import type { Link } from "../../links/link";
import { listEdits } from "../../links/list-edits";
import { intervalOf, parsePageQuery, toStatisticsQuery } from "../query/page-query";
import { getChannelBoard } from "./channel-board";
import { getLinkReport } from "./link-report";
import { type Timeline, timelineOf } from "./timeline";

/** A link at a glance: its clicks in the range that pages begin with, channels and history. */
export interface LinkPeek {
  link: Link;
  clicks: number;
  /** In the range before; null if nothing is known of it. */
  before: number | null;
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
  const [report, board, edits] = await Promise.all([
    getLinkReport(slug, statistics, { breakdowns: [], recent: 0 }),
    getChannelBoard(link, dateRange, now, originOf(link.domain)),
    listEdits(slug),
  ]);
  const timeline = timelineOf({
    report,
    subject: link,
    chart: "clicks",
    interval: intervalOf(query, link, dateRange),
    botHits: new Map(),
    now,
  });
  return {
    link,
    clicks: report.clicks,
    before: report.previous?.clicks ?? null,
    days: dateRange.days,
    timeline,
    channels: board.channels.map(({ name, clicks }) => ({ name, clicks })),
    edits,
  };
}
