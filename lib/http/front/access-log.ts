import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../config/env";
import { accessLog } from "../../config/log";

/** Long enough for every path of the service. */
const longestPath = 200;
const secretPath = /^(\/+dashboard\/+(?:demo|invite|reset|share|unsubscribe)\/).+/is;

type LogAccess = (request: IncomingMessage, response: ServerResponse) => void;

/** Logs requests as ACCESS_LOG says; null if none. Called before anything changes the request. */
export function accessLogger(): LogAccess | null {
  const { ACCESS_LOG } = env();
  if (ACCESS_LOG === "off") return null;
  return (request, response) => {
    const path = loggedPath(request.url ?? "/");
    if (ACCESS_LOG === "all" || /^\/api(?:\/|$)/.test(path)) logWhenClosed(request, response, path);
  };
}

/**
 * A target's path without query, which may hold anything, and without the secrets of invitations,
 * resets and share pages.
 */
function loggedPath(target: string): string {
  const [withoutQuery = ""] = target.split(/[?#;]|%3f|%23|%3b/i, 1);
  const path = withoutQuery.startsWith("/")
    ? withoutQuery
    : withoutQuery.replace(/^[a-z]+:\/\/[^/]*/i, "") || "/";
  return path.slice(0, longestPath).replace(secretPath, "$1[secret]");
}

function logWhenClosed({ method }: IncomingMessage, response: ServerResponse, path: string): void {
  const from = performance.now();
  response.once("close", () => {
    const requestId = response.getHeader("x-request-id") ?? randomUUID();
    // Without a status the client left before the answer.
    const status = response.headersSent ? response.statusCode : 0;
    accessLog().info(
      { method, path, status, ms: Math.round(10 * (performance.now() - from)) / 10, requestId },
      "request",
    );
  });
}
