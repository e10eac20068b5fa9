import { toLocation } from "../core/destination";
import { shortUrlOf } from "../core/slug";
import { rateLimitHeaders } from "../limits/minute-limit";
import { cardPage } from "../pages/card-page";
import {
  type FormProblem,
  passwordPage,
  passwordPolicy,
  previewPage as previewPageText,
  previewPolicy,
} from "../pages/link-pages";
import { type PageLook, plainLook } from "../pages/page-look";
import {
  expiredPage,
  frontPage,
  noPage,
  notCountedPage,
  notFoundPage,
  pagePolicy,
  tooManyPage,
  unavailablePage,
} from "../pages/visitor-pages";
import type { PreviewCard } from "../previews/read-card";
import { english } from "../texts/say";
import type { Target } from "./find-targets";
import type { Reply } from "./visit";

/**
 * The answers listed in docs/behaviour.md, Requests to a short URL. Never 301 or 308: a cached
 * redirect loses clicks.
 */

const uncached = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
const bare = { ...uncached, "Content-Length": "0" };

export function redirect(url: string): Reply {
  return { status: 302, headers: { Location: toLocation(url), ...bare }, body: null };
}

/**
 * Private, because a shared cache must never serve it to a person. Without a preview it expires
 * sooner.
 */
export function card(
  target: Target,
  preview: PreviewCard | null,
  baseUrl: string,
  { name } = plainLook,
): Reply {
  return page(
    200,
    cardPage({ ...target, shortUrl: shortUrlOf(target.slug, baseUrl) }, preview, name),
    plainLook,
    {
      "Cache-Control": `private, max-age=${preview ? 300 : 60}`,
    },
  );
}

/**
 * The card of a link whose destination only clicks may learn: what it says comes from the link
 * itself.
 */
export function cardWithoutDestination(
  target: Target,
  baseUrl: string,
  { name } = plainLook,
): Reply {
  const shortUrl = shortUrlOf(target.slug, baseUrl);
  return page(200, cardPage({ ...target, shortUrl, url: shortUrl }, null, name), plainLook);
}

/** Why a person whose visits are not counted does not get to the destination of such a link. */
export function notCounted(slug: string, baseUrl: string, look = plainLook): Reply {
  return page(200, notCountedPage(slug, 200, baseUrl, look), look);
}

/**
 * Browsers discard what they have prefetched or prerendered if its status is an error, and ask
 * again when the person comes.
 */
export function notPrefetched(slug: string, baseUrl: string, look = plainLook): Reply {
  return page(503, notCountedPage(slug, 503, baseUrl, look), look, { "Retry-After": "1" });
}

export function notFound(slug: string, baseUrl: string, look = plainLook): Reply {
  return page(404, notFoundPage(slug, baseUrl, look), look);
}

/** `dashboard`: the way into it, at the host that was asked. */
export function front(
  baseUrl: string,
  look: PageLook,
  dashboard: false | "sign-in" | "setup" = false,
): Reply {
  return page(200, frontPage(baseUrl, look, dashboard), look);
}

export function noSuchPage(baseUrl: string, look = plainLook): Reply {
  return page(404, noPage(baseUrl, look), look);
}

/** Replaces the 404 for a network that requested more than `perMinute` unknown slugs. */
export function tooManyRequests(
  retryAfterS: number,
  perMinute: number,
  baseUrl: string,
  look = plainLook,
): Reply {
  const limit = rateLimitHeaders("unknown-slugs", perMinute, { left: 0, resetS: retryAfterS });
  return page(429, tooManyPage(baseUrl, look), look, {
    "Retry-After": String(retryAfterS),
    ...limit,
  });
}

/**
 * docs/api-contract.md, Link states: an expired link answers 404 and redirects to `/`. With `to`
 * browsers, which follow Refresh, are taken there instead.
 */
export function expired(baseUrl: string, look = plainLook, to?: string, expiredAt?: Date): Reply {
  return page(404, expiredPage(baseUrl, look, to, expiredAt), look, {
    Location: "/",
    Refresh: `0; url=${to === undefined ? "/" : toLocation(to)}`,
  });
}

interface PasswordRequest {
  /** The host that led here. */
  referrer: string | null;
  /** What became of the form before. */
  problem: FormProblem | null;
}

/** Asks for the password of a link. */
export function askPassword(
  slug: string,
  baseUrl: string,
  { referrer, problem }: PasswordRequest,
  look = plainLook,
): Reply {
  const retryAfterS = problem && "retryAfterS" in problem ? problem.retryAfterS : null;
  const status = problem === null ? 200 : retryAfterS === null ? 403 : 429;
  const body = passwordPage({ slug, baseUrl, status, referrer, problem }, look);
  const retry = retryAfterS === null ? {} : { "Retry-After": String(retryAfterS) };
  return page(status, body, look, { "Content-Security-Policy": passwordPolicy(look), ...retry });
}

/** Shows where a link leads. */
export function previewPage(
  slug: string,
  target: Target,
  query: string,
  baseUrl: string,
  look = plainLook,
): Reply {
  return page(200, previewPageText(slug, target, query, baseUrl, look), look, {
    "Content-Security-Policy": previewPolicy(look),
  });
}

/** `/dashboard` is an ordinary slug. It leads to the dashboard only while no link has it. */
export function toDashboard(): Reply {
  return { status: 302, headers: { Location: "/dashboard/overview", ...bare }, body: null };
}

/** A file that pages load. Its name stays the same when it changes. */
export function file(body: Uint8Array<ArrayBuffer>, type: string): Reply {
  const headers = {
    "Content-Type": type,
    "Content-Length": String(body.length),
    "Cache-Control": "public, max-age=3600",
  };
  return { status: 200, headers: { ...headers, "X-Content-Type-Options": "nosniff" }, body };
}

export function methodNotAllowed(): Reply {
  return text(405, english("shortLinksAnswer"), {
    Allow: "GET, HEAD",
    "Content-Type": "text/plain; charset=utf-8",
  });
}

/** For the health check of the host that was asked. */
export function proof(body: string): Reply {
  return text(200, body, { "Content-Type": "text/plain; charset=utf-8" });
}

export function unavailable(look = plainLook): Reply {
  return page(503, unavailablePage(look), look, { "Retry-After": "5" });
}

function page(
  status: number,
  body: string,
  look: PageLook,
  headers: Record<string, string> = {},
): Reply {
  const html = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pagePolicy(look),
    "X-Content-Type-Options": "nosniff",
    ...(look.varies ? { Vary: "Accept-Language" } : {}),
  };
  return text(status, body, { ...html, ...headers });
}

function text(status: number, body: string, headers: Record<string, string>): Reply {
  return {
    status,
    headers: { ...uncached, ...headers, "Content-Length": String(Buffer.byteLength(body)) },
    body,
  };
}
