import { env } from "../config/env";
import { PerService } from "../config/per-service";
import { fetchHead } from "./fetch-head";
import { type PreviewCard, readCard } from "./read-card";
import { ScrapeError, type ScrapeErrorCode, toScrapeError } from "./scrape-error";
import { publicWeb, type ScrapePolicy } from "./scrape-policy";
import { ScrapeQueue } from "./scrape-queue";

export type Scrape = { card: PreviewCard; failure: null } | { card: null; failure: { code: ScrapeErrorCode; message: string } };

/** Covers everything from DNS to the last byte, redirects included. */
const limitMs = 5_000;

const queue = new PerService("scrape-queue", () => new ScrapeQueue({ atOnce: 16, atOncePerHost: 2, most: 500 }));

/** Runs `work` through the scrape queue. Throws a `ScrapeQueueFullError`, and the reason of `signal` if it aborts the wait. */
export function inScrapeTurn<T>(url: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return queue.get().run(new URL(url).host, work, signal);
}

/** Call it through the queue. Reaches only the public internet and SCRAPE_ALLOW_HOSTS. Throws the reason of `signal` if aborted. */
export function scrapeDestination(url: string, signal?: AbortSignal): Promise<Scrape> {
  return scrape(url, publicWeb(env(), env().SCRAPE_ALLOW_HOSTS), signal);
}

export async function scrape(url: string, policy: ScrapePolicy, ended?: AbortSignal): Promise<Scrape> {
  const timeout = AbortSignal.timeout(limitMs);
  const signal = ended ? AbortSignal.any([timeout, ended]) : timeout;
  try {
    const head = await Promise.race([fetchHead(url, policy, signal), aborted(signal)]);
    return { card: await readCard(head), failure: null };
  } catch (error) {
    ended?.throwIfAborted();
    const { code, message } = timeout.aborted
      ? new ScrapeError("timeout", `The destination did not answer within ${limitMs / 1_000} s.`)
      : toScrapeError(error);
    return { card: null, failure: { code, message } };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
