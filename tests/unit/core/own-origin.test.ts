import { describe, expect, it } from "vitest";
import { isOwnOrigin } from "@/lib/core/own-origin";

const base = "https://go.example.com";

describe("isOwnOrigin", () => {
  it.each([
    ["the configured address", "https://go.example.com", "internal:8080"],
    [
      "the host that was asked, with the configured scheme",
      "https://links.example.org",
      "links.example.org",
    ],
    ["this machine", "http://localhost:3000", "localhost:3000"],
    ["this machine by address", "http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["this machine by IPv6", "http://[::1]:3000", "[::1]:3000"],
  ])("accepts %s", (_, origin, host) => {
    expect(isOwnOrigin({ origin, host }, base)).toBe(true);
  });

  it.each([
    ["none", null, "go.example.com"],
    ["null", "null", "go.example.com"],
    ["empty", "", "go.example.com"],
    ["another host", "https://evil.example", "go.example.com"],
    ["a host that ends alike", "https://evilgo.example.com", "go.example.com"],
    ["a host that begins alike", "https://go.example.com.evil.example", "go.example.com"],
    ["another port", "https://go.example.com:8443", "go.example.com"],
    ["another scheme", "http://go.example.com", "go.example.com"],
    ["this machine, when it was not asked", "http://localhost:3000", "go.example.com"],
    ["a path behind it", "https://go.example.com/", "go.example.com"],
    ["a user in it", "https://x@go.example.com", "go.example.com"],
    ["two of them", "https://go.example.com, https://go.example.com", "go.example.com"],
    ["no host asked", "https://evil.example", null],
  ])("refuses %s", (_, origin, host) => {
    expect(isOwnOrigin({ origin, host }, base)).toBe(false);
  });
});
