import type { IncomingMessage, ServerResponse } from "node:http";
import { env, isDashboardHost, requestedDomain } from "../../config/env";
import { lookFor } from "../../config/site-settings";
import { forwardFrom } from "../../pages/site-schema";
import { answerPreviewPage } from "../../visits/answer-preview-page";
import { answerVisit } from "../../visits/answer-visit";
import { readTarget } from "../../visits/read-target";
import * as replies from "../../visits/replies";
import { originForm } from "../../visits/short-path";
import type { Reply } from "../../visits/visit";
import { answerHeaders } from "../answer-headers";
import { headerOf, trustedHeaders } from "../forwarding-headers";
import { answerFailure } from "../problem";
import { isPlainForm, readForm } from "../read-form";
import { closeAfterLargeBody, endAfterBody } from "../request-body";

/**
 * Answers a visit without Next, which costs thirty times as much. Returns false, without a
 * response, if the request is not a visit.
 */
export function answerShortLink(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.url ?? "/";
  const asked = readTarget(target);
  if (asked === null) return false;
  const visit = {
    method: request.method ?? "GET",
    slug: asked.slug,
    query: asked.query,
    header: (name: string) => headerOf(request, name),
    domain: requestedDomain(trustedHeaders(request)),
    peerAddress: request.socket.remoteAddress ?? null,
    at: new Date(),
    readForm:
      request.method === "POST" && isPlainForm(request.headers["content-type"])
        ? () => readForm(request)
        : undefined,
  };
  (asked.isPreview ? answerPreviewPage(visit) : answerVisit(visit)).then(
    (reply) => send(request, response, reply),
    (error: unknown) => answerFailure(response, error),
  );
  return true;
}

/**
 * For an instance that records no visits: leads to where short links are answered. Returns false,
 * without a response, if the request is for none.
 */
export function redirectToShortLinkHost(
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const target = request.url ?? "/";
  const asked = readTarget(target);
  if (asked === null) return false;
  send(request, response, addressElsewhere(request, asked.slug, target));
  return true;
}

function addressElsewhere(request: IncomingMessage, slug: string, target: string): Reply {
  const { method, headers } = request;
  const { BASE_URL } = env();
  const header = trustedHeaders(request);
  if (method !== "GET" && method !== "HEAD") return replies.methodNotAllowed();
  if (slug === "dashboard" && isDashboardHost(header)) return replies.toDashboard();
  // It would lead back to this instance.
  if (forwardFrom(BASE_URL, header) === undefined)
    return replies.noSuchPage(BASE_URL, lookFor(headers["accept-language"] ?? null));
  return replies.redirect(BASE_URL + originForm(target));
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: Reply,
): void {
  try {
    const headers = status === 302 || status === 303 ? own : { ...answerHeaders(), ...own };
    // By now a request without a body is complete.
    if (request.complete) {
      response.writeHead(status, headers).end(body);
      return;
    }
    closeAfterLargeBody(response);
    response.writeHead(status, headers);
    endAfterBody(response, body);
  } catch (error) {
    answerFailure(response, error);
  }
}
