import { getDomain } from "tldts";

/**
 * The domain that somebody registered, by the public suffix list: example.co.uk of www.example.co.uk.
 * Names below a suffix of hosting services, such as github.io, belong to different people, too. Of an
 * address or a name without a suffix it is the host itself.
 */
export function registrableDomain(host: string): string {
  const name = host.replace(/\.$/, "");
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}
