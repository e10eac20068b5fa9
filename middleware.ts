import { type NextRequest, NextResponse } from "next/server";
import { isDashboardHost } from "./lib/config/env";
import { contentSecurityPolicy } from "./lib/http/content-security-policy";
import { answerPublicFile } from "./lib/http/public-files";
import { sessionCookieNames } from "./lib/owners/cookies";
import { markOwner } from "./lib/owners/own-clicks";
import { returnPathHeader } from "./lib/owners/return-path";

/**
 * All owner pages except `/dashboard`, which is a slug; the import upload, because Next buffers
 * bodies that pass through middleware and cuts them at 10 MB; and preview images, whose policy and
 * caching are their own. Then the public paths that an owner's settings may change.
 */
export const config = {
  matcher: [
    "/dashboard/((?!settings/data/import/?$|preview-image/?$).+)",
    "/",
    "/logo.svg",
    "/logo.png",
    "/.well-known/security.txt",
  ],
  runtime: "nodejs",
};

/** Pages that need no session. */
const openPages =
  /^\/dashboard\/(?:sign-in(?:\/(?:oidc(?:\/callback)?|second-step|set-up))?|setup|(?:invite|reset|demo|unsubscribe)\/[^/]+|unsubscribe\/[^/]+\/one-click)\/?$/;

const mostWanted = 2_000;

/**
 * Sets the headers of owner pages, and redirects browsers without a session cookie to the sign-in
 * page early. This is not authorisation: every page and action checks the session itself.
 */
export function middleware(request: NextRequest): Response {
  const { pathname, searchParams } = request.nextUrl;
  if (!pathname.startsWith("/dashboard/"))
    return answerPublicFile(request, new Date()) ?? NextResponse.next();
  if (!isDashboardHost((name) => request.headers.get(name)))
    return new Response(null, { status: 404 });
  // Escapes everything that `returnPath` would not accept. A very long address would not fit into
  // the one of the sign-in page.
  const full = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  const wanted = encodeURIComponent(full).length > mostWanted ? pathname : full;
  // Without a session an action answers so itself. After a redirect its form would be lost.
  const isAction = request.headers.has("next-action");
  const hasSession = sessionCookieNames.some((name) => request.cookies.has(name));
  const response = withHeaders(request, wanted, (init) => {
    if (isAction || hasSession || openPages.test(pathname)) return NextResponse.next(init);
    const signIn = new URL("/dashboard/sign-in", request.url);
    signIn.searchParams.set("next", wanted);
    return NextResponse.redirect(
      signIn,
      request.method === "GET" || request.method === "HEAD" ? 307 : 303,
    );
  });
  // For browsers that signed in before COUNT_OWNERS was changed, and for sessions that ended
  // elsewhere: those still send their cookie, and are led to the sign-in page.
  markOwner(
    { getAll: () => request.cookies.getAll(), set: (...cookie) => response.cookies.set(...cookie) },
    hasSession && !openPages.test(pathname),
  );
  return response;
}

function withHeaders(
  request: NextRequest,
  wanted: string,
  answer: (init: { request: { headers: Headers } }) => NextResponse,
): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Nonce", nonce);
  // For `requireOwner`, which knows no URL. It replaces what a client sends.
  headers.set(returnPathHeader, wanted);
  const response = answer({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Robots-Tag", "noindex");
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  return response;
}
