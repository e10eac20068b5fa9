import { env } from "@/lib/config/env";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { json, noContent } from "@/lib/http/responses";
import { deleteLink } from "@/lib/links/delete-link";
import { getLink } from "@/lib/links/get-link";
import { linkChangesSchema } from "@/lib/links/schema";
import { updateLink } from "@/lib/links/update-link";

type Context = RouteContext<"/api/links/[slug]">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>({
  GET: async (_request, { params }) => json(await getLink((await params).slug)),
  PATCH: withBody(
    () => linkChangesSchema(env()),
    async (changes, { params }) => json(await updateLink((await params).slug, changes, new Date())),
  ),
  DELETE: async (_request, { params }) => {
    await deleteLink((await params).slug);
    return noContent();
  },
});
