import { BlockList, isIP } from "node:net";

/** Tells whether an address is a proxy of ours, whose word about the address before it is believed. */
export type ProxyTrust = (address: string) => boolean;

/** Names for the ranges that never are a visitor of the public internet (RFC 1122, 1918, 3927, 4193, 4291). */
const namedRanges: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** `proxies`: addresses, CIDR ranges and the names loopback, linklocal, uniquelocal. Throws a `RangeError` at anything else. */
export function trustProxies(proxies: readonly string[]): ProxyTrust {
  const trusted = new BlockList();
  for (const range of proxies.flatMap((proxy) => namedRanges[proxy] ?? [proxy])) addRange(trusted, range);
  return (address) => trusted.check(address, familyOf(address));
}

const privateRanges = trustProxies(Object.keys(namedRanges));

/** Whether the address belongs to this machine or to a network of one's own, such as a container's bridge. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges(plainAddress(address));
}

/** Whether the socket's other end is a proxy of ours. A null peer is the platform in front, which is one. */
export function isTrustedPeer(peer: string | null, isTrusted: ProxyTrust): boolean {
  return peer === null || isTrusted(plainAddress(peer));
}

/**
 * The visitor's address: going from the socket's peer back through X-Forwarded-For, the first that is no trusted proxy.
 * A null peer means the platform in front terminated the connection and wrote the header itself. The result is for
 * hashing only and must not outlive that.
 */
export function clientAddress(peer: string | null, forwardedFor: string | null, isTrusted: ProxyTrust): string {
  let nearest = peer === null ? "" : plainAddress(peer);
  if (forwardedFor === null || (nearest !== "" && !isTrusted(nearest))) return nearest;
  for (const text of forwardedFor.split(",").reverse()) {
    const address = plainAddress(text);
    if (isIP(address) === 0) continue;
    nearest = address;
    if (!isTrusted(address)) break;
  }
  return nearest;
}

function addRange(list: BlockList, range: string): void {
  const [address = "", bits, ...rest] = range.split("/");
  const longest = isIP(address) === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (isIP(address) === 0 || rest.length > 0 || prefix < 0 || prefix > longest) throw new RangeError(`${range} is no address or range`);
  list.addSubnet(address, prefix, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** Without port, brackets and the IPv6 spelling of an IPv4 address, so that one visitor has one address. */
function plainAddress(text: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(text)) return text;
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, "$1");
  // One spelling for every IPv6 address (RFC 5952): URL parsers write it.
  return isIP(bare) === 6 && URL.canParse(`http://[${bare}]`) ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare;
}
