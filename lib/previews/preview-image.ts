import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isNamed, SluglineError } from "../core/errors";
import { isSameSecret } from "../owners/secret-hash";
import { sessionSecret } from "../owners/session-secret";
import { type FetchedImage, fetchImage } from "./fetch-image";
import { ownPart } from "./own-part";
import type { ScrapeFailure } from "./scrape-error";
import type { ScrapeQueueFullError } from "./scrape-queue";
import { inScrapeTurn, inTime } from "./scrape-turn";

const keptBytes = 16 * 1024 * 1024;
const keptMs = 10 * 60_000;
/** A picture that failed is tried again soon, but not by every viewer at once. */
const failureMs = 30_000;

type Kept = { value: FetchedImage; failure: null } | { value: null; failure: ScrapeFailure };

/**
 * Pictures by URL. Concurrent requests for one share a fetch, which takes its turn like all
 * scraping.
 */
export const newPreviewImages = (): LRUCache<string, Kept> =>
  new LRUCache({
    max: 500,
    maxSize: keptBytes,
    sizeCalculation: ({ value }) => value?.bytes.length ?? 1,
    ttl: keptMs,
    fetchMethod: async (url, _stale, { options }) => {
      const image = await inScrapeTurn(url, () =>
        inTime((signal) => fetchImage(url, ownPart().policy, signal)),
      );
      if (image.failure) options.ttl = failureMs;
      return image;
    },
  });

/**
 * The card with its image behind this service: pages load nothing from other hosts, which would
 * learn who looks at it.
 */
export async function withOwnImage<C extends { image: string | null }>(card: C): Promise<C> {
  const { image } = card;
  return {
    ...card,
    image:
      image &&
      `/dashboard/preview-image?${new URLSearchParams({ url: image, key: await keyOf(image) })}`,
  };
}

/**
 * The picture at `url`, or why there is none. Throws `not_found` unless `key` is what
 * `withOwnImage` made for it, and `unavailable` if the queue is full.
 */
export async function readPreviewImage(url: string, key: string): Promise<Kept> {
  if (!isSameSecret(key, await keyOf(url))) throw new SluglineError("not_found", "imageGone");
  try {
    return await ownPart().images.forceFetch(url);
  } catch (error) {
    if (!isNamed<ScrapeQueueFullError>(error, "ScrapeQueueFullError")) throw error;
    throw new SluglineError("unavailable", "serverIsBusy");
  }
}

/**
 * Only this service can make it, so that it fetches the images of previews, and those that owners
 * name, and nothing else.
 */
async function keyOf(url: string): Promise<string> {
  return createHmac("sha256", await sessionSecret())
    .update(`preview image ${url}`)
    .digest("base64url");
}
