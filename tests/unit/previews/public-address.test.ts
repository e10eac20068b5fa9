import { describe, expect, it } from "vitest";
import { isPublicAddress } from "@/lib/previews/scrape-policy";

describe("isPublicAddress", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["this machine", ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"]],
    [
      "private networks",
      [
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
      ],
    ],
    ["the local link", ["169.254.0.1", "fe80::1", "febf::1"]],
    ["carrier NAT", ["100.64.0.1", "100.127.255.255"]],
    [
      "clouds' own",
      [
        "169.254.169.254",
        "169.254.170.2",
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
      ],
    ],
    [
      "IPv4 inside IPv6",
      [
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "::ffff:0:7f00:1",
        "::ffff:168.63.129.16",
      ],
    ],
    [
      "translation and tunnels",
      [
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2001:0:7f00:1::",
      ],
    ],
    [
      "multicast and broadcast",
      ["224.0.0.1", "239.255.255.250", "255.255.255.255", "ff02::1", "ff0e::1"],
    ],
    [
      "reserved and documentation",
      [
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "198.18.0.1",
        "240.0.0.1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
      ],
    ],
    ["unassigned IPv6", ["4000::1", "5f00::1", "8000::1", "e000::1", "1::1"]],
    [
      "what is no address",
      [
        "",
        "localhost",
        "127.0.0.1.",
        "127.0.0.1:80",
        "[::1]",
        "fe80::1%eth0",
        "1.2.3.4/8",
        "example.com",
      ],
    ],
  ])("%s is not", (_what, addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
  });
});
