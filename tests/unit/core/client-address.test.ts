import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress, isTrustedPeer, trustProxies } from "@/lib/core/client-address";

const byDefault = trustProxies(["loopback", "linklocal", "uniquelocal"]);
const nobody = trustProxies([]);
const visitor = "203.0.113.9";

describe("clientAddress", () => {
  it.each([
    ["the peer without a header", visitor, null, visitor],
    ["the peer with an empty header", visitor, "", visitor],
    ["a public peer whatever it claims", visitor, "198.51.100.1", visitor],
    ["a public peer that claims a private address", visitor, "10.0.0.1, 127.0.0.1", visitor],
    ["the forwarded address behind loopback", "127.0.0.1", visitor, visitor],
    ["the forwarded address behind IPv6 loopback", "::1", visitor, visitor],
    ["the forwarded address behind a private proxy", "10.1.2.3", visitor, visitor],
    ["the forwarded address behind 172.16/12", "172.31.0.1", visitor, visitor],
    ["the forwarded address behind 192.168/16", "192.168.1.1", visitor, visitor],
    ["the forwarded address behind a link-local proxy", "169.254.0.5", visitor, visitor],
    ["the forwarded address behind a unique local proxy", "fd00::5", visitor, visitor],
    ["the rightmost that is no proxy", "127.0.0.1", `198.51.100.1, ${visitor}`, visitor],
    [
      "the one before a chain of proxies",
      "127.0.0.1",
      `198.51.100.1, ${visitor}, 10.0.0.2, 192.168.0.3`,
      visitor,
    ],
    ["the leftmost when all are proxies", "127.0.0.1", "192.168.0.7, 10.0.0.2", "192.168.0.7"],
    ["a proxy that forwards nothing", "127.0.0.1", null, "127.0.0.1"],
    ["an IPv4-mapped peer as IPv4", `::ffff:${visitor}`, null, visitor],
    ["what an IPv4-mapped proxy forwards", "::ffff:127.0.0.1", visitor, visitor],
    ["an IPv4-mapped forwarded address as IPv4", "127.0.0.1", `::ffff:${visitor}`, visitor],
    ["an IPv4-mapped peer in hexadecimal as IPv4", "::ffff:cb00:7109", null, visitor],
    ["one in upper case without abbreviation", "0:0:0:0:0:FFFF:CB00:7109", null, visitor],
    ["one in mixed notation", "0:0:0:0:0:ffff:203.0.113.9", null, visitor],
    ["one with brackets, zone and port", "127.0.0.1", "[::ffff:cb00:7109%eth0]:443", visitor],
    ["what a proxy in that notation forwards", "::ffff:7f00:1", visitor, visitor],
    ["IPv6 without its zone", "2001:db8::7%en0", null, "2001:db8::7"],
    ["what a link-local proxy with a zone forwards", "fe80::1%eth0", visitor, visitor],
    ["an address with a port", "127.0.0.1", `${visitor}:51234`, visitor],
    ["IPv6 in brackets", "127.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["IPv6 in brackets with a port", "127.0.0.1", "[2001:db8::7]:51234", "2001:db8::7"],
    ["one spelling of IPv6", "127.0.0.1", "2001:DB8:0:0::0007", "2001:db8::7"],
    ["the address beside garbage", "127.0.0.1", `, unknown, ${visitor}, _hidden, "" ,`, visitor],
    ["the proxy when there is only garbage", "127.0.0.1", "unknown, <script>", "127.0.0.1"],
    [
      "the last of the header where the platform ends the connection",
      null,
      `198.51.100.1, ${visitor}`,
      visitor,
    ],
    ["nothing when nothing is known", null, null, ""],
  ])("is %s", (_, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, byDefault)).toBe(address);
  });

  it("ignores the header if no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", visitor, nobody)).toBe("127.0.0.1");
  });

  it("trusts only the given addresses and ranges", () => {
    const trust = trustProxies(["198.51.100.0/24", "2001:db8::1"]);
    expect(clientAddress("198.51.100.77", visitor, trust)).toBe(visitor);
    expect(clientAddress("2001:db8::1", visitor, trust)).toBe(visitor);
    expect(clientAddress("198.51.101.1", visitor, trust)).toBe("198.51.101.1");
    expect(clientAddress("127.0.0.1", visitor, trust)).toBe("127.0.0.1");
  });

  it("reads ranges of IPv4 that are written as IPv6", () => {
    const trust = trustProxies(["::ffff:198.51.100.0/120", "::ffff:cb00:7101"]);
    expect(clientAddress("198.51.100.77", visitor, trust)).toBe(visitor);
    expect(clientAddress("203.0.113.1", visitor, trust)).toBe(visitor);
    expect(clientAddress("198.51.101.1", visitor, trust)).toBe("198.51.101.1");
  });

  it("finds addresses of IPv4 in ranges of IPv6 that have all of them", () => {
    for (const range of ["::/0", "::/80"])
      expect(clientAddress("203.0.113.1", visitor, trustProxies([range]))).toBe(visitor);
    for (const range of ["::/96", "2000::/3"])
      expect(clientAddress("203.0.113.1", visitor, trustProxies([range]))).toBe("203.0.113.1");
  });

  it("cannot be forged by a public peer", () => {
    const forged = fc.oneof(
      fc.string(),
      fc
        .array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("127.0.0.1")))
        .map((list) => list.join(", ")),
    );
    fc.assert(
      fc.property(forged, (header) => clientAddress(visitor, header, byDefault) === visitor),
    );
  });

  it("ignores addresses that a visitor prepends to the header", () => {
    const forged = fc.array(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.string().map((text) => text.replaceAll(",", "")),
      ),
    );
    fc.assert(
      fc.property(
        forged,
        (list) => clientAddress("10.0.0.1", [...list, visitor].join(","), byDefault) === visitor,
      ),
    );
  });
});

describe("isTrustedPeer", () => {
  it.each([
    ["loopback", "127.0.0.1", true],
    ["loopback as IPv6 writes it", "::ffff:127.0.0.1", true],
    ["a private address", "10.1.2.3", true],
    ["a public address", visitor, false],
    ["a public address as IPv6 writes it", `::ffff:${visitor}`, false],
    ["the platform that ends the connection", null, true],
  ])("%s", (_, peer, expected) => {
    expect(isTrustedPeer(peer, byDefault)).toBe(expected);
  });
});

it("trusts exactly the addresses of its ranges, as Node reads both", () => {
  const ranges = ["10.0.0.0/8", "172.16.0.0/12", "203.0.113.128/25", "198.51.100.7", "fc00::/7"];
  const listed = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    listed.addSubnet(address, Number(prefix ?? 32), family);
  }
  const isTrusted = trustProxies(ranges);
  const near = fc
    .tuple(
      fc.constantFrom("10.", "172.16.", "172.31.", "203.0.113.", "198.51.100.", ""),
      fc.string(),
    )
    .map((parts) => parts.join(""));
  const digits = fc.stringMatching(/^[0-9.]{1,16}$/);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), near, digits), (address) => {
      const family = isIP(address) === 4 ? "ipv4" : "ipv6";
      expect(isTrusted(address)).toBe(listed.check(address, family));
    }),
    { numRuns: 2_000 },
  );
});
