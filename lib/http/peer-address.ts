import { AsyncLocalStorage } from "node:async_hooks";
import { ProcessWide } from "../config/process-wide";
import { clientAddress } from "../core/client-address";
import { proxyTrust } from "../visits/proxy-trust";

const peers = new ProcessWide("peer-addresses", () => new AsyncLocalStorage<string | null>());

/**
 * Runs `answer` so that what it calls knows the socket's other end, which Next does not pass on. A header could be sent
 * by anyone; this cannot.
 */
export function withPeerAddress<T>(peer: string | undefined, answer: () => T): T {
  return peers.get().run(peer ?? null, answer);
}

/** The visitor's address of the request that is being answered, by the rules of `clientAddress`. For hashing only. */
export function requestAddress(forwardedFor: string | null): string {
  return clientAddress(peerAddress(), forwardedFor, proxyTrust());
}

/** The socket's other end itself; null where the platform in front does not tell. */
export function peerAddress(): string | null {
  return peers.get().getStore() ?? null;
}
