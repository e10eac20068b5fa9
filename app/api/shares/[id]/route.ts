import { tokenWith } from "@/lib/audit/actor";
import { apiRoute } from "@/lib/http/api-route";
import { noContent } from "@/lib/http/responses";
import { revokeShare } from "@/lib/shares/shares";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/shares/[id]">
>("/api/shares/[id]", {
  DELETE: async (request, { params }, access) => {
    await revokeShare(tokenWith(access, request.headers), (await params).id, new Date());
    return noContent();
  },
});
