import { apiRoute, withBody } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { ignoreSlug, missedChangesSchema } from "@/lib/stats/report/missed-links";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/missed-links/[slug]">
>("/api/missed-links/[slug]", {
  PATCH: withBody(
    () => missedChangesSchema,
    async ({ ignored }, { context }) =>
      json(await ignoreSlug((await context.params).slug, ignored, new Date())),
  ),
});
