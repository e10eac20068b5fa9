import { type NextRequest, NextResponse } from "next/server";
import { isDashboardHost, requestedDomain } from "./lib/config/env";
import { lookFor, shareFrameOrigins } from "./lib/config/site-settings";
import { isSharePath } from "./lib/core/share";
import { contentSecurityPolicy } from "./lib/http/content-security-policy";
import { requestAddress } from "./lib/http/peer-address";
import { answerPublicFile } from "./lib/http/public-files";
import { sessionCookieNames } from "./lib/owners/cookies";
import { markOwner } from "./lib/owners/own-clicks";
import { returnPathHeader } from "./lib/owners/return-path";
import { openShares } from "./lib/shares/open-shares";

/**
 * All owner pages except `/dashboard`, which is a slug; the import upload, because Next buffers
 * bodies that pass through middleware and cuts them at 10 MB; and preview images, whose policy and
 * caching are their own. Then the public paths that an owner's settings may change.
 */
export const config = {
  matcher: [
    "/dashboard/((?!settings/data/import/?$|preview-image/?$|icon/?$).+)",
    "/",
    "/logo.svg",
    "/logo.png",
    "/.well-known/security.txt",
    "/.well-known/apple-app-site-association",
    "/.well-known/assetlinks.json",
  ],
  runtime: "nodejs",
};

/** Pages that need no session. */
const openPages =
  /^\/dashboard\/(?:sign-in(?:\/(?:oidc(?:\/callback)?|second-step|set-up))?|setup|(?:invite|reset|demo|share|unsubscribe)\/[^/]+|share\/[^/]+\/csv|unsubscribe\/[^/]+\/one-click)\/?$/;

const mostWanted = 2_000;

/**
 * Sets the headers of owner pages, and redirects browsers without a session cookie to the sign-in
 * page early. This is not authorisation: every page and action checks the session itself.
 */
export function middleware(request: NextRequest): Response {
  const { pathname, searchParams } = request.nextUrl;
  if (!pathname.startsWith("/dashboard/"))
    return answerPublicFile(request, new Date()) ?? NextResponse.next();
  const header = (name: string) => request.headers.get(name);
  const isShare = isSharePath(pathname) && requestedDomain(header) === null;
  if (!isShare && !isDashboardHost(header)) return new Response(null, { status: 404 });
  if (isShare) {
    const retryAfterS = openShares().take(requestAddress(header("x-forwarded-for")), new Date());
    if (retryAfterS !== null) return tooManyShares(header, retryAfterS);
  }
  // A very long address would not fit into the one of the sign-in page.
  const full = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  const wanted = encodeURIComponent(full).length > mostWanted ? pathname : full;
  // Without a session an action answers so itself. After a redirect its form would be lost.
  const isAction = request.headers.has("next-action");
  const hasSession = sessionCookieNames.some((name) => request.cookies.has(name));
  const response = withHeaders(request, wanted, isShare, (init) => {
    if (isAction || hasSession || openPages.test(pathname)) return NextResponse.next(init);
    const signIn = new URL("/dashboard/sign-in", request.url);
    signIn.searchParams.set("next", wanted);
    return NextResponse.redirect(
      signIn,
      request.method === "GET" || request.method === "HEAD" ? 307 : 303,
    );
  });
  if (isShare) return response;
  // For browsers that signed in before COUNT_OWNERS was changed, and for sessions that ended
  // elsewhere: those still send their cookie, and are led to the sign-in page.
  markOwner(
    { getAll: () => request.cookies.getAll(), set: (...cookie) => response.cookies.set(...cookie) },
    hasSession && !openPages.test(pathname),
  );
  return response;
}

/** Without a page, which would cost as much as the one that was asked for. */
function tooManyShares(header: (name: string) => string | null, retryAfterS: number): Response {
  const { texts } = lookFor(header("accept-language"));
  return new Response(texts.busy, {
    status: 429,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Retry-After": String(retryAfterS),
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

function withHeaders(
  request: NextRequest,
  wanted: string,
  isShare: boolean,
  answer: (init: { request: { headers: Headers } }) => NextResponse,
): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const framedBy = isShare ? shareFrameOrigins() : new Set<string>();
  const policy = contentSecurityPolicy(nonce, framedBy);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Nonce", nonce);
  // For `requireOwner`, which knows no URL. It replaces what a client sends.
  headers.set(returnPathHeader, wanted);
  const response = answer({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  if (framedBy.size === 0) response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Robots-Tag", "noindex");
  response.headers.set("Referrer-Policy", isShare ? "no-referrer" : "same-origin");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  return response;
}
