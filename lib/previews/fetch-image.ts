import type { IncomingMessage } from "node:http";
import { sentence } from "../texts/sentence";
import { guardedFetch } from "./guarded-fetch";
import { type ImageType, imageTypeOf, signatureBytes } from "./image-type";
import { ScrapeError } from "./scrape-error";
import type { ScrapePolicy } from "./scrape-policy";

const maxBytes = 2 * 1024 * 1024;

export interface FetchedImage {
  type: ImageType;
  bytes: Buffer;
}

/**
 * Fetches a picture of at most 2 MB. Its type is that of its bytes, whatever the server declares.
 * Throws a `ScrapeError` or a network error.
 */
export function fetchImage(
  url: string,
  policy: ScrapePolicy,
  signal: AbortSignal,
): Promise<FetchedImage> {
  // Uncompressed: pictures do not get smaller, and a decompression bomb has no way in.
  const accepted = {
    Accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
    "Accept-Encoding": "identity",
  };
  return guardedFetch({ url, policy, signal, accepted }, async (response) => {
    const bytes = await readBytes(response, maxBytes, typeOf);
    return { type: typeOf(bytes), bytes };
  });
}

/**
 * The body, if it is no longer. `check` throws for a file that is refused as soon as its first bytes
 * are known, not after two megabytes of something else.
 */
export async function readBytes(
  response: IncomingMessage,
  maxBytes: number,
  check: (first: Buffer) => unknown = () => {},
): Promise<Buffer> {
  if (Number(response.headers["content-length"]) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  let isChecked = false;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (isChecked || size < signatureBytes) continue;
    check(Buffer.concat(chunks));
    isChecked = true;
  }
  return Buffer.concat(chunks);
}

function typeOf(bytes: Buffer): ImageType {
  const type = imageTypeOf(bytes);
  if (type === null) throw new ScrapeError("not_image", sentence("imageKind"));
  return type;
}

function tooLarge(maxBytes: number): ScrapeError {
  const most = maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KB` : `${maxBytes / 1024 ** 2} MB`;
  return new ScrapeError("too_large", sentence("imageTooLarge", { most }));
}
