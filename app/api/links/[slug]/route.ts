import { apiRoute } from "@/lib/http/api-route";
import { linkHandlers } from "../link-handlers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(
  "/api/links/[slug]",
  linkHandlers<RouteContext<"/api/links/[slug]">>(async ({ params }) => (await params).slug),
);
