import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { parseUrl } from "../core/hosts";
import { sentence } from "../texts/sentence";
import { ScrapeError } from "./scrape-error";
import { type ScrapePolicy, vetUrl } from "./scrape-policy";

const maxRedirects = 5;
const maxHeaderBytes = 16 * 1024;

interface GuardedRequest {
  url: string;
  policy: ScrapePolicy;
  signal: AbortSignal;
  /** What the server may answer with. */
  accepted: { Accept: string; "Accept-Encoding": string };
}

/**
 * Passes the final response to `read`, with the URL that it came from. Every hop must pass the
 * policy; nothing but the URL is sent along. Throws a `ScrapeError` or a network error.
 */
export async function guardedFetch<T>(
  request: GuardedRequest,
  read: (response: IncomingMessage, address: string) => Promise<T>,
): Promise<T> {
  let address = request.url;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await get(address, request);
    try {
      const next = redirectOf(response, address);
      if (next === null) return await read(successful(response), address);
      address = next;
    } finally {
      response.destroy();
    }
  }
  throw new ScrapeError("too_many_redirects", sentence("tooManyRedirects", { most: maxRedirects }));
}

function get(
  address: string,
  { policy, signal, accepted }: GuardedRequest,
): Promise<IncomingMessage> {
  const headers = {
    ...accepted,
    "User-Agent": `SluglineBot/1.0 (link previews; +${policy.own.BASE_URL})`,
  };
  return guardedRequest({ address, policy, signal, headers });
}

interface OneRequest {
  address: string;
  policy: ScrapePolicy;
  signal: AbortSignal;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * The response to one request, of whatever status: redirects are not followed. Destroy it. Throws a
 * `ScrapeError` or a network error.
 */
export async function guardedRequest({
  address,
  policy,
  signal,
  method = "GET",
  headers,
  body,
}: OneRequest): Promise<IncomingMessage> {
  const addresses = await vetUrl(address, policy, signal);
  signal.throwIfAborted();
  const url = new URL(address);
  const options = {
    agent: false,
    // Not called for a literal address, which was vetted itself.
    lookup: lookupOf(addresses),
    maxHeaderSize: maxHeaderBytes,
    signal,
    method,
    headers,
  };
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
    request.on("response", resolve).on("error", reject).end(body);
  });
}

/** Answers with these addresses, whatever is asked for. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = answers;
    if (all) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function redirectOf(
  { statusCode = 0, headers: { location } }: IncomingMessage,
  address: string,
): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null;
  // Node decodes headers as Latin-1, but URLs in them are often UTF-8.
  const text = Buffer.from(location, "latin1").toString("utf8");
  const url = parseUrl(text, address);
  if (url === null) throw new ScrapeError("url_not_allowed", sentence("redirectInvalid"));
  return url.href;
}

function successful(response: IncomingMessage): IncomingMessage {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299)
    throw new ScrapeError("status", sentence("httpStatus", { status: statusCode }), statusCode);
  return response;
}
