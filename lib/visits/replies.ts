import { toLocation } from "../links/destination";
import { cardPage } from "../previews/card-page";
import type { PreviewCard } from "../previews/read-card";
import type { Target } from "./find-targets";
import type { Reply } from "./visit";
import { contentSecurityPolicy, expiredPage, notFoundPage, unavailablePage } from "./visitor-pages";

/** The replies of the request table in decisions.md, one function a row. No 301 or 308: a cached redirect is a lost click. */

const uncached = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };

const html = {
  ...uncached,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
};

export function redirect(url: string): Reply {
  return { status: 302, headers: { Location: toLocation(url), ...uncached }, body: null };
}

/** Private: a cache on the way must never show it to a person. Without the destination's part it is soon asked for again. */
export function card(target: Target, preview: PreviewCard | null, baseUrl: string): Reply {
  const headers = { ...html, "Cache-Control": `private, max-age=${preview ? 300 : 60}` };
  return { status: 200, headers, body: cardPage(target, preview, baseUrl) };
}

export function notFound(slug: string, baseUrl: string): Reply {
  return { status: 404, headers: html, body: notFoundPage(slug, baseUrl) };
}

/** interface.md: an expired link answers 404 and takes the visitor on to `/`. */
export function expired(baseUrl: string): Reply {
  return { status: 404, headers: { ...html, Location: "/", Refresh: "0; url=/" }, body: expiredPage(baseUrl) };
}

/** `/dashboard` is a slug like any other; only when no link bears it does it lead to ours. */
export function toDashboard(): Reply {
  return { status: 302, headers: { Location: "/dashboard/overview", ...uncached }, body: null };
}

export function methodNotAllowed(): Reply {
  return {
    status: 405,
    headers: { ...uncached, Allow: "GET, HEAD", "Content-Type": "text/plain; charset=utf-8" },
    body: "A short address answers GET and HEAD only.\n",
  };
}

export function unavailable(): Reply {
  return { status: 503, headers: { ...html, "Retry-After": "5" }, body: unavailablePage() };
}
