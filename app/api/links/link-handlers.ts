import { destinationRules } from "@/lib/config/site-settings";
import { type ApiHandlers, withBody } from "@/lib/http/api-route";
import { expectationOf, isUnchanged, linkEtag } from "@/lib/http/link-etag";
import { parseQuery } from "@/lib/http/parse";
import { json, noContent, notModified } from "@/lib/http/responses";
import { byAnySlug } from "@/lib/links/aliases";
import { changeLinks } from "@/lib/links/change-links";
import { withCreators } from "@/lib/links/creators";
import { deleteLinks } from "@/lib/links/delete-links";
import { editorOf } from "@/lib/links/editor";
import { getLink } from "@/lib/links/get-link";
import { linkQuerySchema } from "@/lib/links/list-schema";
import { only } from "@/lib/links/outcome";
import { type LinkChanges, linkChangesSchema } from "@/lib/links/schema";
import { withHash } from "@/lib/owners/hash-queue";

/**
 * What a link's own path answers. Paths such as /api/links/bulk answer it too, because a link may
 * have that slug.
 */
export function linkHandlers<C>(slugOf: (context: C) => Promise<string>): ApiHandlers<C> {
  return {
    GET: async (request, context) => {
      const { fields } = parseQuery(request, linkQuerySchema);
      const link = await byAnySlug(await slugOf(context), getLink);
      const headers = { ETag: linkEtag(link) };
      // Who created the link may change without its ETag.
      if (fields !== undefined) return json((await withCreators([link]))[0], { headers });
      return isUnchanged(request.headers.get("if-none-match"), link)
        ? notModified(headers)
        : json(link, { headers });
    },
    PATCH: withBody(
      () => linkChangesSchema(destinationRules()),
      async (changes, { context, request, access }) => {
        const isExpected = expectationOf(request.headers.get("if-match"));
        const edit = { now: new Date(), by: editorOf(access) };
        const link = only(
          await changeLinks([{ slug: await slugOf(context), changes }], edit, { isExpected }),
        );
        return json(link, { headers: { ETag: linkEtag(link) } });
      },
      { prepare: (changes: LinkChanges) => withHash(changes) },
    ),
    DELETE: async (request, context) => {
      only(
        await deleteLinks([await slugOf(context)], {
          isExpected: expectationOf(request.headers.get("if-match")),
        }),
      );
      return noContent();
    },
  };
}
