import { type Domains, withoutPort } from "./domain-origin";
/**
 * The URL, or null if it is invalid. Use it instead of `URL.canParse`: once Node 20 or 22 has
 * optimized its caller, it refuses host names such as exämple.org.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The origin of an http or https address that has nothing else, or null. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text);
  const isOrigin =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password;
  return isOrigin ? url.origin : null;
}

/** The host of a URL, of an IPv6 address as sockets and look-ups take it. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

type ReadHeader = (name: string) => string | null;

/**
 * The hosts that a request names: first that of `Host`, then those that a proxy says were asked
 * for. Most requests need the first only.
 */
export function* requestedHosts(header: ReadHeader): Generator<string> {
  yield header("host") ?? "";
  yield* (header("x-forwarded-host") ?? "").split(",");
  for (const [each] of (header("forwarded") ?? "").matchAll(/host="?[^";,\s]+/gi))
    yield each.replace(/^host="?/i, "");
}

/**
 * A host as two `Host` headers of one server are compared: without the port that the scheme
 * implies, and the dot of the root.
 */
export function withoutUsualPort(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.?(?::(?:80|443))?$/, "");
}

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

/** Hosts as DESTINATION_HOSTS lists them: `example.com`, or `*.example.com` for all below it. */
export type HostPatterns = ReadonlySet<string>;

/** As it is compared: in lower case and ASCII (IDNA). Null if `text` is no such pattern. */
export function parseHostPattern(text: string): string | null {
  const [, wildcard = "", name = ""] = /^(\*\.)?(.*)$/s.exec(text.trim()) ?? [];
  const host = parseDomain(name.replace(/\.$/, ""));
  const isAddress = host !== null && /^\[|\d$/.test(host);
  if (host === null || withoutPort(host) !== host || (wildcard !== "" && isAddress)) return null;
  return wildcard + host;
}

/** Empty patterns allow every host. A port does not matter. */
export function isAllowedHost(host: string, patterns: HostPatterns): boolean {
  if (patterns.size === 0 || patterns.has(host)) return true;
  const labels = host.split(".");
  return labels.some((_, index) => index > 0 && patterns.has(`*.${labels.slice(index).join(".")}`));
}

/** The host of a web address in the form of patterns; null if it has none. */
export function hostOfAddress(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null;
  return url?.hostname.replace(/\.+$/, "") ?? null;
}
