import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { extname } from "node:path";
import { getMetrics } from "../commands/service";
import { env, originOf, requestedDomain } from "../config/env";
import { lookFor } from "../config/site-settings";
import { SluglineError } from "../core/errors";
import { operation } from "../http/api/api-route";
import { send } from "../http/front/direct-server";
import type { Method } from "../http/methods";
import { answerFailure, problemResponse } from "../http/problem";
import { answerPublicFile } from "../http/public-files";
import { ownFile } from "../texts/own-file";
import * as replies from "../visits/replies";
import type { Reply } from "../visits/visit";
import { filesUnder } from "../web/app-routes";
import { livezRoute, readyzRoute } from "./health-routes";

type Route = Record<Method, (request: Request, context: unknown) => Response | Promise<Response>>;

const routes: Readonly<Record<string, Route>> = {
  "/api/livez": livezRoute,
  "/api/readyz": readyzRoute,
  "/api/metrics": operation(getMetrics),
};

/** What the pages for visitors load. */
const types: Readonly<Record<string, string>> = {
  ".ico": "image/x-icon",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The rules of `app/robots.ts`. */
const robots = new TextEncoder().encode("User-Agent: *\nDisallow: /api/\nDisallow: /dashboard/\n");

/**
 * What an instance answers that only redirects, beside short links: health, metrics and the public
 * files. Expects a request that `Front` has checked.
 */
export function answerWithoutPages(folder = ownFile("public")): RequestListener {
  const files = new Map([
    ...readFiles(folder),
    ["/robots.txt", replies.file(robots, "text/plain; charset=utf-8")],
  ]);
  return (request, response) => {
    answer(request, files).then(
      (reply) => send(request, response, reply),
      (error: unknown) => answerFailure(response, error),
    );
  };
}

async function answer(request: IncomingMessage, files: ReadonlyMap<string, Reply>): Promise<Reply> {
  const asked = asRequest(request, env().BASE_URL);
  const baseUrl = originOf(requestedDomain((name) => asked.headers.get(name)));
  const { pathname } = new URL(asked.url);
  const route = routes[pathname.replace(/\/$/, "")];
  if (route) return asReply(await route[asked.method as Method](asked, {}));
  if (/^\/api(?:\/|$)/.test(pathname)) return asReply(noApi());
  if (asked.method !== "GET" && asked.method !== "HEAD") return replies.methodNotAllowed();
  const given = answerPublicFile(asked, new Date());
  if (given) return asReply(given);
  const look = lookFor(asked.headers.get("accept-language"));
  return (
    files.get(pathname) ??
    (pathname === "/" ? replies.front(baseUrl, look) : replies.noSuchPage(baseUrl, look))
  );
}

function noApi(): Response {
  const error = new SluglineError("not_found", "onlyRedirects");
  return problemResponse(error, randomUUID(), { "Cache-Control": "no-store" });
}

/** Without the body: nothing here reads one. */
function asRequest(
  { url = "/", method = "GET", headers, socket }: IncomingMessage,
  baseUrl: string,
): Request {
  const given = new Headers({ "x-forwarded-for": socket.remoteAddress ?? "" });
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) given.set(name, String(value));
  return new Request(new URL(url, baseUrl), { method, headers: given });
}

async function asReply(response: Response): Promise<Reply> {
  const body = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), "Content-Length": String(body.length) },
    body,
  };
}

function readFiles(folder: string): [path: string, Reply][] {
  return filesUnder(folder).flatMap((path): [string, Reply][] => {
    const type = types[extname(path)];
    return type === undefined
      ? []
      : [[path, replies.file(new Uint8Array(readFileSync(folder + path)), type)]];
  });
}
