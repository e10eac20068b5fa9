import type { IncomingMessage } from "node:http";
import { withDeadline } from "../core/deadline";
import { bodyMs, readBody } from "./request-body";

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
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const body = await withDeadline(readBody(request, mostBytes), bodyMs).catch(() => null);
  return body && new URLSearchParams(body.toString("utf8"));
}

/** The same for the `Request` of a route handler. */
export async function readFetchedForm(request: Request): Promise<URLSearchParams | null> {
  if (Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > mostBytes)
    return null;
  const body = await request.text().catch(() => null);
  return body === null ? null : new URLSearchParams(body);
}
