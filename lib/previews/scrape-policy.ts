import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { unlessAborted } from "../core/deadline";
import { findDestinationProblem, hostAndPort, type OwnAddress, portOf } from "../core/destination";
import { withoutBrackets } from "../core/hosts";
import { sentence } from "../texts/sentence";
import { type ResolveHost, resolveHost } from "./resolve-host";
import { ScrapeError } from "./scrape-error";

export interface ScrapePolicy {
  /** The service's own address, which is never scraped. */
  own: OwnAddress;
  /** Lets the health check ask this service. */
  mayBeOwn?: boolean;
  /** `host:port` entries that the owner allowed although they are private or use another port. */
  allowedHosts: ReadonlySet<string>;
  ports: readonly number[];
  isAllowedAddress: (address: string) => boolean;
  resolveHost: ResolveHost;
}

export function publicWeb(own: OwnAddress, allowedHosts: ReadonlySet<string>): ScrapePolicy {
  return { own, allowedHosts, ports: [80, 443], isAllowedAddress: isPublicAddress, resolveHost };
}

/**
 * The allowed addresses of one URL, the destination or a redirect hop. Throws a `ScrapeError` if
 * the URL or any address of its host is not allowed. Connect only to these addresses, because the
 * host may resolve differently a moment later (DNS rebinding).
 */
export async function vetUrl(
  text: string,
  policy: ScrapePolicy,
  signal: AbortSignal,
): Promise<string[]> {
  const problem = findDestinationProblem(text, policy.mayBeOwn ? null : policy.own);
  if (problem)
    throw new ScrapeError("url_not_allowed", sentence("theUrlIs", { problem: problem.sentence }));
  const url = new URL(text);
  const hostname = withoutBrackets(url.hostname);
  if (policy.allowedHosts.has(hostAndPort(url))) {
    const found = await unlessAborted(lookup(hostname, { all: true }), signal);
    return found.map(({ address }) => address);
  }
  if (!policy.ports.includes(portOf(url)))
    throw new ScrapeError(
      "port_not_allowed",
      sentence("portsAllowed", { ports: policy.ports.join(" and ") }),
    );
  const addresses = isLiteral(url.hostname)
    ? [hostname]
    : await policy.resolveHost(hostname, signal);
  if (addresses.length === 0)
    throw new ScrapeError("host_not_found", sentence("hostUnresolved", { host: hostname }));
  if (!addresses.every(policy.isAllowedAddress))
    throw new ScrapeError("address_not_public", sentence("notPublic"));
  return addresses;
}

/** The URL parser has already normalised every spelling of an IPv4 address. */
function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Cloud metadata services at addresses that look public: Azure's wire server. */
const metadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Global IPv6 addresses are allocated from here (RFC 4291, 2.4). Everything else is special or
 * unassigned.
 */
const globalIpv6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an address is on the public internet, and not of this machine, its networks or its cloud.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || metadataAddresses.has(address.toString())) return false;
  return address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalIpv6);
}
