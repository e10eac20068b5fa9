import { describe, expect, it } from "vitest";
import { networkOf } from "@/lib/core/network";

describe("networkOf", () => {
  it("groups all addresses of a /64", () => {
    expect(networkOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(networkOf("2001:db8:1:2::1"));
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });

  it("keeps IPv4 addresses separate, in any spelling", () => {
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  });

  it("keeps text that is not an address", () => {
    expect(networkOf("")).toBe("");
  });
});
