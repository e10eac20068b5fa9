import ipaddr from "ipaddr.js";

/**
 * The unit that rate limits count by: one subscriber has a whole /64 of IPv6 addresses (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return "parts" in parsed
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : parsed.toString();
}
