import { describe, expect, it } from "vitest";
import { findDestinationProblem } from "@/lib/core/destination";
import { parseDomain, parseDomains, parseUrl } from "@/lib/core/hosts";

describe("parseUrl", () => {
  it.each([
    ["https://example.org/a", undefined, "https://example.org/a"],
    ["https://exämple.org/ü", undefined, "https://xn--exmple-cua.org/%C3%BC"],
    ["../b?c", "https://example.org/a/d", "https://example.org/b?c"],
    ["no address", undefined, undefined],
    ["https://", undefined, undefined],
  ])("reads %s (base %s)", (text, base, href) => {
    expect(parseUrl(text, base)?.href).toBe(href);
  });

  it("accepts host names beyond ASCII after many others, when Node has optimized its callers", () => {
    // After some thousand calls URL.canParse of Node 20 and 22 gives false.
    for (let call = 0; call < 50_000; call++) findDestinationProblem("https://example.org/", null);
    const refused = Array.from({ length: 1_000 }, () =>
      findDestinationProblem("https://exämple.org/ü", null),
    ).filter((problem) => problem !== null);
    expect(refused).toEqual([]);
  });
});

describe("further hosts", () => {
  it.each([
    ["GO.Brand.Example", "go.brand.example"],
    [" l.example. ", "l.example"],
    ["l.example.:8080", "l.example:8080"],
    ["l.example:443", "l.example"],
    ["l.example:80", "l.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["www.brand.example", "www.brand.example"],
    ["[::1]:3000", "[::1]:3000"],
    ["[2001:DB8::1]", "[2001:db8::1]"],
    ["short", "short"],
  ])("reads %s as %s", (text, host) => {
    expect(parseDomain(text)).toBe(host);
  });

  it.each([
    "",
    "https://l.example",
    "l.example/",
    "user@l.example",
    "a b.example",
    "*.example",
    "a..example",
    "a.example..",
    "-a.example",
    "::1",
    "l.example:0",
    "l.example:99999",
    "l%2eexample",
    "l.example\\x",
    "l.example?x",
  ])("refuses %s", (text) => {
    expect(parseDomain(text)).toBeNull();
  });

  it("reads a list, and leaves empty entries out", () => {
    const domains = parseDomains(" ,Go.Example, l.example:8080,,");
    expect([...domains]).toEqual([
      ["go.example", "go.example"],
      ["l.example", "l.example:8080"],
    ]);
    expect(parseDomains(",").size).toBe(0);
    const many = Array.from({ length: 50 }, (_, index) => `d${index}.example`);
    expect([...parseDomains(many.join(",")).values()]).toEqual(many);
  });

  it("says what is wrong with a list", () => {
    expect(() => parseDomains("l.example,https://go.example")).toThrow(
      "https://go.example is not a valid host",
    );
    expect(() => parseDomains("l.example,L.example:8080")).toThrow("names l.example twice");
    const many = Array.from({ length: 101 }, (_, index) => `d${index}.example`);
    expect(() => parseDomains(many.join(","))).toThrow("must have at most 100 hosts");
  });

  it("are addresses of the service, to which no link may lead", () => {
    const own = {
      BASE_URL: "https://go.example.com",
      PORT: 3000,
      DOMAINS: parseDomains("l.example,b.example:8443,[2001:db8::1]"),
    };
    for (const url of [
      "https://l.example/x",
      "http://L.EXAMPLE./x",
      "http://l.example:3000/",
      "https://b.example:8443/",
      "https://[2001:db8:0::1]/",
    ])
      expect(findDestinationProblem(url, own)?.code, url).toBe("not_allowed");
    for (const url of ["https://www.l.example/", "https://l.example:9000/", "https://b.example/"])
      expect(findDestinationProblem(url, own), url).toBeNull();
  });
});
