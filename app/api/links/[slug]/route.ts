import { apiRoute } from "@/lib/http/api-route";
import { linkHandlers } from "../link-handlers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(
  linkHandlers<RouteContext<"/api/links/[slug]">>(async ({ params }) => (await params).slug),
);
