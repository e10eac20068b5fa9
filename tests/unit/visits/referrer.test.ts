import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReferrer } from "@/lib/visits/describe/referrer";
import { anyText } from "../support/any-text";

const own = "go.example.com";

describe("readReferrer", () => {
  it.each([
    ["https://news.example.org/a/b?c=d", "news.example.org"],
    ["https://www.example.org/", "example.org"],
    ["https://WWW.Example.ORG:8443/", "example.org"],
    ["https://www.www.example.org/", "www.example.org"],
    ["https://wwwx.example.org/", "wwwx.example.org"],
    ["http://user:secret@example.org/", "example.org"],
    ["https://münchen.example/", "xn--mnchen-3ya.example"],
    ["https://m%C3%BCnchen.example/", "xn--mnchen-3ya.example"],
    ["https://XN--MNCHEN-3YA.example/", "xn--mnchen-3ya.example"],
    ["https://example.org./x", "example.org"],
    ["https://www.example.org.:443/x", "example.org"],
    ["https://www.com/", "www.com"],
    ["https://www.co.uk/", "www.co.uk"],
    ["https://www.com.au./", "www.com.au"],
    ...["gov.uk", "nhs.uk", "police.uk", "govt.nz", "gv.at", "go.jp", "gob.mx", "gouv.fr"].map(
      (suffix) => [`https://www.${suffix}/`, `www.${suffix}`],
    ),
    ["https://www.service.gov.uk/", "service.gov.uk"],
    ["https://www.t.co/", "t.co"],
    ["https://www.bbc.co.uk/", "bbc.co.uk"],
    ["http://www.localhost/", "www.localhost"],
    ["android-app://COM.Google.android.gm/", "com.google.android.gm"],
    ["android-app://com.google.android.gm/", "com.google.android.gm"],
    ["https://example.com/", "example.com"],
    ["https://a.go.example.com/", "a.go.example.com"],
    ["http://192.0.2.7:8080/x", "192.0.2.7"],
  ])("keeps the host of %s", (referer, host) => {
    expect(readReferrer(referer, own)).toBe(host);
  });

  it.each([
    null,
    "",
    " ",
    "example.org",
    "/path",
    "https://",
    "about:blank",
    "data:text/html,x",
    "not a url",
    `https://${own}/x`,
    `http://GO.Example.com:8080/`,
    `https://${own}./x`,
  ])("is Direct (null) for %j", (referer) => {
    expect(readReferrer(referer, own)).toBeNull();
  });

  it("recognises its own host if it starts with www", () => {
    expect(readReferrer("https://www.example.com/x", "www.example.com")).toBeNull();
  });

  it("returns only a host name: no port, no path, no query", () => {
    const url = fc.webUrl({
      withQueryParameters: true,
      withFragments: true,
      authoritySettings: { withPort: true },
    });
    fc.assert(
      fc.property(url, (referer) => {
        expect(readReferrer(referer, own) ?? "x").toMatch(/^[^/?#@:A-Z]+$/);
      }),
    );
  });

  it("reads the host like a URL parser", () => {
    fc.assert(
      fc.property(fc.webUrl(), (referer) => {
        const { hostname } = new URL(referer);
        expect([hostname, hostname.replace(/^www\./, "")]).toContain(readReferrer(referer, own));
      }),
    );
  });

  it("has one form for each host, however it is spelled", () => {
    const host = fc.constantFrom(
      "example.org",
      "www.com",
      "www.co.uk",
      "a.b.example",
      "bücher.example",
      "straße.example",
    );
    const spelling = fc.record({
      scheme: fc.constantFrom("http://", "https://", "HTTPS://"),
      user: fc.constantFrom("", "user:secret@"),
      encode: fc.constantFrom(
        (text: string) => text,
        encodeURIComponent,
        (text: string) => new URL(`http://${text}`).hostname,
      ),
      case: fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase().replaceAll("STRASSE", "STRAßE"),
      ),
      dot: fc.constantFrom("", "."),
      rest: fc.constantFrom("", "/", "/a?b#c", ":8080/"),
    });
    fc.assert(
      fc.property(host, spelling, (name, { scheme, user, encode, case: inCase, dot, rest }) => {
        expect(readReferrer(`${scheme}${user}${encode(inCase(name))}${dot}${rest}`, own)).toBe(
          readReferrer(`https://${name}/`, own),
        );
      }),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(anyText(), (text) => void readReferrer(text, own)));
  });
});
