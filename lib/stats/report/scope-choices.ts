import { listTagColors } from "../../links/tags";
import { describeChannel } from "../query/channel-labels";
import { dateRangeOf, type PageQuery } from "../query/page-query";
import { getScopeReport, getScopeTotals, subjectOf } from "./scope-report";
import { channelsOf, splitLabels } from "./split-labels";

/** So many links with the most clicks. Others are found by a search. */
const mostLinks = 20;

/** What the statistics page can be about, with the clicks of all links in a date range. */
export async function listScopeChoices(asked: Pick<PageQuery, "range" | "timeZone">, now: Date) {
  const dateRange = dateRangeOf(asked, subjectOf(await getScopeTotals({}), now), now);
  const [report, tags] = await Promise.all([
    getScopeReport(
      {},
      { dateRange, filters: {}, interval: null, compare: null },
      { breakdowns: ["sourceMedium", "campaign"], recent: 0, topLinks: mostLinks },
    ),
    listTagColors(),
  ]);
  return {
    campaigns: splitLabels(report, "campaign")
      .filter(({ rest }) => rest !== "other")
      .map(({ label, exact, rest, count }) => ({ label, exact, isNamed: !rest, clicks: count })),
    channels: report.hasChannels
      ? channelsOf(report.breakdowns.sourceMedium).map(({ source, medium, exact, count }) => ({
          channel: { source, medium, ...(exact ? { exact } : {}) },
          isNamed:
            describeChannel({ source, medium, ...(exact ? { exact } : {}) }).kind === "tagged",
          clicks: count,
        }))
      : [],
    tags: [...tags].map(([name, color]) => ({ name, color })),
    links: report.topLinks.map(({ slug, title, clicks }) => ({ slug, title, clicks })),
  };
}
