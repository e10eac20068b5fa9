import { livezRoute } from "@/lib/service/health-routes";

export const dynamic = "force-dynamic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = livezRoute;
