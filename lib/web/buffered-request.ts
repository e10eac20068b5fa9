import { IncomingMessage } from "node:http";

/** The whole body, or null if it is too long or aborted. The rest of a longer body stays unread. */
export async function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = (body: Buffer | null) => {
      request.off("data", take);
      request.pause();
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > mostBytes) done(null);
    };
    request.on("data", take);
    request.once("end", () => done(Buffer.concat(chunks)));
    // Also fires for an aborted request; after "end" it has no effect.
    request.once("close", () => done(null));
  });
}

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
