import { z } from "zod";
import { allMethods } from "@/lib/http/methods";
import { ownImage } from "@/lib/http/own-image";
import { ownerRoute } from "@/lib/http/owner-route";
import { parseQuery } from "@/lib/http/parse";
import { readPreviewImage } from "@/lib/previews/preview-image";

const querySchema = z.object({ url: z.string().max(4_096), key: z.string().max(128) });

/**
 * The image of a link preview, at an address that `withOwnImage` made. The middleware leaves its
 * headers alone.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/preview-image", async () => {
    const { url, key } = parseQuery(request, querySchema);
    return ownImage((await readPreviewImage(url, key)).value, 3_600);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
