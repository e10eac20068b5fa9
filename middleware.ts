import { type NextRequest, NextResponse } from "next/server";

/** `:path+` leaves `/dashboard` alone: that is a slug. */
export const config = { matcher: "/dashboard/:path+" };

/** Headers of the owner's pages. No authorisation rests on this file: every page and action authorises itself. */
export function middleware(_request: NextRequest): NextResponse {
  const response = NextResponse.next();
  response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Robots-Tag", "noindex");
  response.headers.set("Referrer-Policy", "same-origin");
  return response;
}
