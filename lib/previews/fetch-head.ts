import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { PassThrough, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { DecodeStream } from "encoding-sniffer";
import { type Head, HeadReader } from "./read-head";
import { ScrapeError } from "./scrape-error";
import { type ScrapePolicy, vetUrl } from "./scrape-policy";

const maxRedirects = 5;
/** Limits the decompressed size. */
const maxBytes = 512 * 1024;
const maxHeaderBytes = 16 * 1024;

export interface FetchedHead extends Head {
  url: string;
}

/** Fetches until the head is complete or `signal` aborts. Every hop must pass the policy. Throws a `ScrapeError` or a network error. */
export async function fetchHead(url: string, policy: ScrapePolicy, signal: AbortSignal): Promise<FetchedHead> {
  let address = url;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await get(address, policy, signal);
    try {
      const next = redirectOf(response, address);
      if (next === null) return { ...(await readHead(response, signal)), url: address };
      address = next;
    } finally {
      response.destroy();
    }
  }
  throw new ScrapeError("too_many_redirects", `The destination redirects more than ${maxRedirects} times.`);
}

async function get(address: string, policy: ScrapePolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await vetUrl(address, policy, signal);
  signal.throwIfAborted();
  const url = new URL(address);
  const options = {
    agent: false,
    // Not called for a literal address, which was vetted itself.
    lookup: lookupOf(addresses),
    maxHeaderSize: maxHeaderBytes,
    signal,
    headers: {
      Accept: "text/html,application/xhtml+xml",
      "Accept-Encoding": "gzip, br",
      "User-Agent": `SluglineBot/1.0 (link previews; +${policy.own.BASE_URL})`,
    },
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
    request.on("response", resolve).on("error", reject).end();
  });
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = answers;
    if (all) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, address: string): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null;
  // Node decodes headers as Latin-1, but URLs in them are often UTF-8.
  const text = Buffer.from(location, "latin1").toString("utf8");
  if (!URL.canParse(text, address)) throw new ScrapeError("url_not_allowed", "The destination redirects to an invalid URL.");
  return new URL(text, address).href;
}

async function readHead(response: IncomingMessage, signal: AbortSignal): Promise<Head> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) throw new ScrapeError("status", `HTTP ${statusCode}.`);
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  if (!/^(?:text\/html|application\/xhtml\+xml)$/i.test(type.trim())) throw new ScrapeError("not_html", "The destination is not a web page.");
  const charset = /^\s*charset\s*=\s*"?([^"\s]+)/i;
  const label = parameters.map((parameter) => charset.exec(parameter)?.[1]).find((value) => value !== undefined);
  const reader = new HeadReader();
  const limit = new ByteLimit(maxBytes);
  let isRead = false;
  const read = async (chunks: AsyncIterable<string | Buffer>) => {
    for await (const chunk of chunks) {
      reader.write(chunk.toString());
      if (reader.isDone) break;
    }
    isRead = true;
    // The rest of the page is not needed.
    response.destroy();
  };
  const decode = new DecodeStream({ ...(label ? { transportLayerEncodingLabel: label } : {}), defaultEncoding: "utf-8" });
  await pipeline(response, decompress(headers["content-encoding"]), limit, decode, read, { signal }).catch((error: unknown) => {
    // Stopping early surfaces as an error in the pipeline.
    if (!isRead) throw error;
  });
  if (reader.isEmpty && !reader.isDone && limit.isReached) throw new ScrapeError("unreadable", "The first 512 KB have no title or metadata.");
  return reader.end();
}

function decompress(encoding = "identity"): Transform {
  // Accepts a truncated body, as browsers do.
  if (/^(?:x-)?gzip$/i.test(encoding)) return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  if (/^br$/i.test(encoding)) return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (/^identity$/i.test(encoding)) return new PassThrough();
  throw new ScrapeError("unreadable", "The destination uses an unsupported compression.");
}

/** Ends the stream after this many bytes and drops the rest, so that everything before is still processed. */
class ByteLimit extends Transform {
  constructor(private left: number) {
    super();
  }

  get isReached(): boolean {
    return this.left <= 0;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.isReached) {
      this.push(chunk.subarray(0, this.left));
      this.left -= chunk.length;
      if (this.isReached) this.push(null);
    }
    done();
  }
}
