import { tokenWith } from "@/lib/audit/actor";
import type { ApiPath } from "@/lib/core/access";
import { rangeBetween } from "@/lib/core/date-range";
import { spreadsheetOf } from "@/lib/core/spreadsheet";
import type { FileFormat } from "@/lib/core/table-file";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { recordExport } from "@/lib/http/record-export";
import { attachment, startedStream } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { getLink } from "@/lib/links/get-link";
import { clicksCsvQuerySchema, clicksQuerySchema } from "@/lib/stats/query/query";
import { exportClicks } from "@/lib/stats/report/export-clicks";

/** The handlers of a path with all clicks on a link. */
export function clicksFile(path: ApiPath, format: FileFormat) {
  return apiRoute<{ params: Promise<{ slug: string }> }>(path, {
    GET: async (request, { params }, access) => {
      const { from, to, cursor } = parseQuery(request, clicksQuerySchema);
      const spreadsheet =
        format === "csv" ? spreadsheetOf(parseQuery(request, clicksCsvQuerySchema)) : undefined;
      const { id, slug } = await byAnySlug((await params).slug, getLink);
      const dateRange = rangeBetween(from, to ?? new Date());
      const clicks = exportClicks(id, {
        ...{ dateRange, filters: {}, format, spreadsheet, cursor },
        withCursor: true,
      });
      await recordExport(request, tokenWith(access, request.headers), "clicks of a link", format);
      return attachment(
        request.method === "HEAD" ? null : await startedStream(clicks),
        `${slug}-clicks`,
        format,
      );
    },
  });
}
