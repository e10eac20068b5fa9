import { tokenWith } from "@/lib/audit/actor";
import { apiRoute, type Call, withBody } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { editorOf } from "@/lib/links/editor";
import { setAsideSchema, setClicksAside } from "@/lib/stats/report/change-set-aside";
import { getSetAside } from "@/lib/stats/report/set-aside";

type Context = RouteContext<"/api/links/[slug]/set-aside">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/links/[slug]/set-aside",
  {
    GET: async (_request, { params }) =>
      json(await byAnySlug((await params).slug, (slug) => getSetAside(slug, new Date()))),
    POST: withBody(
      () => setAsideSchema,
      async ({ visitor }, { request, context, access }: Call<Context>) => {
        const { slug } = await context.params;
        const actor = tokenWith(access, request.headers);
        const change = { now: new Date(), by: editorOf(access), actor };
        return json(await setClicksAside(slug, visitor, change));
      },
    ),
  },
);
