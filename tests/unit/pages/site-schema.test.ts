import { describe, expect, it } from "vitest";
import {
  findLoops,
  forwardFrom,
  type SiteSetting,
  siteSchema,
  withSlug,
} from "@/lib/pages/site-schema";
import { inEnglish } from "../../support/in-english";

const read = (name: SiteSetting, text: string) => siteSchema.shape[name].safeParse(text);

describe("siteSchema", () => {
  it.each([
    ["HOME_URL", " https://example.com/a b ", "https://example.com/a b"],
    ["NOT_FOUND_URL", "https://example.com/search?q={slug}", "https://example.com/search?q={slug}"],
    ["SITE_NAME", " Acme & Söhne ", "Acme & Söhne"],
    ["ACCENT_COLOR", "#0F766E", "#0f766e"],
    ["ABUSE_CONTACT", "abuse@example.com", "mailto:abuse@example.com"],
    ["ABUSE_CONTACT", "MAILTO:abuse@example.com", "mailto:abuse@example.com"],
    ["ABUSE_CONTACT", "https://example.com/abuse", "https://example.com/abuse"],
    ["ABUSE_CONTACT", "https://exämple.org/ü", "https://xn--exmple-cua.org/%C3%BC"],
    ["PUBLIC_LANGUAGES", "true", true],
    ["NEW_LINK_TAGS", " Spring, print & web ,, SPRING", new Set(["Spring", "print & web"])],
    ["NEW_LINK_TAGS", "", new Set()],
    ["NEW_LINK_DAYS", " 30 ", 30],
    [
      "SHARE_FRAME_ORIGINS",
      "https://A.example, http://[::1]:3000/",
      new Set(["https://a.example", "http://[::1]:3000"]),
    ],
    ["NEW_LINK_FORWARD_QUERY", "true", true],
    ["TIDY_CAMPAIGN_TAGS", "true", true],
    ["CAMPAIGN_MEDIUMS", " email, social ,,email", new Set(["email", "social"])],
    [
      "DESTINATION_SCHEMES",
      "mailto, TEL:, sms myapp://, https",
      new Set(["mailto", "tel", "sms", "myapp"]),
    ],
    [
      "DESTINATION_HOSTS",
      "Example.COM. *.example.com, bücher.example [::1]",
      new Set(["example.com", "*.example.com", "xn--bcher-kva.example", "[::1]"]),
    ],
  ] as const)("reads %s=%j", (name, text, value) => {
    expect(read(name, text).data).toEqual(value);
  });

  it.each([
    [
      "HOME_URL",
      [
        "example.com",
        "/home",
        "javascript:alert(1)",
        "https://a:b@example.com",
        "ftp://example.com",
      ],
    ],
    ["NOT_FOUND_URL", ["https://{slug}/", "https://{slug}.example.com/", "{slug}"]],
    ["SITE_NAME", [" ", "a\nb", "x".repeat(61), "\ud800"]],
    ["ACCENT_COLOR", ["red", "#fff", "#0f766e;}", "0f766e"]],
    ["ABUSE_CONTACT", ["abuse", "http://example.com", "javascript:alert(1)", "a@b.example\nX: y"]],
    ["PUBLIC_LANGUAGES", ["yes", "de"]],
    ["NEW_LINK_TAGS", ["a|b", "x".repeat(51), "..", "0,1,2,3,4,5,6,7,8,9,10"]],
    [
      "SHARE_FRAME_ORIGINS",
      ["*", "https://*.example.com", "https://a;b.example", "https://a.example/x", "a.example"],
    ],
    ["IOS_APPS", ["com.example.app", "abcde12345.com.example.app", "ABCDE12345."]],
    ["ANDROID_APPS", ["com.example.app", "com.example.app=14:6D", "example=14:6D"]],
    ["CAMPAIGN_MEDIUMS", ["x".repeat(256), Array.from({ length: 51 }, (_, at) => at).join()]],
    ["NEW_LINK_DAYS", ["0", "-1", "1.5", "10000", "a month"]],
    [
      "DESTINATION_HOSTS",
      [
        "*",
        "*.",
        "a.*.example",
        "https://a.example",
        "a.example/x",
        "a.example:8080",
        "*.10.0.0.1",
      ],
    ],
    [
      "DESTINATION_SCHEMES",
      [
        "mailto;tel",
        "1x",
        "javascript",
        "mailto, DATA:",
        "file",
        "blob",
        "vbscript",
        "view-source",
        "about",
      ],
    ],
  ] as const)("refuses %s", (name, texts) => {
    for (const text of texts)
      expect(inEnglish(read(name, text).error?.issues[0]?.message), text).toMatch(/^must /);
  });
});

describe("forwarding", () => {
  const own = { BASE_URL: "https://go.example.com", PORT: 3000 };

  it("never leads back to this service", () => {
    const settings = {
      HOME_URL: "https://go.example.com/x",
      NOT_FOUND_URL: "https://example.com/",
      EXPIRED_URL: "http://GO.example.com.",
    };
    expect(findLoops(settings, own)).toEqual(["HOME_URL", "EXPIRED_URL"]);
    const from = (headers: Record<string, string>) =>
      forwardFrom("https://other.example/x", (name) => headers[name] ?? null);
    for (const host of ["other.example", "OTHER.example", "other.example:443"]) {
      expect(from({ host }), host).toBeUndefined();
      // Behind a proxy that sends its own Host.
      expect(
        from({ host: "127.0.0.1:3000", "x-forwarded-host": `a.example, ${host}` }),
        host,
      ).toBeUndefined();
      expect(
        from({ host: "127.0.0.1:3000", forwarded: `for=192.0.2.1;host="${host}";proto=https` }),
        host,
      ).toBeUndefined();
    }
    for (const headers of [
      {},
      { host: "go.example.com" },
      { host: "other.example:8443", "x-forwarded-host": "go.example.com" },
    ]) {
      expect(from(headers)).toBe("https://other.example/x");
    }
    expect(forwardFrom(undefined, () => null)).toBeUndefined();
  });

  it("names the slug percent-encoded", () => {
    expect(withSlug("https://example.com/{slug}?q={slug}", "a b/$&?")).toBe(
      "https://example.com/a%20b%2F%24%26%3F?q=a%20b%2F%24%26%3F",
    );
    expect(withSlug("https://example.com/", "x")).toBe("https://example.com/");
  });
});
