import { metricsRoute } from "@/lib/service/health-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metricsRoute;
