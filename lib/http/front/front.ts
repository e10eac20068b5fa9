import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { Server as NetServer } from "node:net";
import { isDashboardHost, originOf, requestedDomain } from "../../config/env";
import { lookFor } from "../../config/site-settings";
import { isSharePath } from "../../core/share";
import { noSuchPage } from "../../visits/replies";
import { setAnswerHeaders } from "../answer-headers";
import { correctForwardingHeaders, headerOf } from "../forwarding-headers";
import { refuseUnknownMethod } from "../methods";
import { answerFailure } from "../problem";
import { longestBodyMs } from "../request-body";
import { accessLogger } from "./access-log";
import { refuseAmbiguous } from "./ambiguous-request";
import { refuseMalformed } from "./client-error";
import { send } from "./direct-server";
import { refuseForeignWrite } from "./foreign-write";
import { normalizeTarget, refuseLongTarget } from "./normalize-target";

/**
 * 16 KB of request line and headers fit the longest short link with room to spare. Slow senders
 * time out.
 */
const limits: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // For the slowest upload. `limitBodyTime` and `endAfterBody` are stricter for every other body.
  requestTimeout: longestBodyMs,
  // Longer than the 60 s of most proxies, so that the proxy closes an idle connection first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // Node would answer without a body. `refuseAmbiguous` does it.
  requireHostHeader: false,
};

interface FrontOptions {
  /** Serves every request that `answerShort` does not. */
  answerPage: RequestListener;
  /**
   * Returns false, without a response, if the request is for no short link. Null if `answerPage`
   * serves those too.
   */
  answerShort: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
}

/** How long clients may still send a request on an idle connection once `close` was called. */
const idleGraceMs = 1_500;

/**
 * The public HTTP server. Every request passes here first. Those that arrive before `open` is
 * called wait for it.
 */
export class Front {
  readonly server: Server;
  private readonly early: Parameters<RequestListener>[] = [];
  private isClosing = false;
  private answer: RequestListener = (...exchange) => this.early.push(exchange);

  constructor() {
    const listener: RequestListener = (request, response) => this.answer(request, response);
    this.server = createServer(limits, listener).on("clientError", refuseMalformed);
    // Node would answer 417 by itself and read the body without a limit.
    this.server.on("checkExpectation", listener);
    // A client may half-close the connection after its request and still gets its response. Node
    // supports this property, but its types lack it.
    Object.assign(this.server, { httpAllowHalfOpen: true });
  }

  open(options: FrontOptions): void {
    const logAccess = accessLogger();
    this.answer = (request, response) => {
      logAccess?.(request, response);
      if (this.isClosing) response.setHeader("Connection", "close");
      try {
        answer(request, response, options);
      } catch (error) {
        answerFailure(response, error);
      }
    };
    for (const exchange of this.early.splice(0)) this.answer(...exchange);
  }

  /**
   * Stops accepting connections, and resolves when all requests in flight are answered. Drops those
   * that are not answered within `limitMs`. `onWait` is told how many still are in flight.
   */
  close(limitMs: number, onWait: (requests: number) => void): Promise<void> {
    const { server } = this;
    this.isClosing = true;
    return new Promise((resolve) => {
      // `http.Server.close` would end idle connections at once, and with them requests that are
      // just arriving. During the grace time such a request is answered with `Connection: close`.
      NetServer.prototype.close.call(server, () => resolve());
      const endIdle = () => {
        server.closeIdleConnections();
        setImmediate(() => server.getConnections((_error, busy) => busy > 0 && onWait(busy)));
      };
      setTimeout(endIdle, idleGraceMs).unref();
      setTimeout(() => server.closeAllConnections(), limitMs).unref();
    });
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { answerPage, answerShort }: FrontOptions,
): void {
  // The client has gone. Without its address nobody can tell whether to believe its headers.
  if (request.socket.remoteAddress === undefined) {
    request.socket.destroy();
    return;
  }
  if (refuseAmbiguous(request, response)) return;
  if (answerShort?.(request, response)) return;
  const requested = request.url ?? "/";
  request.url = normalizeTarget(requested);
  // `/x/../slug` is a short link too.
  if (request.url !== requested && answerShort?.(request, response)) return;
  correctForwardingHeaders(request);
  setAnswerHeaders(request, response);
  if (refuseUnknownMethod(request, response)) return;
  if (refuseLongTarget(request, response)) return;
  if (notFoundOnOtherHost(request, response)) return;
  if (refuseForeignWrite(request, response)) return;
  answerPage(request, response);
}

/**
 * Answers 404 to the dashboard's paths at a further host and where DASHBOARD_ORIGIN names another
 * one, Next's data requests included. Share pages are also where short links are. Returns false if
 * the request may pass.
 */
function notFoundOnOtherHost(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = "/", headers } = request;
  const header = (name: string) => headerOf(request, name);
  if (!/^\/(?:dashboard|_next\/data)(?:[/?]|$)/.test(url) || isDashboardHost(header)) return false;
  const [path = "/"] = url.split(/[?#]/, 1);
  if (isSharePath(path) && requestedDomain(header) === null) return false;
  const look = lookFor(headers["accept-language"] ?? null);
  send(request, response, noSuchPage(originOf(requestedDomain(header)), look));
  return true;
}
