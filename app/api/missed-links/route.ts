import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { json } from "@/lib/http/responses";
import { listMissedLinks, missedQuerySchema } from "@/lib/stats/report/missed-links";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/missed-links", {
  GET: async (request) =>
    json(await listMissedLinks(parseQuery(request, missedQuerySchema).days, new Date())),
});
