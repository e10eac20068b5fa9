import { env } from "@/lib/config/env";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { linkEtag } from "@/lib/http/link-etag";
import { pageLinks } from "@/lib/http/page-links";
import { parseQuery } from "@/lib/http/parse";
import { json } from "@/lib/http/responses";
import { createLink } from "@/lib/links/create-link";
import { listLinks } from "@/lib/links/list-links";
import { linkListSchema, newLinkSchema } from "@/lib/links/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute({
  GET: async (request) => {
    const page = await listLinks(parseQuery(request, linkListSchema));
    return json(page, { headers: { Link: pageLinks(request.url, page) } });
  },
  POST: withBody(
    () => newLinkSchema(env()),
    async (wanted) => {
      const link = await createLink(wanted, new Date());
      return json(link, { status: 201, headers: { Location: `/api/links/${link.slug}`, ETag: linkEtag(link) } });
    },
  ),
});
