import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { apiOrigin, env } from "../config/env";
import { shareFrameOrigins } from "../config/site-settings";
import { isSharePath } from "../core/share";
import { contentSecurityPolicy } from "./content-security-policy";
import { headerOf } from "./forwarding-headers";

/** For responses without subresources: JSON, files, problem bodies. */
const strictPolicy = "default-src 'none'; frame-ancestors 'none'";

const basic = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": strictPolicy,
};

const encrypted = { ...basic, "Strict-Transport-Security": "max-age=31536000" };

/**
 * Headers of every response except the redirect of a short link, which needs none of them.
 * `origin`: where it is sent from.
 */
export function answerHeaders(origin = env().BASE_URL): Readonly<Record<string, string>> {
  return origin.startsWith("https:") ? encrypted : basic;
}

/**
 * Sets default headers. A page gets a nonce, which Next reads from the request's policy for its own
 * scripts. Expects a normalised target.
 */
export function setAnswerHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(
    answerHeaders(apiOrigin((name) => headerOf(request, name))),
  ))
    response.setHeader(name, value);
  const [path = "/"] = (request.url ?? "/").split(/[?#]/, 1);
  if (!isPage(path)) return;
  // The middleware says who may frame it, which this header cannot.
  if (isSharePath(path) && shareFrameOrigins().size > 0) response.removeHeader("X-Frame-Options");
  const policy = contentSecurityPolicy(btoa(randomUUID()));
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
}

function isPage(path: string): boolean {
  return !/^\/(?:api|_next)(?:\/|$)|\.[a-z0-9]+$/.test(path);
}
