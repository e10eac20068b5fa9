import { isoDate } from "@/lib/core/day";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { attachment, startedStream } from "@/lib/http/responses";
import { linkListSchema } from "@/lib/links/list-schema";
import { exportLinks, spreadsheetParameter } from "@/lib/transfer/export-links";

const querySchema = linkListSchema.pick({ q: true, state: true, tag: true, tagMode: true }).extend(spreadsheetParameter);

/** The links that the parameters select, as the dashboard exports them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/links/export.csv", {
  GET: async (request) => {
    const { q = "", state = "all", tag, tagMode, excel } = parseQuery(request, querySchema, ["tag"]);
    const now = new Date();
    const body = request.method === "HEAD" ? null : await startedStream(exportLinks("csv", { q, state, tag, tagMode }, now, excel));
    return attachment(body, `links-${isoDate(now)}`, "csv");
  },
});
