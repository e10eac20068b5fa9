import type { IncomingMessage, ServerResponse } from "node:http";
import { answerVisit } from "../visits/answer-visit";
import { queryOfTarget, slugOfTarget } from "../visits/short-path";

/**
 * Answers a request for a short address without going through Next, which costs thirty times as much.
 * False when it is for something else and nothing was answered.
 */
export function answerShortAddress(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.url ?? "/";
  const slug = slugOfTarget(target);
  if (slug === null) return false;
  const visit = {
    method: request.method ?? "GET",
    slug,
    query: queryOfTarget(target),
    header: (name: string) => headerOf(request, name),
    peerAddress: request.socket.remoteAddress ?? null,
    at: new Date(),
  };
  void answerVisit(visit).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  return true;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
