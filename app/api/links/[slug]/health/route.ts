import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { getLinkHealth } from "@/lib/previews/preview-status";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/links/[slug]/health">
>("/api/links/[slug]/health", {
  GET: async (_request, { params }) => json(await byAnySlug((await params).slug, getLinkHealth)),
});
