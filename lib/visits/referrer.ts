/**
 * The host that a visitor came from: lower case, without `www.`. Null (shown as Direct) when there is no Referer, when
 * it cannot be parsed, and when it is this service itself.
 */
export function readReferrer(referer: string | null, ownHost: string): string | null {
  const host = referer ? hostOf(referer) : null;
  if (!host || host === ownHost || host.length > 253) return null;
  return (host.startsWith("www.") ? host.slice(4) : host) || null;
}

/** Nearly every Referer begins so, and then its host needs no parser: plain labels, no port, no Punycode, no address. */
const plain = /^https?:\/\/((?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,})(?:\/|$)/;

function hostOf(referer: string): string | null {
  const host = plain.exec(referer)?.[1];
  if (host !== undefined) return host;
  return URL.canParse(referer) ? new URL(referer).hostname.toLowerCase() : null;
}
