import { type Health, healthOf } from "./destination-health";
import { type FetchedHead, fetchHead } from "./fetch-head";
import { readHostIcon } from "./host-icons";
import { ownPart } from "./own-part";
import { type PreviewCard, readCard } from "./read-card";
import type { ScrapeFailure } from "./scrape-error";
import type { ScrapePolicy } from "./scrape-policy";
import { inTime } from "./scrape-turn";

/**
 * A page without a preview, such as a PDF, is a failed scrape of a destination that works: `health`
 * says so. `endHost`: where a successful response came from, after redirects.
 */
export type Scrape = { health: Health; endHost: string | null } & (
  | { card: PreviewCard; failure: null }
  | { card: null; failure: ScrapeFailure }
);

/**
 * Call it through the queue. Reaches only the public internet and SCRAPE_ALLOW_HOSTS. Throws the
 * reason of `signal` if aborted.
 */
export function scrapeDestination(url: string, signal?: AbortSignal): Promise<Scrape> {
  return scrape(url, ownPart().policy, signal, (head) => readHostIcon(url, head));
}

export async function scrape(
  url: string,
  policy: ScrapePolicy,
  ended?: AbortSignal,
  onHead: (head: FetchedHead) => void = () => {},
): Promise<Scrape> {
  let endHost: string | null = null;
  const onSuccess = (address: string) => {
    endHost = new URL(address).hostname;
  };
  const { value, failure } = await inTime(async (signal) => {
    const head = await fetchHead(url, policy, signal, onSuccess);
    onHead(head);
    return readCard(head);
  }, ended);
  if (!failure) return { card: value, failure: null, health: "reachable", endHost };
  const health = endHost === null ? healthOf(failure) : "reachable";
  return { card: null, failure, health, endHost };
}
