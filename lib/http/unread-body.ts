import type { IncomingMessage, ServerResponse } from "node:http";

/** A sender who goes on after the answer gets this long to finish. */
const graceMs = 2_000;
/** A body up to this size is worth reading to its end, so that the connection can be used again. */
const mostKeptBytes = 1_048_576;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Whether some of the request's body is still to come. */
function isBodyComing(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request);
}

/** Announces that the connection ends with this answer when a large body is still to come. Called before the head is sent. */
export function closeAfterLargeBody(response: ServerResponse): void {
  const { req: request } = response;
  if (isBodyComing(request) && !(Number(request.headers["content-length"]) <= mostKeptBytes)) response.setHeader("Connection", "close");
}

/**
 * Ends an answer whose head was sent. The client gets all of it at once; the end itself waits until the rest of the
 * request's body was read and discarded. Left unread, it would block the next request on the connection, and closing on
 * it resets the connection before the client has read the answer. A sender who takes too long loses the connection.
 */
export function endAfterBody(response: ServerResponse, body: string | null = null): void {
  const { req: request } = response;
  if (!isBodyComing(request)) {
    response.end(body);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  const timer = setTimeout(() => response.end(() => request.socket.destroySoon()), graceMs);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  request.unpipe();
  request.once("end", end).once("close", end).resume();
}
