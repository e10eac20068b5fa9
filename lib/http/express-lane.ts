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
  void answer(request, response, target, slug);
  return true;
}

async function answer(request: IncomingMessage, response: ServerResponse, target: string, slug: string): Promise<void> {
  const { status, headers, body } = await answerVisit({
    method: request.method ?? "GET",
    slug,
    query: queryOfTarget(target),
    header: (name) => headerOf(request, name),
    peerAddress: request.socket.remoteAddress ?? null,
    at: new Date(),
  });
  response.writeHead(status, headers).end(body);
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
