import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLocation } from "@/lib/core/destination";
import { forwardQuery } from "@/lib/core/forward-query";

const plain = { withTags: false };

describe("forwardQuery", () => {
  it.each([
    ["no query", "https://example.com/a", "", "https://example.com/a"],
    ["a first parameter", "https://example.com/a", "x=1", "https://example.com/a?x=1"],
    ["a destination without a path", "https://example.com", "x=1", "https://example.com?x=1"],
    [
      "parameters behind its own",
      "https://example.com/?a=1",
      "b=2&c=3",
      "https://example.com/?a=1&b=2&c=3",
    ],
    ["an open end", "https://example.com/?", "b=2", "https://example.com/?b=2"],
    ["a trailing ampersand", "https://example.com/?a=1&", "b=2", "https://example.com/?a=1&b=2"],
    [
      "a fragment that stays at the end",
      "https://example.com/?a=1#part?b=9",
      "b=2",
      "https://example.com/?a=1&b=2#part?b=9",
    ],
    ["repeated parameters", "https://example.com/", "b=1&b=2", "https://example.com/?b=1&b=2"],
    ["a name without a value", "https://example.com/", "flag", "https://example.com/?flag"],
  ])("adds %s", (_, url, query, expected) => {
    expect(forwardQuery(url, query, plain)).toBe(expected);
  });

  it("never overwrites or repeats what the destination has, however it is spelled", () => {
    const url = "https://example.com/?id=1&a%20b=2";
    expect(forwardQuery(url, "id=2&%69d=3&a+b=4&c=5", plain)).toBe(`${url}&c=5`);
  });

  it.each([
    "%20ref=x",
    "ref%00y=x",
    "REF=x",
    "ref[]=x",
    "ref%5Ba%5D=x",
    "user.id=x",
    "user+id=x",
    "user[id=x",
    "USER_ID[]=x",
    "%09ref=x",
    "%20=x",
  ])("adds nothing that a server may take for what the destination has: %s", (query) => {
    const url = "https://example.com/?ref=own&user_id=1";
    expect(forwardQuery(url, `${query}&other=1`, plain)).toBe(`${url}&other=1`);
  });

  it("leaves no campaign tag in through another spelling, and separates by ampersands alone", () => {
    expect(
      forwardQuery("https://example.com/", "utm.source=x&+utm_medium=y&utm[id=z&a=1;ref=2", plain),
    ).toBe("https://example.com/?a=1%3Bref=2");
  });

  it("adds campaign tags only if they are chosen", () => {
    expect(
      forwardQuery("https://example.com/", "utm_source=x&UTM_term=y&%75tm_id=z&a=1", plain),
    ).toBe("https://example.com/?a=1");
    expect(forwardQuery("https://example.com/", "utm_source=x&a=1", { withTags: true })).toBe(
      "https://example.com/?utm_source=x&a=1",
    );
  });

  it("leaves out whole parameters of a long query", () => {
    const long = `${Array.from({ length: 300 }, (_, index) => `p${index}=1`).join("&")}`;
    expect(forwardQuery("https://example.com/", long, plain).split("&")).toHaveLength(100);
    expect(forwardQuery("https://example.com/", `a=${"x".repeat(5_000)}&b=1`, plain)).toBe(
      "https://example.com/?b=1",
    );
  });

  it("reads no more than the first 500 parameters", () => {
    const tags = "utm_id=1&".repeat(499);
    expect(forwardQuery("https://example.com/", `${tags}a=1&b=1`, plain)).toBe(
      "https://example.com/?a=1",
    );
  });

  it("leads any query to the same place, in printable ASCII", () => {
    const url = "https://example.com/path?own=1#end";
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (query, withTags) => {
        const location = toLocation(forwardQuery(url, query, { withTags }));
        expect(location).toMatch(/^[\x21-\x7e]+$/);
        const { origin, pathname, hash, searchParams } = new URL(location);
        expect({ origin, pathname, hash }).toEqual({
          origin: "https://example.com",
          pathname: "/path",
          hash: "#end",
        });
        expect(searchParams.getAll("own")).toEqual(["1"]);
      }),
    );
  });
});
