import { IncomingMessage } from "node:http";

interface Admitted {
  body: Buffer;
  /** Replaces the header of the request. */
  contentType?: string;
  forwardedHost?: string;
}

/** The same request with this body, still unread, and the headers that describe it. */
export function requestWithBody(
  request: IncomingMessage,
  { body, contentType, forwardedHost }: Admitted,
): IncomingMessage {
  const again = new IncomingMessage(request.socket);
  const { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const { "transfer-encoding": _, ...headers } = request.headers;
  headers["content-length"] = String(body.byteLength);
  if (contentType !== undefined) headers["content-type"] = contentType;
  if (forwardedHost !== undefined) headers["x-forwarded-host"] = forwardedHost;
  Object.assign(again, {
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  again.push(body);
  again.push(null);
  return again;
}
