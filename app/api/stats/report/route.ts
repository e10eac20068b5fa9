import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { statisticsJson } from "@/lib/http/responses";
import { filterParameters } from "@/lib/stats/query/filter-parameters";
import { statisticsQuery } from "@/lib/stats/query/query";
import { reportQuerySchema } from "@/lib/stats/query/report-scope";
import { getReportStatistics } from "@/lib/stats/report/scope-report";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/stats/report", {
  GET: async (request) => {
    const { tag, tagMode, slug, ...wanted } = parseQuery(request, reportQuerySchema, [
      ...filterParameters,
      "tag",
      "slug",
    ]);
    return statisticsJson(
      await getReportStatistics({ tag, tagMode, slug }, statisticsQuery(wanted, new Date())),
    );
  },
});
