import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { listEdits } from "@/lib/links/list-edits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/links/[slug]/history">
>("/api/links/[slug]/history", {
  GET: async (_request, { params }) => json(await byAnySlug((await params).slug, listEdits)),
});
