import type { IncomingMessage } from "node:http";
import { guardedFetch } from "./guarded-fetch";
import { type ImageType, imageTypeOf, signatureBytes } from "./image-type";
import { ScrapeError } from "./scrape-error";
import type { ScrapePolicy } from "./scrape-policy";

const maxMegabytes = 2;
const maxBytes = maxMegabytes * 1024 * 1024;

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
  return guardedFetch({ url, policy, signal, accepted }, readImage);
}

async function readImage(response: IncomingMessage): Promise<FetchedImage> {
  if (Number(response.headers["content-length"]) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  let type: ImageType | null = null;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    // Refused as soon as its first bytes are known, not after two megabytes of something else.
    if (type === null && size >= signatureBytes) type = typeOf(Buffer.concat(chunks));
  }
  const bytes = Buffer.concat(chunks);
  return { type: type ?? typeOf(bytes), bytes };
}

function typeOf(bytes: Buffer): ImageType {
  const type = imageTypeOf(bytes);
  if (type === null)
    throw new ScrapeError("not_image", "The image is not a PNG, JPEG, WebP, GIF or AVIF file.");
  return type;
}

function tooLarge(): ScrapeError {
  return new ScrapeError("too_large", `The image is larger than ${maxMegabytes} MB.`);
}
