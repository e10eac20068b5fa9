import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHost, type Replacement, replaceInAddresses } from "@/lib/core/replace-in-address";

const none = { ios: null, android: null, geo: null, languages: null, schedule: null };

function inUrl(url: string, find: string, replace: string, scope: Replacement["scope"]): string {
  return replaceInAddresses({ url, ...none }, { find, replace, scope })?.changes.url ?? url;
}

describe("a replaced host", () => {
  it.each([
    ["https://old.example/a?b=old.example#c", "https://new.example/a?b=old.example#c"],
    ["https://OLD.Example", "https://new.example"],
    ["HTTP://old.example?q", "HTTP://new.example?q"],
    ["https://old.example./a", "https://new.example/a"],
    ["https://old.example:443/a", "https://new.example/a"],
    ["http://old.example:80/", "http://new.example/"],
    ["https://ol%64.example/a", "https://new.example/a"],
  ])("is replaced in %s", (url, expected) => {
    expect(inUrl(url, "old.example", "new.example", "host")).toBe(expected);
  });

  it.each([
    "https://www.old.example/",
    "https://old.example.com/",
    "https://very-old.example/",
    "https://old.example:8443/",
    "http://old.example:443/",
    "https://other.example/https://old.example/",
    "https://other.example/?to=old.example",
    "myapp://old.example/",
    "mailto:mara@old.example",
  ])("stays in %s", (url) => {
    expect(inUrl(url, "old.example", "new.example", "host")).toBe(url);
  });

  it.each([
    ["https://old.example:8443/a", "old.example:8443", "new.example", "https://new.example/a"],
    ["https://old.example/a", "old.example:443", "new.example:1", "https://new.example:1/a"],
    ["https://old.example:8443/a", "old.example:443", "new.example", "https://old.example:8443/a"],
    ["https://bücher.example/ä", "xn--bcher-kva.example", "new.example", "https://new.example/ä"],
    ["https://xn--bcher-kva.example/", "Bücher.example", "büro.example", "https://büro.example/"],
    ["https://bu\u0308cher.example/", "bücher.example", "new.example", "https://new.example/"],
    ["http://127.1:8080/a", "127.0.0.1:8080", "[::1]", "http://[::1]/a"],
    ["http://[2001:DB8::0:7]/a", "[2001:db8::7]", "a.example", "http://a.example/a"],
    ["https://old.example/a", "old.example", "$&.example", "https://$&.example/a"],
  ])("%s: %s by %s", (url, find, replace, expected) => {
    expect(inUrl(url, find, replace, "host")).toBe(expected);
  });

  it.each([
    ...["", "https://old.example", "old.example/", "old.example/a", "mara@old.example", "a b"],
    ...["old.example:", "old.example:99999", "old.example:https", "?", "::1", "exa<mple"],
  ])("is not %j", (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe("replaced text", () => {
  it.each([
    ["https://a.example/sale/sale", "sale", "offer", "https://a.example/offer/offer"],
    ["https://a.example/Sale", "sale", "offer", "https://a.example/Sale"],
    ["https://a.example/?a=1&b=2", "&b=2", "", "https://a.example/?a=1"],
    ["https://a.example/.*", ".*", "$1", "https://a.example/$1"],
    ["myapp://old/open", "old", "new", "myapp://new/open"],
  ])("%s: %s by %s", (url, find, replace, expected) => {
    expect(inUrl(url, find, replace, "text")).toBe(expected);
  });
});

it("makes no text that is far longer than an address may be", () => {
  const url = `https://a.example/${"a".repeat(8_000)}`;
  const made = inUrl(url, "a", "b".repeat(8_192), "text");
  expect(made.length).toBeGreaterThan(8_192);
  expect(made.length).toBeLessThan(20_000);
});

it("replaces in the addresses of rules, and says which", () => {
  const from = "2030-12-01T08:00:00.000Z";
  const found = replaceInAddresses(
    {
      url: "https://other.example/",
      ios: "https://old.example/ios",
      android: "myapp://old.example",
      geo: { DE: "https://old.example/de", FR: "https://other.example/fr" },
      languages: { "pt-BR": "https://old.example/pt" },
      schedule: [
        { from, url: "https://old.example/winter" },
        { from: "2031-01-01T00:00:00.000Z", url: "https://other.example/" },
      ],
    },
    { find: "old.example", replace: "new.example", scope: "host" },
  );
  expect(found).toEqual({
    changes: {
      ios: "https://new.example/ios",
      geo: { DE: "https://new.example/de", FR: "https://other.example/fr" },
      languages: { "pt-BR": "https://new.example/pt" },
      schedule: [
        { from, url: "https://new.example/winter" },
        { from: "2031-01-01T00:00:00.000Z", url: "https://other.example/" },
      ],
    },
    replaced: [
      { field: "ios", from: "https://old.example/ios", to: "https://new.example/ios" },
      { field: "geo.DE", from: "https://old.example/de", to: "https://new.example/de" },
      { field: "languages.pt-BR", from: "https://old.example/pt", to: "https://new.example/pt" },
      {
        field: `schedule.${from}`,
        from: "https://old.example/winter",
        to: "https://new.example/winter",
      },
    ],
  });
});

it("keeps path, query and fragment of every address", () => {
  const rest = fc.stringMatching(/^[/?#][^\s\\]{0,40}$/);
  fc.assert(
    fc.property(rest, fc.constantFrom("http", "https"), (text, scheme) => {
      const url = `${scheme}://old.example${text}`;
      expect(inUrl(url, "old.example", "new.example:8080", "host")).toBe(
        `${scheme}://new.example:8080${text}`,
      );
    }),
  );
});
