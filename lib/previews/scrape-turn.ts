import { unlessAborted } from "../core/deadline";
import { sentence } from "../texts/sentence";
import { ownPart } from "./own-part";
import { ScrapeError, type ScrapeFailure, toScrapeError } from "./scrape-error";
import { ScrapeQueue } from "./scrape-queue";

/** Covers everything from DNS to the last byte, redirects included. */
const limitMs = 5_000;

export const newScrapeQueue = () => new ScrapeQueue({ atOnce: 16, atOncePerHost: 2, most: 500 });

/**
 * Runs `work` through the scrape queue. Throws a `ScrapeQueueFullError`, and the reason of `signal`
 * if it aborts the wait.
 */
export function inScrapeTurn<T>(
  url: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return ownPart().queue.run(new URL(url).host, work, signal);
}

/** The value of `work`, or why it failed. Throws only the reason of `ended`. */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ended?: AbortSignal,
): Promise<{ value: T; failure: null } | { value: null; failure: ScrapeFailure }> {
  const timeout = AbortSignal.timeout(limitMs);
  const signal = ended ? AbortSignal.any([timeout, ended]) : timeout;
  try {
    return { value: await unlessAborted(work(signal), signal), failure: null };
  } catch (error) {
    ended?.throwIfAborted();
    const {
      code,
      sentence: its,
      status,
    } = timeout.aborted
      ? new ScrapeError("timeout", sentence("noAnswer", { seconds: limitMs / 1_000 }))
      : toScrapeError(error);
    return {
      value: null,
      failure: { code, sentence: its, ...(status !== undefined && { status }) },
    };
  }
}
