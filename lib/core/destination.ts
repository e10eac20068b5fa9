import ipaddr from "ipaddr.js";
import { type Sentence, sentence } from "../texts/sentence";
import { isDamaged } from "./clean-text";
import { type Domains, domainOrigin, withoutPort } from "./domain-origin";
import type { FieldProblemCode } from "./errors";
import { type HostPatterns, hostOfAddress, isAllowedHost, noDomains, parseUrl } from "./hosts";

/** Of a destination, in bytes. */
export const maxBytes = 8_192;
/** Of hosts that a refusal lists. */
export const mostNamedHosts = 10;

interface DestinationProblem {
  code: FieldProblemCode;
  sentence: Sentence;
}

/**
 * The service's own addresses. PORT matters too, because a proxy may serve them on another port.
 */
export interface OwnAddress {
  BASE_URL: string;
  DASHBOARD_ORIGIN?: string;
  DOMAINS?: Domains;
  PORT: number;
  /** What DESTINATION_SCHEMES allows besides http and https. The scraper passes none. */
  schemes?: ReadonlySet<string>;
  /** DESTINATION_HOSTS, for destinations on the web. */
  hosts?: HostPatterns;
}

/**
 * Why `text` is not a valid destination, or null if it is (docs/scripts.md, Links, `url`). The
 * scheme and both slashes are required literally: `http:host` and `http:\\host` parse as URLs, yet
 * a browser resolves them in a Location header as paths of this service. Without `own` an address
 * of this service is fine.
 */
