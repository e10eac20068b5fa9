import { parseUrl } from "./parse-url";
import { withoutPort, withoutUsualPort } from "./requested-host";

/** Further hosts of short links by host name. The value is the host as short links show it. */
export type Domains = ReadonlyMap<string, string>;

export const noDomains: Domains = new Map();

const hostPattern =
  /^(?:(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::[1-9]\d*)?$/;

/**
 * A host in the form in which a browser sends it: lower case, ASCII (IDNA), without the usual port
 * and the dot of the root. Null if `text` is no host.
 */
export function parseDomain(text: string): string | null {
  const host = text.trim();
  const url = /[/?#@\\\s%]/.test(host) ? null : parseUrl(`http://${host}`);
  // The URL parser keeps the dot of the root.
  const plain = withoutUsualPort(url?.host.replace(/\.(?=:)/, "") ?? "");
  return hostPattern.test(plain) ? plain : null;
}

/** Throws a `RangeError` that says what is wrong. Empty entries do not count. */
export function parseDomains(text: string): Domains {
  const domains = new Map<string, string>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const domain = parseDomain(entry);
    if (domain === null)
      throw new RangeError(
        `must be a comma-separated list of hosts without scheme and path, such as go.brand.example,l.example; ${entry} is not a valid host`,
      );
    const name = withoutPort(domain);
    if (domains.has(name)) throw new RangeError(`names ${name} twice`);
    domains.set(name, domain);
  }
  if (domains.size > mostDomains) throw new RangeError(`must have at most ${mostDomains} hosts`);
  return domains;
}

const mostDomains = 100;

/**
 * What short links at this further host begin with. Null, and a host that is not listed any more,
 * mean `baseUrl`.
 */
export function originFor(
  domain: string | null | undefined,
  baseUrl: string,
  domains: Domains,
): string {
  const listed = domains.get(withoutPort(domain ?? ""));
  return listed === undefined ? baseUrl : domainOrigin(listed, baseUrl);
}

/** The address of a further host, which has the scheme of `baseUrl`. */
export function domainOrigin(domain: string, baseUrl: string): string {
  return `${new URL(baseUrl).protocol}//${domain}`;
}
