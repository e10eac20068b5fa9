import { originOf } from "@/lib/config/env";
import { apiRoute } from "@/lib/http/api-route";
import { parseQuery } from "@/lib/http/parse";
import { prefersText } from "@/lib/http/prefers-text";
import { byAnySlug } from "@/lib/links/aliases";
import { channelUrl } from "@/lib/links/channel";
import { getLink } from "@/lib/links/get-link";
import { shortUrlOf } from "@/lib/links/link";
import { svgOf, usualScale } from "@/lib/links/qr";
import { qrPng } from "@/lib/links/qr-png";
import { channelOf, designOf, fittingMatrix, qrQuerySchema } from "@/lib/links/qr-query";
import { qrText } from "@/lib/links/qr-text";

type Context = RouteContext<"/api/links/[slug]/qr">;

const svg = "image/svg+xml";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/links/[slug]/qr",
  {
    GET: async (request, { params }) => {
      const query = parseQuery(request, qrQuerySchema);
      const design = designOf(query);
      const { slug, domain } = await byAnySlug((await params).slug, getLink);
      const text = channelUrl(shortUrlOf(slug, originOf(domain)), channelOf(query));
      const matrix = fittingMatrix(text, design, query.size);
      const answer = (body: BodyInit, type: string) =>
        new Response(body, { headers: { "Content-Type": type, Vary: "Accept" } });
      if (query.format === "png")
        return answer(qrPng(matrix, query.size ?? matrix.length * usualScale, design), "image/png");
      const asText = query.format === undefined && prefersText(request.headers.get("accept"), svg);
      return asText
        ? answer(qrText(text, design), "text/plain; charset=utf-8")
        : answer(svgOf(matrix, design, query.size), svg);
    },
  },
);
