import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { json } from "@/lib/http/responses";
import { getLinkStatistics } from "@/lib/stats/link-statistics";
import { filterNames, statisticsQuery, statsQuerySchema } from "@/lib/stats/query";

type Context = RouteContext<"/api/links/[slug]/stats">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>({
  GET: async (request, { params }) => {
    const wanted = parseQuery(request, statsQuerySchema, filterNames);
    return json(await getLinkStatistics((await params).slug, statisticsQuery(wanted, new Date())));
  },
});
