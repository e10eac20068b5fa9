import ipaddr from "ipaddr.js";

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
