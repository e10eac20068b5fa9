import { cookies } from "next/headers";
import { allMethods } from "@/lib/http/methods";
import { ownerRoute } from "@/lib/http/owner-route";
import { getLink } from "@/lib/links/get-link";
import { markTest } from "@/lib/owners/own-clicks";

/** Opens a short link as a visitor does, without counting a click. */
function answer(
  _request: Request,
  { params }: RouteContext<"/dashboard/links/[slug]/test">,
): Promise<Response> {
  return ownerRoute("/dashboard/links/[slug]/test", async () => {
    const { slug, shortUrl } = await getLink((await params).slug);
    markTest(await cookies(), slug);
    return new Response(null, {
      status: 303,
      headers: { Location: shortUrl, "Cache-Control": "private, no-store" },
    });
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
