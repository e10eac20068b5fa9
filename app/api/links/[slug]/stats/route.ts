import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { statisticsJson } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { filterParameters } from "@/lib/stats/query/filter-parameters";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getLinkStatistics } from "@/lib/stats/report/link-statistics";

type Context = RouteContext<"/api/links/[slug]/stats">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/links/[slug]/stats",
  {
    GET: async (request, { params }) => {
      const wanted = parseQuery(request, statsQuerySchema, filterParameters);
      const query = statisticsQuery(wanted, new Date());
      return statisticsJson(
        await byAnySlug((await params).slug, (slug) => getLinkStatistics(slug, query)),
      );
    },
  },
);
