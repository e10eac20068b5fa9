import { toLocation } from "../core/destination";
import { rateLimitHeaders } from "../core/minute-limit";
import { expiredPage, notFoundPage, tooManyPage, unavailablePage, visitorPagePolicy } from "../core/visitor-pages";
import { cardPage } from "../previews/card-page";
import type { PreviewCard } from "../previews/read-card";
import type { Target } from "./find-targets";
import type { Reply } from "./visit";

/** The answers listed in docs/behaviour.md, Requests to a short URL. Never 301 or 308: a cached redirect loses clicks. */

const uncached = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
const bare = { ...uncached, "Content-Length": "0" };

export function redirect(url: string): Reply {
  return { status: 302, headers: { Location: toLocation(url), ...bare }, body: null };
}

/** Private, because a shared cache must never serve it to a person. Without a preview it expires sooner. */
export function card(target: Target, preview: PreviewCard | null, baseUrl: string): Reply {
  return page(200, cardPage(target, preview, baseUrl), { "Cache-Control": `private, max-age=${preview ? 300 : 60}` });
}

export function notFound(slug: string, baseUrl: string): Reply {
  return page(404, notFoundPage(slug, baseUrl));
}

/** Replaces the 404 for a network that requested more than `perMinute` unknown slugs. */
export function tooManyRequests(retryAfterS: number, perMinute: number, baseUrl: string): Reply {
  const limit = rateLimitHeaders("unknown-slugs", perMinute, { left: 0, resetS: retryAfterS });
  return page(429, tooManyPage(baseUrl), { "Retry-After": String(retryAfterS), ...limit });
}

/** docs/api-contract.md, Link states: an expired link answers 404 and redirects to `/`. */
export function expired(baseUrl: string): Reply {
  return page(404, expiredPage(baseUrl), { Location: "/", Refresh: "0; url=/" });
}

/** `/dashboard` is an ordinary slug. It leads to the dashboard only while no link has it. */
export function toDashboard(): Reply {
  return { status: 302, headers: { Location: "/dashboard/overview", ...bare }, body: null };
}

export function methodNotAllowed(): Reply {
  return text(405, "Short links answer GET and HEAD only.\n", { Allow: "GET, HEAD", "Content-Type": "text/plain; charset=utf-8" });
}

export function unavailable(): Reply {
  return page(503, unavailablePage(), { "Retry-After": "5" });
}

const html = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": visitorPagePolicy,
  "X-Content-Type-Options": "nosniff",
};

function page(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return text(status, body, { ...html, ...headers });
}

function text(status: number, body: string, headers: Record<string, string>): Reply {
  return { status, headers: { ...uncached, ...headers, "Content-Length": String(Buffer.byteLength(body)) }, body };
}
