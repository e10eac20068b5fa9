import { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import { viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { recordExport } from "@/lib/http/record-export";
import { attachment } from "@/lib/http/responses";
import { parsePageQuery, searchParamsOf, toStatisticsQuery } from "@/lib/stats/query/page-query";
import { parseScope } from "@/lib/stats/query/report-scope";
import { campaignLine, campaignsCsv } from "@/lib/stats/report/campaign-lines";
import { listCampaignCells } from "@/lib/stats/report/campaigns";
import {
  getReportStatistics,
  getScopeReport,
  getScopeTotals,
  listedLinks,
  subjectOf,
} from "@/lib/stats/report/scope-report";
import { statisticsCsv } from "@/lib/stats/report/statistics-csv";
import { columnHeads } from "@/lib/texts/column-heads";
import { sentence } from "@/lib/texts/sentence";

const mostCells = 100_000;

/**
 * Exports the statistics page: `?what=statistics|campaigns&format=csv|json`, with `excel` for the
 * viewer's spreadsheet, with the page's links, date range and filters.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/statistics/export", async (_owner, by) => {
    const given = searchParamsOf(request.url);
    const format = z.enum(exportFormats).catch("csv").parse(given.format);
    const scope = parseScope(given);
    const now = new Date();
    const viewer = await getViewer();
    const file = given.what === "campaigns" ? "campaigns" : "statistics";
    const spreadsheet = viewerSpreadsheet(given, viewer, columnHeads(viewer.language, file));
    const query = toStatisticsQuery(
      parsePageQuery(given, viewer.timeZone),
      subjectOf(await getScopeTotals(scope), now),
      now,
    );
    const { from, to } = query.dateRange;
    if (file === "campaigns") {
      const cells = await listCampaignCells(scope, query, mostCells);
      const rows = cells.map(campaignLine);
      await recordExport(request, by, sentence("campaigns"), format);
      return attachment(
        format === "json" ? JSON.stringify(rows, null, 2) : campaignsCsv(rows, spreadsheet),
        `campaigns-${from}-${to}`,
        format,
      );
    }
    const asCsv = () =>
      getScopeReport(scope, query, { topLinks: listedLinks }).then((report) =>
        statisticsCsv(report, report.topLinks, spreadsheet),
      );
    const body =
      format === "csv"
        ? await asCsv()
        : JSON.stringify(await getReportStatistics(scope, query), null, 2);
    await recordExport(request, by, sentence("statistics"), format);
    return attachment(body, `statistics-${from}-${to}`, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
