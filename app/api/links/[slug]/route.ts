import { apiRoute } from "@/lib/http/api-route";
import { linkHandlers } from "../link-handlers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<RouteContext<"/api/links/[slug]">>(
  linkHandlers(async ({ params }) => (await params).slug),
);