export function findDestinationProblem(
  text: string,
  own: OwnAddress | null,
): DestinationProblem | null {
  // Encoding never shortens the text.
  if (text.length > maxBytes || percentEncode(text).length > maxBytes) {
    return { code: "too_long", sentence: sentence("mustBeShortAddress", { most: maxBytes }) };
  }
  if (isDamaged(text)) return { code: "invalid_format", sentence: sentence("mustNotBeDamaged") };
  if (/\p{Cc}/u.test(text))
    return { code: "invalid_format", sentence: sentence("mustHaveNoControls") };
  if (own?.schemes?.has(schemeOf(text))) return findAppProblem(text);
  const url = /^https?:\/\/[^/\\?#]+(?:[/?#]|$)/i.test(text) ? parseUrl(text) : null;
  if (url === null) {
    const others = [...(own?.schemes ?? [])];
    return {
      code: "invalid_format",
      sentence: others.reduce<Sentence>(
        (problem, scheme) => sentence("mustBeginWith", { problem, scheme: `${scheme}:` }),
        sentence("mustBeAddress"),
      ),
    };
  }
  if (url.username || url.password || authorityOf(text).includes("@")) {
    return { code: "not_allowed", sentence: sentence("mustHaveNoUser") };
  }
  if (own && isSameService(url, own)) {
    return {
      code: "not_allowed",
      sentence: sentence("mustNotLeadBack"),
    };
  }
  const hosts: HostPatterns = own?.hosts ?? new Set();
  if (isAllowedHost(hostOfAddress(text) ?? "", hosts)) return null;
  const named = [...hosts].slice(0, mostNamedHosts).join(", ");
  return { code: "not_allowed", sentence: sentence("mustBeAtHost", { hosts: named }) };
}

/**
 * The problem of a destination that an app opens, such as `mailto:` or `myapp://`. The rest is up
 * to the app.
 */
function findAppProblem(text: string): DestinationProblem | null {
  const rest = text.slice(text.indexOf(":") + 1);
  const url = /^[/?#]*$/.test(rest) ? null : parseUrl(text);
  if (url === null) {
    return {
      code: "invalid_format",
      sentence: sentence("mustHaveSomething", { scheme: schemeOf(text) }),
    };
  }
  return url.username || url.password
    ? { code: "not_allowed", sentence: sentence("mustHaveNoUser") }
    : null;
}

/** In lower case; empty if `text` has none. */
function schemeOf(text: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** Whether it is on the web, so that the scraper can read it. Expects a valid destination. */
export function isWebAddress(url: string): boolean {
  return url.startsWith("https:") || url.startsWith("http:") || /^https?:/i.test(url);
}

/** Where a destination leads: its host or, of one that an app opens, what comes before a query. */
export function destinationPlace(url: string): string {
  return isWebAddress(url) ? new URL(url).host : url.replace(/[?#].*$/s, "");
}

/**
 * Whether a stored destination may still be redirected to: `schemes` may have become fewer since it
 * was stored.
 */
export function isAllowedDestination(
  url: string,
  schemes: ReadonlySet<string> | undefined,
): boolean {
  return isWebAddress(url) || schemes?.has(schemeOf(url)) === true;
}

/**
 * C0 and C1 controls and DEL, which a URL parser drops silently, and lone surrogates, which cannot
 * be encoded.
 */
function authorityOf(text: string): string {
  return text.split("/", 3)[2]?.split(/[?#]/, 1)[0] ?? "";
}

/**
 * http and https on one host, and all loopback names, count as one service. Other ports do not,
 * except the port that this service uses.
 */
export function isSameService(
  url: URL,
  { BASE_URL, DASHBOARD_ORIGIN = BASE_URL, DOMAINS = noDomains, PORT }: OwnAddress,
): boolean {
  const domain = DOMAINS.get(withoutPort(url.host));
  return (
    isAt(url, BASE_URL, PORT) ||
    (DASHBOARD_ORIGIN !== BASE_URL && isAt(url, DASHBOARD_ORIGIN, PORT)) ||
    (domain !== undefined && isAt(url, domainOrigin(domain, BASE_URL), PORT))
  );
}

function isAt(url: URL, origin: string, PORT: number): boolean {
  const base = new URL(origin);
  const [host, baseHost] = [plainHost(url), plainHost(base)];
  if (host !== baseHost && !(isLoopback(host) && isLoopback(baseHost))) return false;
  const ports = base.port === "" ? [...defaultPorts, PORT] : [Number(base.port), PORT];
  return ports.includes(portOf(url));
}

const defaultPorts = [80, 443];

export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** The `host:port` form that SCRAPE_ALLOW_HOSTS uses. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/**
 * Normalises one entry of SCRAPE_ALLOW_HOSTS for comparison with URLs. Null if it is not a
 * `host:port`.
 */
export function parseAllowedHost(text: string): string | null {
  const port = /^[^/?#@\\\s]+:(\d{1,5})$/.exec(text)?.[1];
  const url = port === undefined ? null : parseUrl(`http://${text}`);
  return url === null || url.pathname !== "/" ? null : hostAndPort(url);
}

/** Strips the brackets of IPv6 and the trailing dots of a fully qualified name. */
function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.+$/g, "");
}

/**
 * Names under localhost (RFC 6761, 6.3) and the unspecified address resolve to this machine, like
 * loopback.
 */
export function isLoopback(host: string): boolean {
  if (/(^|\.)localhost$/.test(host)) return true;
  return ipaddr.isValid(host) && ["loopback", "unspecified"].includes(ipaddr.process(host).range());
}

const unusual = /[^\x21-\x7e]/;
const unusualOrEncodedHost = /[^\x21-\x7e]|^https?:\/\/[^/?#]*%/i;

/**
 * The Location header of a destination: the stored text, with the host of a web address in its
 * ASCII form (IDNA), because some clients look up a percent-encoded one as it stands, and other
 * non-printable and non-ASCII characters percent-encoded.
 */
export function toLocation(url: string): string {
  return unusualOrEncodedHost.test(url) ? percentEncode(withAsciiHost(url)) : url;
}

function withAsciiHost(url: string): string {
  const { scheme = "", host = "" } =
    /^(?<scheme>https?:\/\/)(?<host>[^/?#\\:]*)/i.exec(url)?.groups ?? {};
  const ascii = unusual.test(host) || host.includes("%") ? parseUrl(url)?.hostname : undefined;
  return ascii === undefined ? url : scheme + ascii + url.slice(scheme.length + host.length);
}

function percentEncode(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}
