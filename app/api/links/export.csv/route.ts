import { tokenWith } from "@/lib/audit/actor";
import { isoDate } from "@/lib/core/day";
import { spreadsheetOf } from "@/lib/core/spreadsheet";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { recordExport } from "@/lib/http/record-export";
import { attachment, startedStream } from "@/lib/http/responses";
import { findCreators } from "@/lib/links/creators";
import { editorOf } from "@/lib/links/editor";
import type { LinkSelection } from "@/lib/stats/list/browse-links";
import { exportLinks, exportQuerySchema } from "@/lib/transfer/export-links";

/** The links that the parameters select, as the dashboard exports them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/links/export.csv", {
  GET: {
    prepare: async (request, _context, access) => {
      const {
        q = "",
        state = "all",
        createdBy,
        excel,
        timezone,
        ...filter
      } = parseQuery(request, exportQuerySchema, ["tag", "notTag"]);
      return async () => {
        const now = new Date();
        const creators = await findCreators(createdBy, editorOf(access));
        const selection: LinkSelection = { ...filter, q, state, creators };
        const links = exportLinks("csv", selection, now, spreadsheetOf({ excel, timezone }));
        await recordExport(request, tokenWith(access, request.headers), "links", "csv");
        return attachment(
          request.method === "HEAD" ? null : await startedStream(links),
          `links-${isoDate(now)}`,
          "csv",
        );
      };
    },
  },
});
