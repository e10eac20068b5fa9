import ipaddr from "ipaddr.js";
import type { FieldProblemCode } from "./errors";

const maxBytes = 8_192;

/** What is wrong with a destination. */
export interface DestinationProblem {
  code: FieldProblemCode;
  message: string;
}

/** Where this service answers: what short links begin with, and the port that it listens on, which a proxy may stand before. */
export interface OwnAddress {
  BASE_URL: string;
  PORT: number;
}

/**
 * Why `text` cannot be a destination of the service at `own`, or null when it can (docs/behaviour.md, Links, `url`).
 * The scheme and both slashes are demanded literally: `http:host` and `http:\\host` parse as URLs, yet a browser reads
 * them in a Location header as paths of this service.
 */
export function findDestinationProblem(text: string, own: OwnAddress): DestinationProblem | null {
  // Encoding makes nothing shorter.
  if (text.length > maxBytes || toLocation(text).length > maxBytes) {
    return { code: "too_long", message: "must be at most 8,192 bytes long once percent-encoded" };
  }
  if (hasForbiddenCharacter(text)) return { code: "invalid_format", message: "must not contain control characters or broken Unicode" };
  if (!/^https?:\/\/[^/\\?#]+(?:[/?#]|$)/i.test(text) || !URL.canParse(text)) {
    return { code: "invalid_format", message: "must be a full http or https address, such as https://example.com/page" };
  }
  const url = new URL(text);
  if (url.username || url.password || authorityOf(text).includes("@")) {
    return { code: "not_allowed", message: "must not contain a user name or password" };
  }
  if (isSameService(url, own)) {
    return { code: "not_allowed", message: "must not be an address of this service: the link would lead back here" };
  }
  return null;
}

/** C0 and C1 controls and DEL, which a URL parser drops silently, and lone surrogates, which no encoding can carry. */
function hasForbiddenCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text) || !text.isWellFormed();
}

function authorityOf(text: string): string {
  return text.split("/", 3)[2]?.split(/[?#]/, 1)[0] ?? "";
}

/**
 * One host's http and https are one service, as are all loopback names. Other ports may belong to other programs, but for
 * the one that this service listens on.
 */
function isSameService(url: URL, { BASE_URL, PORT }: OwnAddress): boolean {
  const base = new URL(BASE_URL);
  const [host, baseHost] = [plainHost(url), plainHost(base)];
  if (host !== baseHost && !(isLoopback(host) && isLoopback(baseHost))) return false;
  const ports = base.port === "" ? [...defaultPorts, PORT] : [Number(base.port), PORT];
  return ports.includes(portOf(url));
}

const defaultPorts = [80, 443];

export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** As an entry of SCRAPE_ALLOW_HOSTS names a server. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/** One entry of SCRAPE_ALLOW_HOSTS in the spelling that URLs are compared by, or null when it is no `host:port`. */
export function parseAllowedHost(text: string): string | null {
  const port = /^[^/?#@\\\s]+:(\d{1,5})$/.exec(text)?.[1];
  const url = port === undefined || !URL.canParse(`http://${text}`) ? null : new URL(`http://${text}`);
  return url === null || url.pathname !== "/" ? null : hostAndPort(url);
}

/** Without the brackets of IPv6 and the trailing dots of a fully qualified name. */
function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.+$/g, "");
}

/** Names under localhost (RFC 6761, 6.3) and the unspecified address lead to this machine like loopback itself. */
export function isLoopback(host: string): boolean {
  if (/(^|\.)localhost$/.test(host)) return true;
  return ipaddr.isValid(host) && ["loopback", "unspecified"].includes(ipaddr.process(host).range());
}

/** The Location of a destination: the stored text, percent-encoded only where it is not printable ASCII. */
export function toLocation(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}
