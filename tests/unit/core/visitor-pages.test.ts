import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expiredPage, notFoundPage, tooManyPage, unavailablePage, visitorPagePolicy } from "@/lib/core/visitor-pages";

const service = "https://go.example.com";
const pages: [string, string][] = [
  ["not found", notFoundPage("hello", service)],
  ["too many", tooManyPage(service)],
  ["expired", expiredPage(service)],
  ["unavailable", unavailablePage()],
];

describe.each(pages)("the page %s", (_, page) => {
  it("is an HTML document with noindex", () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toMatch(/<title>[^<]+<\/title>/);
  });

  it("has no script, and exactly the style block that the policy allows", () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) =>
      createHash("sha256")
        .update(style ?? "")
        .digest("base64"),
    );
    expect(styles).toHaveLength(1);
    expect(visitorPagePolicy).toContain(`style-src 'sha256-${styles[0]}'`);
    expect(visitorPagePolicy).toContain("default-src 'none'");
  });
});

describe("notFoundPage", () => {
  it("shows the requested short link", () => {
    expect(notFoundPage("hello", service)).toContain("<b>hello</b>");
  });

  it("escapes the requested path", () => {
    const angles = (page: string) => page.split(/[<>"]/).length;
    const harmless = angles(notFoundPage("x", service));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("<script>", '"><img src=x>')), (slug) => angles(notFoundPage(slug, service)) === harmless),
    );
    expect(notFoundPage("<b>&'\"", service)).toContain("&lt;b&gt;&amp;&#39;&quot;");
  });
});

describe("expiredPage", () => {
  it("redirects to / at once and has a link to it", () => {
    expect(expiredPage(service)).toContain('<meta http-equiv="refresh" content="0; url=/">');
    expect(expiredPage(service)).toMatch(/<a href="\/">[^<]+<\/a>/);
  });

  it("is the only page that redirects", () => {
    expect(notFoundPage("x", service) + unavailablePage()).not.toMatch(/http-equiv="refresh"/i);
  });
});
