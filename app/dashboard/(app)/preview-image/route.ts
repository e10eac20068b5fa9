import { z } from "zod";
import { allMethods } from "@/lib/http/methods";
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
    const { value: image } = await readPreviewImage(url, key);
    // Not an error status, which browsers report on the console. The page shows its fallback.
    if (!image)
      return new Response(null, { status: 204, headers: { "Cache-Control": "private, no-store" } });
    return new Response(new Uint8Array(image.bytes), {
      headers: {
        "Content-Type": image.type,
        "Cache-Control": "private, max-age=3600",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
