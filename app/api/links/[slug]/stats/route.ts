import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { json } from "@/lib/http/respond";
import { getLinkStatistics } from "@/lib/stats/link-statistics";
import { statsQuerySchema } from "@/lib/stats/window";

type Context = RouteContext<"/api/links/[slug]/stats">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>({
  GET: async (request, { params }) => {
    const { days } = parseQuery(request, statsQuerySchema);
    return json(await getLinkStatistics((await params).slug, days, new Date()));
  },
});
