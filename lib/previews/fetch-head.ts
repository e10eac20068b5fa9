import type { IncomingMessage } from "node:http";
import { PassThrough, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { DecodeStream } from "encoding-sniffer";
import { sentence } from "../texts/sentence";
import { guardedFetch } from "./guarded-fetch";
import { type Head, HeadReader } from "./read-head";
import { ScrapeError } from "./scrape-error";
import type { ScrapePolicy } from "./scrape-policy";

/** Limits the decompressed size. */
const maxBytes = 512 * 1024;

export interface FetchedHead extends Head {
  url: string;
}

/**
 * Fetches until the head is complete or `signal` aborts. Calls `onSuccess` with its address when a
 * successful response arrives, whatever it holds. Throws a `ScrapeError` or a network error.
 */
export function fetchHead(
  url: string,
  policy: ScrapePolicy,
  signal: AbortSignal,
  onSuccess: (address: string) => void = () => {},
): Promise<FetchedHead> {
  const accepted = { Accept: "text/html,application/xhtml+xml", "Accept-Encoding": "gzip, br" };
  return guardedFetch({ url, policy, signal, accepted }, async (response, address) => {
    onSuccess(address);
    return { ...(await readHead(response, signal)), url: address };
  });
}

async function readHead(response: IncomingMessage, signal: AbortSignal): Promise<Head> {
  const { headers } = response;
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  if (!/^(?:text\/html|application\/xhtml\+xml)$/i.test(type.trim()))
    throw new ScrapeError("not_html", sentence("notAPage"));
  const charset = /^\s*charset\s*=\s*"?([^"\s]+)/i;
  const label = parameters
    .map((parameter) => charset.exec(parameter)?.[1])
    .find((value) => value !== undefined);
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
  const decode = new DecodeStream({
    ...(label ? { transportLayerEncodingLabel: label } : {}),
    defaultEncoding: "utf-8",
  });
  await pipeline(response, decompress(headers["content-encoding"]), limit, decode, read, {
    signal,
  }).catch((error: unknown) => {
    // Stopping early surfaces as an error in the pipeline.
    if (!isRead) throw error;
  });
  if (reader.isEmpty && !reader.isDone && limit.isReached)
    throw new ScrapeError(
      "unreadable",
      sentence("noMetadata", { size: { amount: 512, unit: "kilobyte" } }),
    );
  return reader.end();
}

function decompress(encoding = "identity"): Transform {
  // Accepts a truncated body, as browsers do.
  if (/^(?:x-)?gzip$/i.test(encoding)) return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  if (/^br$/i.test(encoding))
    return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (/^identity$/i.test(encoding)) return new PassThrough();
  throw new ScrapeError("unreadable", sentence("compressionUnknown"));
}

/**
 * Ends the stream after this many bytes and drops the rest, so that everything before is still
 * processed.
 */
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
