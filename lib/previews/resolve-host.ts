import { Resolver } from "node:dns/promises";

/** All addresses of a host name; empty if it cannot be resolved. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Queries name servers directly. getaddrinfo would occupy the thread pool that the journal uses, and would read the hosts file. */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
