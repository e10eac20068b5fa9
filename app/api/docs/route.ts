import { apiOrigin, env } from "@/lib/config/env";
import { PerService } from "@/lib/config/per-service";
import { memoize } from "@/lib/core/memoize";
import { docsPolicy } from "@/lib/http/docs-assets";
import { docsPage } from "@/lib/http/docs-page";
import { allMethods } from "@/lib/http/methods";

export const dynamic = "force-dynamic";

const pages = new PerService("api-docs", () => memoize(2, (origin) => docsPage(origin, env().BASE_URL)));

/** Public, like the document that it shows. */
const answer = (request: Request) =>
  new Response(pages.get()(apiOrigin(request.headers.get("host"))), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": docsPolicy,
      "Cache-Control": "no-cache",
      "X-Robots-Tag": "noindex",
    },
  });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
