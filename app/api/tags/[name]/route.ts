import { cleanTag } from "@/lib/core/tag";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { json, noContent } from "@/lib/http/responses";
import { tagChangesSchema } from "@/lib/links/tag-schema";
import { changeTag, deleteTag } from "@/lib/links/tags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/tags/[name]", {
  PATCH: withBody(
    () => tagChangesSchema,
    async (changes, { request }) => json(await changeTag(nameIn(request), changes)),
  ),
  DELETE: async (request) => {
    await deleteTag(nameIn(request));
    return noContent();
  },
});

/**
 * Read from the path itself, which may have an escaped slash. The server in front lets no path
 * through that cannot be decoded.
 */
function nameIn({ url }: Request): string {
  return cleanTag(decodeURIComponent(new URL(url).pathname.split("/")[3] ?? "")).replaceAll(
    "\0",
    "",
  );
}
