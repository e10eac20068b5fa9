import type { IncomingMessage } from "node:http";
import type { ReadHeader } from "../config/env";
import { isTrustedPeer } from "../core/client-address";
import { proxyTrust } from "../visits/own-part";

/** Set when a request's forwarding headers were ignored, so that the doctor can report it. */
export const disbelievedHeader = "x-slugline-disbelieved";

/** The forwarding headers of proxies: the de-facto ones and the standard one (RFC 7239). */
const forwarding =
  /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip)$/;
/** Next sends these to itself when it forwards an action. */
const internal = new Set([disbelievedHeader, "x-action-forwarded"]);

/**
 * Rewrites untrusted forwarding headers before anything reads them: for a peer that is not a
 * trusted proxy, only its own address remains. Next and everything else then pass on correct
 * values.
 */
export function correctForwardingHeaders({ headers, socket }: IncomingMessage): void {
  for (const name of internal) delete headers[name];
  const peer = socket.remoteAddress ?? "";
  if (isTrustedPeer(peer, proxyTrust())) return;
  const names = Object.keys(headers).filter((name) => forwarding.test(name));
  for (const name of names) delete headers[name];
  if (names.length > 0) headers[disbelievedHeader] = "1";
  headers["x-forwarded-for"] = peer;
}

/** Repeated headers are joined, as a fetched request has them. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}

/** The headers of a request that `correctForwardingHeaders` has not seen, as if it had. */
export function trustedHeaders(request: IncomingMessage): ReadHeader {
  return (name) =>
    forwarding.test(name) && !isTrustedPeer(request.socket.remoteAddress ?? "", proxyTrust())
      ? null
      : headerOf(request, name);
}
