import { apiRoute } from "@/lib/http/api-route";
import { prefersText } from "@/lib/http/prefers-text";
import { getLink } from "@/lib/links/get-link";
import { qrSvg } from "@/lib/links/qr";
import { qrText } from "@/lib/links/qr-text";

type Context = RouteContext<"/api/links/[slug]/qr">;

const svg = "image/svg+xml";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>({
  GET: async (request, { params }) => {
    const { shortUrl } = await getLink((await params).slug);
    const asText = prefersText(request.headers.get("accept"), svg);
    const headers = { "Content-Type": asText ? "text/plain; charset=utf-8" : svg, Vary: "Accept" };
    return new Response(asText ? qrText(shortUrl) : qrSvg(shortUrl), { headers });
  },
});
