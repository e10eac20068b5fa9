import { Resolver } from "node:dns/promises";
import { sentence } from "../texts/sentence";
import { ScrapeError } from "./scrape-error";

/**
 * All addresses of a host name; empty if there is no such name. Throws a `ScrapeError` if the name
 * servers cannot say.
 */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Less than a scrape may take, so that a silent name server is not taken for a silent destination.
 */
const limitMs = 4_000;
/** The other codes say nothing about the name. */
const isAbsent = (reason: unknown) => ["ENOTFOUND", "ENODATA"].includes(codeOf(reason));
const codeOf = (reason: unknown) => String((reason as NodeJS.ErrnoException | null)?.code);

/**
 * Queries name servers directly. getaddrinfo would occupy the thread pool that the journal uses,
 * and would read the hosts file.
 */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const limit = setTimeout(cancel, limitMs);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    const failed = answers.find(
      (answer) => answer.status === "rejected" && !isAbsent(answer.reason),
    );
    if (addresses.length > 0 || failed?.status !== "rejected") return addresses;
    throw new ScrapeError(
      "no_network",
      sentence("lookUpFailed", { host: hostname, code: codeOf(failed.reason) }),
    );
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", cancel);
  }
};
