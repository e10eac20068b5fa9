import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findDestinationProblem,
  isAllowedDestination,
  isWebAddress,
  parseAllowedHost,
  toLocation,
} from "@/lib/core/destination";
import { say } from "@/lib/texts/say";
import { anyText } from "../support/any-text";

const service = "https://go.example.com";
const own = { BASE_URL: service, PORT: 3000 };
const codeOf = (text: string, baseUrl = service) =>
  findDestinationProblem(text, { BASE_URL: baseUrl, PORT: 3000 })?.code ?? null;

describe("findDestinationProblem", () => {
  it.each([
    "https://example.com",
    "http://example.com/",
    "HTTPS://EXAMPLE.COM/Path",
    "https://example.com?q=1",
    "https://example.com#part",
    "https://example.com:8443/a/b?c=d&e=%20#f",
    "http://192.0.2.7/",
    "http://[2001:db8::7]:8080/",
    "http://localhost:9999/other-port-of-another-service",
    "https://münchen.example/straße?q=naïve#日本",
    "https://example.com/a b",
    "https://example.com/@user/mail@example.com?to=a@b",
    "https://example.com/a\\b",
    "https://example.com//double//slash",
    "https://example.com/?url=https://go.example.com/x",
    "https://go.example.com.evil.example/",
    "https://other.example.com/",
    "https://example.com/%zz",
  ])("accepts %s", (text) => {
    expect(findDestinationProblem(text, own)).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["a bare word", "example"],
    ["no scheme", "example.com"],
    ["a path", "/path"],
    ["no scheme but slashes", "//example.com"],
    ["ftp", "ftp://example.com"],
    ["javascript", "javascript:alert(1)"],
    ["javascript with slashes", "javascript://example.com/%0aalert(1)"],
    ["data", "data:text/html,hi"],
    ["mailto", "mailto:a@example.com"],
    ["file", "file:///etc/passwd"],
    ["no slashes", "http:example.com"],
    ["one slash", "https:/example.com"],
    ["three slashes", "https:///example.com"],
    ["backslashes for slashes", "https:\\\\example.com"],
    ["one backslash of two", "https:/\\example.com"],
    ["a backslash behind the slashes", "https://\\example.com"],
    ["a backslash behind the host", "https://example.com\\@evil.example"],
    ["no host", "https://"],
    ["no host but a path", "https:///path"],
    ["no host but a query", "https://?q"],
    ["no host but a port", "https://:8080/"],
    ["a bad port", "https://example.com:99999/"],
    ["a space in the host", "https://exa mple.com/"],
    ["a bad address", "https://999.1.1.1/"],
    ["white space before", " https://example.com"],
    ["a tab", "https://exam\tple.com/"],
    ["a line break", "https://example.com/\r\nSet-Cookie: a=b"],
    ["NUL", "https://example.com/\0"],
    ["DEL", "https://example.com/\x7f"],
    ["a C1 control", "https://example.com/\x85"],
    ["a lone high surrogate", "https://example.com/\ud800"],
    ["a lone low surrogate", "https://example.com/\udc00x"],
  ])("refuses %s", (_, text) => {
    expect(codeOf(text)).toBe("invalid_format");
  });

  it.each([
    "https://user@example.com",
    "https://user:secret@example.com/",
    "https://:secret@example.com/",
    "https://@example.com/",
    "https://:@example.com",
  ])("refuses credentials: %s", (text) => {
    expect(codeOf(text)).toBe("not_allowed");
  });

  it("accepts 8,192 characters and not one more", () => {
    const longest = "https://example.com/".padEnd(8_192, "a");
    expect(codeOf(longest)).toBeNull();
    expect(codeOf(`${longest}a`)).toBe("too_long");
  });

  it("counts bytes once percent-encoded", () => {
    // Three bytes, so nine characters of an address.
    const longest = "https://example.com/aaa".padEnd(23 + 907, "€");
    expect(toLocation(longest)).toHaveLength(8_186);
    expect(codeOf(longest)).toBeNull();
    expect(codeOf(`${longest}aaaaaa`)).toBeNull();
    expect(codeOf(`${longest}aaaaaaa`)).toBe("too_long");
    expect(codeOf(`${longest}€`)).toBe("too_long");
  });

  it.each([
    ["itself", service, "https://go.example.com"],
    ["a path of it", service, "https://go.example.com/abc?x#y"],
    ["other scheme", service, "http://go.example.com/abc"],
    ["other case", service, "https://GO.Example.COM/abc"],
    ["trailing dot", service, "https://go.example.com./abc"],
    ["default port", service, "https://go.example.com:443/abc"],
    ["other scheme and its default port", service, "http://go.example.com:80/abc"],
    ["empty port", service, "https://go.example.com:/abc"],
    ["percent-encoded host", service, "https://%67o.example.com/abc"],
    ["full-width host", service, "https://ｇｏ.example.com/abc"],
    ["the port it listens on behind a proxy", service, "http://go.example.com:3000/abc"],
    ["that port on loopback", "http://localhost", "http://127.0.0.1:3000/abc"],
    ["http on the port of https", service, "http://go.example.com:443/abc"],
    ["https on the port of http", service, "https://go.example.com:80/abc"],
    [
      "the port it listens on beside its own",
      "http://go.example.com:8080",
      "http://go.example.com:3000/abc",
    ],
    ["own port", "http://go.example.com:8080", "http://go.example.com:8080/abc"],
    [
      "other scheme on the own port",
      "http://go.example.com:8080",
      "https://go.example.com:8080/abc",
    ],
    ["localhost", "http://localhost:3000", "http://localhost:3000/abc"],
    ["localhost with a dot", "http://localhost:3000", "http://localhost.:3000/abc"],
    ["127.0.0.1", "http://localhost:3000", "http://127.0.0.1:3000/abc"],
    ["another loopback address", "http://localhost:3000", "http://127.9.9.9:3000/abc"],
    ["a short spelling of it", "http://localhost:3000", "http://127.1:3000/abc"],
    ["a number", "http://localhost:3000", "http://2130706433:3000/abc"],
    ["IPv6 loopback", "http://localhost:3000", "http://[::1]:3000/abc"],
    ["IPv4-mapped loopback", "http://localhost:3000", "http://[::ffff:127.0.0.1]:3000/abc"],
    ["localhost of a service on 127.0.0.1", "http://127.0.0.1:3000", "http://localhost:3000/abc"],
    ["the unspecified address", "http://localhost:3000", "http://0.0.0.0:3000/abc"],
    ["a name under localhost", "http://localhost:3000", "http://x.localhost:3000/abc"],
    ["IPv6 of the service", "http://[2001:db8::1]", "http://[2001:DB8:0::1]/abc"],
  ])("refuses a URL of the service: %s", (_, baseUrl, text) => {
    expect(codeOf(text, baseUrl)).toBe("not_allowed");
  });

  it.each([
    ["another port", "http://localhost:3000", "http://localhost:3001/"],
    ["another port of a public host", service, "https://go.example.com:8443/"],
    [
      "the web site beside a service on a port of its own",
      "https://go.example.com:8443",
      "https://go.example.com/",
    ],
    ["loopback when the service is public", service, "http://localhost/"],
    ["its port on loopback when the service is public", service, "http://localhost:3000/"],
    ["a subdomain", service, "https://a.go.example.com/"],
    ["the parent domain", service, "https://example.com/"],
  ])("accepts a URL of another service: %s", (_, baseUrl, text) => {
    expect(codeOf(text, baseUrl)).toBeNull();
  });
});

