import { IncomingMessage } from "node:http";

/** The whole body, or null when it is longer than that or breaks off. What is left of a longer one stays unread. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
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
    // Said also of a request that breaks off; after "end" it changes nothing.
    request.once("close", () => done(null));
  });
}

/** The same request with its body still to be read. */
export function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(again, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  again.push(body);
  again.push(null);
  return again;
}
