import ipaddr from "ipaddr.js";
import proxyaddr from "proxy-addr";

/** Tells whether an address is a proxy of ours, whose word about the address before it is believed. */
export type ProxyTrust = (address: string) => boolean;

/** `proxies`: addresses, CIDR ranges and the names loopback, linklocal, uniquelocal. */
export function trustProxies(proxies: string[]): ProxyTrust {
  const trust = proxyaddr.compile(proxies);
  return (address) => trust(address, 0);
}

/**
 * The visitor's address: going from the socket's peer back through X-Forwarded-For, the first that is no trusted proxy.
 * A null peer means the platform in front terminated the connection and wrote the header itself. The result is for
 * hashing only and must not outlive that.
 */
export function clientAddress(peer: string | null, forwardedFor: string | null, isTrusted: ProxyTrust): string {
  const forwarded = (forwardedFor ?? "").split(",").map(plainAddress).filter(isAddress);
  const chain = [...(peer === null ? [] : [plainAddress(peer)]), ...forwarded.reverse()];
  return chain.find((address) => !isTrusted(address)) ?? chain.at(-1) ?? "";
}

/** Without port, brackets and the IPv6 spelling of an IPv4 address, so that one visitor has one address. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}
