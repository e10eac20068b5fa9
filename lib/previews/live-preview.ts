import { isNamed } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";
import { ownPart } from "./own-part";
import type { PreviewCard } from "./read-card";
import { scrapeDestination } from "./scrape-destination";
import type { ScrapeQueueFullError } from "./scrape-queue";
import { inScrapeTurn } from "./scrape-turn";

interface LivePreview {
  card: PreviewCard | null;
  failure: Sentence | null;
}

/** The one that each owner reads. */
export const newLivePreviews = () => new Map<string, AbortController>();

/**
 * Reads the preview of a destination while an owner types it, under the limits of all scraping.
 * Each owner has one at a time: a newer one aborts the older one, as does `signal`, so that typing
 * leaves no unused connections open.
 */
export async function readLivePreview(
  ownerId: string,
  url: string,
  signal?: AbortSignal,
): Promise<LivePreview> {
  const owners = ownPart().live;
  owners.get(ownerId)?.abort();
  const own = new AbortController();
  owners.set(ownerId, own);
  const ended = AbortSignal.any(signal ? [own.signal, signal] : [own.signal]);
  try {
    const { card, failure } = await inScrapeTurn(url, () => scrapeDestination(url, ended), ended);
    return { card, failure: failure?.sentence ?? null };
  } catch (error) {
    if (isNamed<ScrapeQueueFullError>(error, "ScrapeQueueFullError"))
      return { card: null, failure: error.sentence };
    if (ended.aborted) return { card: null, failure: sentence("previewReplaced") };
    throw error;
  } finally {
    if (owners.get(ownerId) === own) owners.delete(ownerId);
  }
}
