import type { IncomingMessage } from "node:http";
import { bodyMs } from "./request-body";

/** Enough for a password and the hidden fields beside it. */
const mostBytes = 8_192;

/** What a browser sends for a form without files. */
export function isPlainForm(contentType: string | null | undefined): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? "");
}

/**
 * The fields of a form; null if it is too long, too slow or cut off. The rest of a longer body
 * stays unread.
 */
export function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const done = (form: URLSearchParams | null) => {
      clearTimeout(timer);
      request.off("data", take).pause();
      resolve(form);
    };
    const take = (chunk: Buffer) => {
      pieces.push(chunk);
      length += chunk.length;
      if (length > mostBytes) done(null);
    };
    const timer = setTimeout(() => done(null), bodyMs);
    request.on("data", take);
    request.once("end", () => done(new URLSearchParams(Buffer.concat(pieces).toString("utf8"))));
    // Also fires for an aborted request; after "end" it has no effect.
    request.once("close", () => done(null));
  });
}

/** The same for the `Request` of a route handler. */
export async function readFetchedForm(request: Request): Promise<URLSearchParams | null> {
  if (Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > mostBytes)
    return null;
  const body = await request.text().catch(() => null);
  return body === null ? null : new URLSearchParams(body);
}
