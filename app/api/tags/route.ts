import { apiRoute, withBody } from "@/lib/http/api-route";
import { answerOnce } from "@/lib/http/idempotency";
import { json } from "@/lib/http/responses";
import { newTagSchema } from "@/lib/links/tag-schema";
import { createTag, listTags } from "@/lib/links/tags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/tags", {
  GET: async () => json({ tags: await listTags() }),
  POST: withBody(
    () => newTagSchema,
    async (wanted, call) =>
      answerOnce(call, async (writer) => {
        const tag = await createTag(wanted, new Date(), writer);
        const headers = {
          "Content-Type": "application/json",
          Location: `/api/tags/${encodeURIComponent(tag.name)}`,
        };
        return { status: 201, headers, body: JSON.stringify(tag) };
      }),
  ),
});
