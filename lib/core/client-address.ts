import { BlockList, isIP } from "node:net";
import { parseUrl } from "./hosts";

type ProxyTrust = (address: string) => boolean;

/**
 * Names for ranges that are never a visitor on the public internet (RFC 1122, 1918, 3927, 4193,
 * 4291).
 */
const namedRanges: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

const zero = "0".charCodeAt(0);
const dot = ".".charCodeAt(0) - zero;
/** IPv4 written as IPv6. */
const mapped = "::ffff:";

/**
 * `proxies`: addresses, CIDR ranges and the names loopback, linklocal, uniquelocal. Throws a
 * `RangeError` for anything else.
 */
export function trustProxies(proxies: readonly string[]): ProxyTrust {
  const trusted = new BlockList();
  const ranges = proxies
    .flatMap((proxy) => namedRanges[proxy] ?? [proxy])
    .map((range) => readRange(range));
  for (const { address, prefix, family } of ranges) trusted.addSubnet(address, prefix, family);
  // Every visit behind a proxy asks twice, and the list takes ten times as long. Remembers no
  // answer: in a private network a trusted address may be that of a visitor.
  const plain = ranges.flatMap((range) => {
    if (range.family === "ipv6") return coversIpv4(range) ? [{ mask: 0, base: 0 }] : [];
    const mask = range.prefix === 0 ? 0 : -1 << (32 - range.prefix);
    return [{ mask, base: numberOf(range.address) & mask }];
  });
  return (address) => {
    const asked = numberOf(address);
    if (asked < 0) return trusted.check(address, "ipv6");
    for (const { mask, base } of plain) if ((asked & mask) === base) return true;
    return false;
  };
}

const privateRanges = trustProxies(Object.keys(namedRanges));

/** Whether the address is on this machine or in a private network, such as a container bridge. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges(plainAddress(address));
}

/**
 * Whether the socket's peer is a trusted proxy. A null peer means the hosting platform terminated
 * the connection, so it is trusted.
 */
export function isTrustedPeer(peer: string | null, isTrusted: ProxyTrust): boolean {
  return peer === null || isTrusted(plainAddress(peer));
}

/**
 * The visitor's address: walking back from the socket's peer through X-Forwarded-For, the first
 * address that is not a trusted proxy. A null peer means the hosting platform terminated the
 * connection and wrote the header itself. Use the result for hashing only, and do not keep it.
 */
export function clientAddress(
  peer: string | null,
  forwardedFor: string | null,
  isTrusted: ProxyTrust,
): string {
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

interface Range {
  address: string;
  prefix: number;
  family: "ipv4" | "ipv6";
}

function readRange(range: string): Range {
  const [given = "", bits, ...rest] = range.split("/");
  const address = plainAddress(given);
  const longest = isIP(address) === 4 ? 32 : 128;
  const written = isIP(given) === 4 ? 32 : 128;
  const asked = bits === undefined ? written : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  // Of IPv4 that is written as IPv6, the last 32 bits count.
  const prefix = asked - (written - longest);
  if (isIP(given) === 0 || rest.length > 0 || prefix < 0 || prefix > longest)
    throw new RangeError(`${range} is not an address or range`);
  return { address, prefix, family: longest === 32 ? "ipv4" : "ipv6" };
}

/** Whether a range of IPv6, such as `::/0`, has all addresses of IPv4 in it, which IPv6 can write. */
function coversIpv4({ address, prefix, family }: Range): boolean {
  const range = new BlockList();
  range.addSubnet(address, prefix, family);
  return range.check("0.0.0.0", "ipv4");
}

/** An IPv4 address as a number; -1 for anything that `isIP` does not take for one. */
function numberOf(text: string): number {
  let [all, part, digits, parts] = [0, 0, 0, 1];
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9 && (part > 0 || digits === 0)) {
      part = 10 * part + digit;
      digits++;
      if (part > 255) return -1;
    } else if (digit === dot && digits > 0 && parts < 4) {
      all = 256 * all + part;
      [part, digits] = [0, 0];
      parts++;
    } else return -1;
  }
  return parts === 4 && digits > 0 ? 256 * all + part : -1;
}

/**
 * One spelling of an address, so that one visitor has one: without port, brackets and zone, and
 * IPv4 that is written as IPv6 (`::ffff:cb00:7105`, RFC 4291) as IPv4.
 */
function plainAddress(text: string): string {
  // Nearly all addresses look like this, and the URL parser below takes five times as long.
  const plain = text.startsWith(mapped) ? text.slice(mapped.length) : text;
  if (numberOf(plain) >= 0) return plain;
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "");
  // The URL parser writes the canonical form of an IPv6 address (RFC 5952).
  const url = isIP(bare) === 6 ? parseUrl(`http://[${bare}]`) : null;
  if (url === null) return bare;
  const canonical = url.hostname.slice(1, -1);
  const halves = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical)?.slice(1) ?? [];
  const bytes = halves.map((half) => Number.parseInt(half, 16)).flatMap((n) => [n >> 8, n & 255]);
  return bytes.length > 0 ? bytes.join(".") : canonical;
}