/** URLs and things that look like them, near every edge that matters. */
const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "\\",
    "@",
    ":",
    "?",
    "#",
    ".",
    "..",
    " ",
    "%20",
    "%2F",
    "%00",
    "[::1]",
    "localhost",
    ":443",
    ":80",
    "'",
    '"',
    "<",
    "é",
    "日本",
  ),
  fc.constantFrom(
    "example.com",
    "go.example.com",
    "GO.EXAMPLE.COM",
    "go.example.com.",
    "😀",
    "\t",
    "\u00a0",
    "\u00ad",
    "\u200d",
    "\u3002",
    "\ud800",
    "xn--a",
  ),
  anyText(3),
);
const urlLike = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom(
        "http://",
        "https://",
        "HTTP://",
        "https://example.com/",
        "http:",
        "https:/",
        "ftp://",
        "//",
        "",
      ),
      fc.array(piece, { maxLength: 7 }),
    )
    .map(([start, rest]) => (start + rest.join("")).trim()),
);

describe("toLocation", () => {
  it.each([
    ["https://example.com/a b", "https://example.com/a%20b"],
    ["https://example.com/é?q=日#😀", "https://example.com/%C3%A9?q=%E6%97%A5#%F0%9F%98%80"],
    ["https://example.com/%C3%A9 %zz", "https://example.com/%C3%A9%20%zz"],
    ["mailto:mara@münchen.example", "mailto:mara@m%C3%BCnchen.example"],
  ])("encodes only what is not printable ASCII: %s", (url, location) => {
    expect(toLocation(url)).toBe(location);
  });

  it.each([
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["HTTPS://MÜNCHEN.Example:443", "HTTPS://xn--mnchen-3ya.example:443"],
    [
      "https://m%C3%BCnchen.example/Ä?q=%zz#ü",
      "https://xn--mnchen-3ya.example/%C3%84?q=%zz#%C3%BC",
    ],
    ["https://mu\u0308nchen.example.:8080?a", "https://xn--mnchen-3ya.example.:8080?a"],
    ["http://日本語。テスト/日本", "http://xn--wgv71a119e.xn--zckzah/%E6%97%A5%E6%9C%AC"],
    ["https://пример.испытание#x", "https://xn--e1afmkfd.xn--80akhbyknj4f#x"],
    ["https://مثال.إختبار/", "https://xn--mgbh0fb.xn--kgbechtv/"],
    ["https://münchen.пример.example/", "https://xn--mnchen-3ya.xn--e1afmkfd.example/"],
    ["https://faß.example/", "https://xn--fa-hia.example/"],
    ["https://☕.example/", "https://xn--53h.example/"],
    ["https://ＥＸＡＭＰＬＥ.com/", "https://example.com/"],
    ["https://ex%61mple.com/%61", "https://example.com/%61"],
    ["https://xn--mnchen-3ya.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
    ["https://Example.COM/ü", "https://Example.COM/%C3%BC"],
  ])(
    "writes a host of other scripts in its ASCII form, and changes nothing else: %s",
    (url, location) => {
      expect(findDestinationProblem(url, own)).toBeNull();
      expect(toLocation(url)).toBe(location);
    },
  );

  it("leaves printable ASCII byte for byte", () => {
    const odd = "HTTP://Example.COM:80/a/../b//c?x=[{}]|^`'\"<>&y=%zz#a#b\\";
    expect(toLocation(odd)).toBe(odd);
    const printable = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(
        printable,
        (rest) => toLocation(`https://example.com/${rest}`) === `https://example.com/${rest}`,
      ),
    );
  });

  it("is a safe header value that resolves to the accepted destination, and never to the service", () => {
    let accepted = 0;
    fc.assert(
      fc.property(urlLike, (text) => {
        if (findDestinationProblem(text, own) !== null) return;
        accepted += 1;
        const location = toLocation(text);
        expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/i);
        const url = new URL(location);
        expect(url.href).toBe(new URL(text).href);
        expect([url.username, url.password]).toEqual(["", ""]);
        expect(`${url.hostname.replace(/\.$/, "")}:${url.port}`).not.toBe("go.example.com:");
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

describe("parseAllowedHost", () => {
  it.each([
    ["localhost:1234", "localhost:1234"],
    ["LocalHost:80", "localhost:80"],
    ["example.com:443", "example.com:443"],
    ["[::1]:8080", "[::1]:8080"],
    ["127.1:90", "127.0.0.1:90"],
  ])("reads %s", (text, host) => {
    expect(parseAllowedHost(text)).toBe(host);
  });

  it.each([
    "",
    "localhost",
    ":80",
    "http://localhost:80",
    "a:b",
    "a/b:80",
    "u@h:80",
    "a:1:2",
    "h:99999",
    "h:80?",
    "h:80#",
  ])("refuses %s", (text) => {
    expect(parseAllowedHost(text)).toBeNull();
  });
});

describe("DESTINATION_SCHEMES", () => {
  const schemes = new Set(["mailto", "tel", "myapp"]);
  const problemOf = (text: string) => findDestinationProblem(text, { ...own, schemes });

  it.each([
    "mailto:mara@example.com?subject=Hi",
    "TEL:+15550100",
    "myapp://open/page?x=1",
    "myapp:page",
    "https://example.com/",
  ])("allow %s", (text) => {
    expect(problemOf(text)).toBeNull();
  });

  it.each([
    ["a scheme that is not listed", "sms:+15550100"],
    ["javascript", "javascript:alert(1)"],
    ["javascript with a listed word", "javascript:mailto:x"],
    ["nothing behind the scheme", "mailto:"],
    ["slashes behind the scheme", "myapp://"],
    ["a control character", "mailto:mara@example.com\nBcc: x"],
    ["credentials", "myapp://user:password@host/"],
    ["this service", "https://go.example.com/x"],
    ["a space before", " mailto:mara@example.com"],
  ])("do not allow %s", (_, text) => {
    expect(problemOf(text)).not.toBeNull();
  });

  const said = (problem: ReturnType<typeof problemOf>) => problem && say("en", problem.sentence);

  it("are named by the message", () => {
    expect(said(problemOf("sms:+15550100"))).toMatch(
      /http or https address, such as \S+, or begin with mailto:, or begin with tel:/,
    );
    expect(said(findDestinationProblem("sms:+15550100", own))).toBe(
      "must be a full http or https address, such as https://example.com/page",
    );
  });

  it("decide about stored destinations too", () => {
    for (const url of ["https://example.com/", "HTTP://example.com/"]) {
      expect(isWebAddress(url)).toBe(true);
      expect(isAllowedDestination(url, undefined)).toBe(true);
    }
    expect(isAllowedDestination("Tel:+15550100", schemes)).toBe(true);
    for (const url of ["sms:+15550100", "httpx:page"])
      expect(isAllowedDestination(url, schemes), url).toBe(false);
    expect(isAllowedDestination("tel:+15550100", undefined)).toBe(false);
    expect(isWebAddress("httpx:page")).toBe(false);
  });
});
