import { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import { viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { recordExport } from "@/lib/http/record-export";
import { attachment, streamOf } from "@/lib/http/responses";
import { getLink } from "@/lib/links/get-link";
import { parsePageQuery, searchParamsOf, toStatisticsQuery } from "@/lib/stats/query/page-query";
import { exportClicks } from "@/lib/stats/report/export-clicks";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { getLinkStatistics } from "@/lib/stats/report/link-statistics";
import { statisticsCsv } from "@/lib/stats/report/statistics-csv";
import { columnHeads } from "@/lib/texts/column-heads";
import { sentence } from "@/lib/texts/sentence";

const fileSchema = z.object({
  what: z.enum(["statistics", "clicks"]).catch("statistics"),
  format: z.enum(exportFormats).catch("csv"),
});

/**
 * Exports a link's page: `?what=statistics|clicks&format=csv|json`, with `excel` for the viewer's
 * spreadsheet, with the page's date range and filters.
 */
function answer(
  request: Request,
  { params }: RouteContext<"/dashboard/links/[slug]/export">,
): Promise<Response> {
  return ownerRoute("/dashboard/links/[slug]/export", async (_owner, by) => {
    const given = searchParamsOf(request.url);
    const { what, format } = fileSchema.parse(given);
    const now = new Date();
    const link = await getLink((await params).slug);
    const { id, slug } = link;
    const viewer = await getViewer();
    const query = toStatisticsQuery(parsePageQuery(given, viewer.timeZone), link, now);
    const spreadsheet = viewerSpreadsheet(given, viewer, columnHeads(viewer.language, what));
    const { from, to } = query.dateRange;
    const name = `${slug}-${what}-${from}-${to}`;
    await recordExport(request, by, sentence("ofSlug", { what: sentence(what), slug }), format);
    if (what === "clicks")
      return attachment(
        streamOf(exportClicks(id, { ...query, format, spreadsheet })),
        name,
        format,
      );
    const body =
      format === "csv"
        ? statisticsCsv(await getLinkReport(slug, query), [], spreadsheet)
        : JSON.stringify(await getLinkStatistics(slug, query), null, 2);
    return attachment(body, name, format);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
