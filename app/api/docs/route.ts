import { apiOrigin, env } from "@/lib/config/env";
import { docsPolicy } from "@/lib/http/api/docs-assets";
import { docsPage } from "@/lib/http/api/docs-page";
import { allMethods } from "@/lib/http/methods";
import { memoize } from "@/lib/texts/memoize";

export const dynamic = "force-dynamic";

/** By the addresses that it names. */
const pages = memoize(2, (addresses) => {
  const [origin = "", baseUrl = ""] = addresses.split(" ");
  return docsPage(origin, baseUrl);
});

/** Public, like the document that it shows. */
const answer = (request: Request) =>
  new Response(pages(`${apiOrigin((name) => request.headers.get(name))} ${env().BASE_URL}`), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": docsPolicy,
      "X-Robots-Tag": "noindex",
    },
  });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
