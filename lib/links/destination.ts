import ipaddr from "ipaddr.js";
import type { FieldProblemCode } from "../errors";

const maxLength = 8_192;

/** What is wrong with a destination. */
export interface DestinationProblem {
  code: FieldProblemCode;
  message: string;
}

/**
 * Why `text` cannot be a destination of the service at `baseUrl`, or null when it can (decisions.md, API, `url`).
 * The scheme and both slashes are demanded literally: `http:host` and `http:\\host` parse as URLs, yet a browser reads
 * them in a Location header as paths of this service.
 */
export function findDestinationProblem(text: string, baseUrl: string): DestinationProblem | null {
  if (text.length > maxLength) return { code: "too_long", message: "must be at most 8,192 characters" };
  if (hasForbiddenCharacter(text)) return { code: "invalid_format", message: "must not contain control characters or broken Unicode" };
  if (!/^https?:\/\/[^/\\?#]+(?:[/?#]|$)/i.test(text) || !URL.canParse(text)) {
    return { code: "invalid_format", message: "must be a full http or https address, such as https://example.com/page" };
  }
  const url = new URL(text);
  if (url.username || url.password || authorityOf(text).includes("@")) {
    return { code: "not_allowed", message: "must not contain a user name or password" };
  }
  if (isSameService(url, new URL(baseUrl))) {
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

/** http and https of one host count as one service, as do the loopback names of one port. */
function isSameService(url: URL, base: URL): boolean {
  const host = plainHost(url);
  const baseHost = plainHost(base);
  return url.port === base.port && (host === baseHost || (isLoopback(host) && isLoopback(baseHost)));
}

/** Without the brackets of IPv6 and the trailing dots of a fully qualified name. */
function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.+$/g, "");
}

/** Names under localhost (RFC 6761, 6.3) and the unspecified address lead to this machine like loopback itself. */
function isLoopback(host: string): boolean {
  if (/(^|\.)localhost$/.test(host)) return true;
  return ipaddr.isValid(host) && ["loopback", "unspecified"].includes(ipaddr.process(host).range());
}

/** The Location of a destination: the stored text, percent-encoded only where it is not printable ASCII. */
export function toLocation(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}
