import { tokenWith } from "@/lib/audit/actor";
import { apiRoute } from "@/lib/http/api-route";
import { noContent } from "@/lib/http/responses";
import { editorOf } from "@/lib/links/editor";
import { undoSetAside } from "@/lib/stats/report/change-set-aside";

type Context = RouteContext<"/api/links/[slug]/set-aside/[visitor]">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/links/[slug]/set-aside/[visitor]",
  {
    DELETE: async (request, { params }, access) => {
      const { slug, visitor } = await params;
      const actor = tokenWith(access, request.headers);
      const undoer = { by: editorOf(access), role: access.role };
      await undoSetAside(slug, visitor, { now: new Date(), ...undoer, actor });
      return noContent();
    },
  },
);
