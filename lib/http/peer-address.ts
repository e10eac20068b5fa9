import { AsyncLocalStorage } from "node:async_hooks";
import { running } from "../config/running";
import { clientAddress } from "../core/client-address";
import { proxyTrust } from "../visits/own-part";

export const newPeers = () => new AsyncLocalStorage<string | null>();

const peers = () => running().requests.peers;

/**
 * Makes the socket's peer available to `answer`, because Next does not pass it on. Unlike a header,
 * it cannot be forged.
 */
export function withPeerAddress<T>(peer: string | undefined, answer: () => T): T {
  return peers().run(peer ?? null, answer);
}

/**
 * The visitor's address for the current request, by the rules of `clientAddress`. For hashing only.
 */
export function requestAddress(forwardedFor: string | null): string {
  return clientAddress(peerAddress(), forwardedFor, proxyTrust());
}

/** The socket's peer; null if the hosting platform does not report it. */
export function peerAddress(): string | null {
  return peers().getStore() ?? null;
}
