import { env } from "../env";
import { ProcessWide } from "../process-wide";
import { fetchHead } from "./fetch-head";
import { type PreviewCard, readCard } from "./read-card";
import { ScrapeError, type ScrapeErrorCode, toScrapeError } from "./scrape-error";
import { publicWeb, type ScrapePolicy } from "./scrape-policy";
import { ScrapeQueue } from "./scrape-queue";

/** What a destination says of itself, or why it cannot be read. */
export type Scrape = { card: PreviewCard; failure: null } | { card: null; failure: { code: ScrapeErrorCode; message: string } };

/** Over everything from the name to the last byte, redirects included. */
const limitMs = 5_000;

const queue = new ProcessWide("scrape-queue", () => new ScrapeQueue({ atOnce: 16, atOncePerHost: 2, most: 500 }));

/** Runs `work`, which reads this destination, when it is its turn. Throws a `ScrapeQueueFullError` when too many wait. */
export function inScrapeTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  return queue.get().run(new URL(url).host, work);
}

/**
 * Reads a destination's preview, without keeping it; for use in its turn. Never reaches anything that is not on the public
 * internet but for SCRAPE_ALLOW_HOSTS.
 */
export function scrapeDestination(url: string): Promise<Scrape> {
  return scrape(url, publicWeb(env().BASE_URL, env().SCRAPE_ALLOW_HOSTS));
}

/** The same under a policy of the caller's. */
export async function scrape(url: string, policy: ScrapePolicy): Promise<Scrape> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const head = await Promise.race([fetchHead(url, policy, signal), aborted(signal)]);
    return { card: await readCard(head), failure: null };
  } catch (error) {
    const { code, message } = signal.aborted ? new ScrapeError("timeout", `The answer took longer than ${limitMs / 1_000} s.`) : toScrapeError(error);
    return { card: null, failure: { code, message } };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
