import { z } from "zod";
import { getViewer } from "@/components/layout/viewer";
import { isoDate } from "@/lib/core/day";
import { viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { exportFormats } from "@/lib/core/table-file";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { recordExport } from "@/lib/http/record-export";
import { attachment, streamOf } from "@/lib/http/responses";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";
import { chosenLinks } from "@/lib/stats/list/chosen-links";
import { searchParamsOf } from "@/lib/stats/query/page-query";
import { columnHeads } from "@/lib/texts/column-heads";
import { sentence } from "@/lib/texts/sentence";
import { exportLinks } from "@/lib/transfer/export-links";

/**
 * Exports links: `?format=csv` or `json`, with `excel` as a CSV for the spreadsheet of the viewer's
 * language; those that the parameters of the links page select.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/settings/data/export", async ({ id }, by) => {
    const given = searchParamsOf(request.url);
    const format = z.enum(exportFormats).catch("csv").parse(given.format);
    const now = new Date();
    const viewer = await getViewer();
    const spreadsheet = viewerSpreadsheet(given, viewer, columnHeads(viewer.language, "links"));
    const which = await chosenLinks(browseQuerySchema.parse(given), id);
    await recordExport(request, by, sentence(which.slug ? "chosenLinks" : "links"), format);
    return attachment(
      streamOf(exportLinks(format, which, now, spreadsheet)),
      `links-${isoDate(now)}`,
      format,
    );
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
