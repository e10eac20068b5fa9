import { destinationRules } from "@/lib/config/site-settings";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { answerOnce } from "@/lib/http/idempotency";
import { linkEtag } from "@/lib/http/link-etag";
import { cursorLinks, pageLinks } from "@/lib/http/page-links";
import { parseQuery } from "@/lib/http/parse";
import { prefersText } from "@/lib/http/prefers-text";
import { json } from "@/lib/http/responses";
import { creatorOf, findCreators, withCreators } from "@/lib/links/creators";
import { editorOf } from "@/lib/links/editor";
import { findOrCreateLink } from "@/lib/links/find-or-create-link";
import { insertLinks } from "@/lib/links/insert-links";
import { linkListSchema } from "@/lib/links/list-schema";
import { only } from "@/lib/links/outcome";
import { type NewLink, newLinkQuerySchema, newLinkSchema } from "@/lib/links/schema";
import { withHash } from "@/lib/owners/hash-queue";
import { listLinks } from "@/lib/stats/list/list-links";

const jsonType = "application/json";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/links", {
  GET: {
    prepare: async (request, _context, access) => {
      const query = parseQuery(request, linkListSchema, ["tag", "notTag"]);
      return async () => {
        const creators = await findCreators(query.createdBy, editorOf(access));
        const page = await listLinks({ ...query, creators }, new Date());
        const links =
          query.cursor === undefined
            ? pageLinks(request.url, page)
            : cursorLinks(request.url, page.nextCursor ?? null);
        const shown =
          query.fields === undefined ? page : { ...page, links: await withCreators(page.links) };
        return json(shown, { headers: links === null ? {} : { Link: links } });
      };
    },
  },
  POST: withBody(
    () => newLinkSchema(destinationRules()),
    async (wanted, call) => {
      const { ifExists } = parseQuery(call.request, newLinkQuerySchema);
      const asText = prefersText(call.request.headers.get("accept"), jsonType);
      const createdBy = creatorOf(editorOf(call.access));
      return answerOnce(call, async (writer) => {
        const now = new Date();
        const { link, isNew } = ifExists
          ? await findOrCreateLink(wanted, now, { writer, createdBy })
          : { link: only(await insertLinks([wanted], now, { writer, createdBy })), isNew: true };
        return {
          status: isNew ? 201 : 200,
          headers: {
            "Content-Type": asText ? "text/plain; charset=utf-8" : jsonType,
            Location: `/api/links/${link.slug}`,
            ETag: linkEtag(link),
          },
          body: asText ? link.shortUrl : JSON.stringify(link),
        };
      });
    },
    { prepare: (wanted: NewLink) => withHash(wanted) },
  ),
});
