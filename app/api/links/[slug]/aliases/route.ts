import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { byAnySlug, listAliases } from "@/lib/links/aliases";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/links/[slug]/aliases">
>("/api/links/[slug]/aliases", {
  GET: async (_request, { params }) =>
    json({ aliases: await byAnySlug((await params).slug, listAliases) }),
});
