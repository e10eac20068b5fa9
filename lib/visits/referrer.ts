/**
 * The host that a visitor came from: lower case, without `www.`. Null (shown as Direct) when there is no Referer, when
 * it cannot be parsed, and when it is this service itself.
 */
export function readReferrer(referer: string | null, ownHost: string): string | null {
  if (!referer || !URL.canParse(referer)) return null;
  const host = new URL(referer).hostname.toLowerCase();
  if (host === "" || host === ownHost || host.length > 253) return null;
  return host.replace(/^www\./, "") || null;
}
