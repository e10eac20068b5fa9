import { env } from "@/lib/config/env";
import { PerService } from "@/lib/config/per-service";
import { docsPolicy } from "@/lib/http/docs-assets";
import { docsPage } from "@/lib/http/docs-page";
import { allMethods } from "@/lib/http/methods";

export const dynamic = "force-dynamic";

const page = new PerService("api-docs", () => docsPage(env().DASHBOARD_ORIGIN));

/** Public, like the document that it shows. */
const answer = () =>
  new Response(page.get(), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": docsPolicy,
      "Cache-Control": "no-cache",
      "X-Robots-Tag": "noindex",
    },
  });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
