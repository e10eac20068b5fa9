import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { accessLogger } from "./access-log";
import { setAnswerHeaders } from "./answer-headers";
import { refuseMalformed } from "./client-error";
import { answerShortAddress } from "./express-lane";
import { refuseForeignWrite } from "./foreign-write";
import { correctForwardingHeaders } from "./forwarding-headers";
import { refuseUnknownMethod } from "./methods";
import { answerFailure } from "./problem";
import { longestBodyMs } from "./request-body";
import { refuseLongTarget, tameTarget } from "./tame-target";

/** 16 KB of request line and headers fit the longest short link with room to spare. Slow senders time out. */
const limits: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // For the slowest upload. `limitBodyTime` and `endAfterBody` are stricter for every other body.
  requestTimeout: longestBodyMs,
  // Longer than the 60 s of most proxies, so that the proxy closes an idle connection first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

interface FrontOptions {
  answerPage: RequestListener;
  /** If false, `answerPage` serves short links too. */
  expressLane: boolean;
  isStopping: () => boolean;
}

/** The public HTTP server. Every request passes here first. Requests that arrive before `open` is called wait for it. */
export class Front {
  readonly server: Server;
  private readonly early: Parameters<RequestListener>[] = [];
  private answer: RequestListener = (...exchange) => this.early.push(exchange);

  constructor() {
    const listener: RequestListener = (request, response) => this.answer(request, response);
    this.server = createServer(limits, listener).on("clientError", refuseMalformed);
    // Node would answer 417 by itself and read the body without a limit.
    this.server.on("checkExpectation", listener);
    // A client may half-close the connection after its request and still gets its response. Node supports this property,
    // but its types lack it.
    Object.assign(this.server, { httpAllowHalfOpen: true });
  }

  open(options: FrontOptions): void {
    const logAccess = accessLogger();
    this.answer = (request, response) => {
      logAccess?.(request, response);
      try {
        answer(request, response, options);
      } catch (error) {
        answerFailure(response, error);
      }
    };
    for (const exchange of this.early.splice(0)) this.answer(...exchange);
  }
}

function answer(request: IncomingMessage, response: ServerResponse, { answerPage, expressLane, isStopping }: FrontOptions): void {
  // The client has gone. Without its address nobody can tell whether to believe its headers.
  if (request.socket.remoteAddress === undefined) {
    request.socket.destroy();
    return;
  }
  if (isStopping()) response.setHeader("Connection", "close");
  if (expressLane && answerShortAddress(request, response)) return;
  const requested = request.url ?? "/";
  request.url = tameTarget(requested);
  // `/x/../slug` is a short link too.
  if (expressLane && request.url !== requested && answerShortAddress(request, response)) return;
  correctForwardingHeaders(request);
  setAnswerHeaders(request, response);
  if (refuseUnknownMethod(request, response)) return;
  if (refuseLongTarget(request, response)) return;
  if (refuseForeignWrite(request, response)) return;
  answerPage(request, response);
}
