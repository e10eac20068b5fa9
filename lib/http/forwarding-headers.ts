import type { IncomingMessage } from "node:http";
import { isTrustedPeer } from "../core/client-address";
import { proxyTrust } from "../visits/proxy-trust";

/** Set when forwarding headers of a request were not believed, so that the doctor can say so. */
export const disbelievedHeader = "x-slugline-disbelieved";

/** What proxies say of a request: the de-facto headers and the standard one (RFC 7239). */
const forwarding = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip)$/;
/** Next says these to itself when it passes an action on. */
const internal = new Set([disbelievedHeader, "x-action-forwarded"]);

/**
 * Makes the forwarding headers of a request true before anything reads them: a peer that is no trusted proxy speaks for
 * nobody, so its own address is all that remains. What passes the request on, Next included, then passes on the truth.
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
