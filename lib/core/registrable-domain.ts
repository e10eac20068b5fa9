/** 14 MB that few need: loaded at the first look. */
const publicSuffixes = () => import("tldts");

/**
 * The domain that somebody registered, by the public suffix list: example.co.uk of www.example.co.uk.
 * Names below a suffix of hosting services, such as github.io, belong to different people, too. Of an
 * address or a name without a suffix it is the host itself.
 */
async function registrableDomain(host: string): Promise<string> {
  const { getDomain } = await publicSuffixes();
  const name = withoutRoot(host);
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

/** The same by the suffixes of registries alone: duckdns.org of x.duckdns.org. */
export async function registeredDomain(host: string): Promise<string> {
  const { getDomain } = await publicSuffixes();
  const name = withoutRoot(host);
  return getDomain(name) ?? name;
}

/** Whether they belong to one domain. Those that are alike but for `www.` do without a look. */
export async function isSameDomain(one: string, other: string): Promise<boolean> {
  const [a, b] = [one, other].map((host) => withoutRoot(host).replace(/^www\./, ""));
  return a === b || (await registrableDomain(one)) === (await registrableDomain(other));
}

/**
 * Whether the name is below a top-level domain of the public internet, and not for home networks
 * (RFC 8375).
 */
export async function isPublicName(host: string): Promise<boolean> {
  const { parse } = await publicSuffixes();
  return parse(host).isIcann === true && !/(?:^|\.)home\.arpa$/.test(withoutRoot(host));
}

const withoutRoot = (host: string) => host.replace(/\.$/, "");
