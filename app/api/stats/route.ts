import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/stats", {
  GET: async () => json(await getGlobalStatistics(new Date())),
});
