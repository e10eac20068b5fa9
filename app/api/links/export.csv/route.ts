import { isoDate } from "@/lib/core/day";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { attachment, startedStream } from "@/lib/http/responses";
import { linkListSchema } from "@/lib/links/schema";
import { exportLinks } from "@/lib/transfer/export-links";

const querySchema = linkListSchema.pick({ q: true, state: true });

/** The links that `q` and `state` select, as the dashboard exports them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute({
  GET: async (request) => {
    const { q = "", state = "all" } = parseQuery(request, querySchema);
    const now = new Date();
    const body = request.method === "HEAD" ? null : await startedStream(exportLinks("csv", { q, state }, now));
    return attachment(body, `links-${isoDate(now)}`, "csv");
  },
});
