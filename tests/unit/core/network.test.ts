import { describe, expect, it } from "vitest";
import { networkOf } from "@/lib/core/network";

describe("networkOf", () => {
  it("takes all addresses of a /64 for one", () => {
    expect(networkOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(networkOf("2001:db8:1:2::1"));
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });

  it("takes every IPv4 address for itself, however it is spelled", () => {
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  });

  it("keeps what is no address", () => {
    expect(networkOf("")).toBe("");
  });
});
