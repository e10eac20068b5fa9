import { parseUrl } from "../core/parse-url";
/**
 * The referring host in lower case, without `www.`. Null (shown as Direct) if there is no Referer, it cannot be parsed,
 * or it is this service itself.
 */
export function readReferrer(referer: string | null, ownHost: string): string | null {
  const host = referer ? hostOf(referer) : null;
  if (!host || host === ownHost || host.length > 253) return null;
  return (host.startsWith("www.") ? host.slice(4) : host) || null;
}

/** Fast path for nearly every Referer, which needs no URL parser: plain labels, no port, no Punycode, no IP address. */
const plain = /^https?:\/\/((?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,})(?:\/|$)/;

function hostOf(referer: string): string | null {
  const host = plain.exec(referer)?.[1];
  if (host !== undefined) return host;
  return parseUrl(referer)?.hostname.toLowerCase() ?? null;
}
