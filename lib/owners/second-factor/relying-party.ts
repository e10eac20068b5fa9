import { isIP } from "node:net";

export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  id: string;
  /** The only origin whose pages may use them. */
  origin: string;
}

/**
 * Null where browsers have no passkeys: at an IP address, and over plain http except on localhost
 * (Web Authentication, 5.1.3 and 13.4.9).
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return !isAddress && (protocol === "https:" || isLocal) ? { id: hostname, origin } : null;
}
