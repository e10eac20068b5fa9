import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookOf, type PageLook, plainLook } from "@/lib/pages/page-look";
import { publicTexts } from "@/lib/pages/public-texts";
import { logoOf } from "@/lib/pages/site-logo";
import { siteSchema } from "@/lib/pages/site-schema";
import {
  expiredPage,
  frontPage,
  notFoundPage,
  pagePolicy,
  tooManyPage,
  unavailablePage,
} from "@/lib/pages/visitor-pages";

const service = "https://go.example.com";
const pages: [string, string][] = [
  ["front", frontPage(service, plainLook, "sign-in")],
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
    expect(pagePolicy(plainLook)).toContain(`style-src 'sha256-${styles[0]}'`);
    expect(pagePolicy(plainLook)).toContain("default-src 'none'");
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
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom("<script>", '"><img src=x>')),
        (slug) => angles(notFoundPage(slug, service)) === harmless,
      ),
    );
    expect(notFoundPage("<b>&'\"", service)).toContain("&lt;b&gt;&amp;&#39;&quot;");
  });
});

describe("expiredPage", () => {
  it("redirects to / at once and has a link to it", () => {
    expect(expiredPage(service)).toContain('<meta http-equiv="refresh" content="0; url=/">');
    expect(expiredPage(service)).toMatch(/<a href="\/">[^<]+<\/a>/);
  });

  it("says when the link expired, in the language of the visitor", () => {
    const at = new Date("2026-11-17T23:00:00Z");
    expect(expiredPage(service, undefined, undefined, at)).toContain(
      "It expired on November 17, 2026.",
    );
    const german = { ...plainLook, texts: publicTexts("de") };
    expect(expiredPage(service, german, undefined, at)).toContain(
      "Er ist am 17. November 2026 abgelaufen.",
    );
    expect(expiredPage(service)).not.toContain("{date}");
  });

  it("is the only page that redirects", () => {
    expect(notFoundPage("x", service) + unavailablePage()).not.toMatch(/http-equiv="refresh"/i);
  });
});

describe("frontPage", () => {
  it("leads to the dashboard only where that is", () => {
    const [here, elsewhere, fresh] = (["sign-in", false, "setup"] as const).map((way) =>
      frontPage(service, plainLook, way),
    );
    expect(fresh).toContain(
      'set up this server yet. <a href="/dashboard/setup">Set up Slugline</a>',
    );
    expect(here).toContain('<a href="/dashboard/sign-in">Sign in</a>');
    expect(elsewhere).not.toContain("/dashboard");
  });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

it.each([
  ["not found", "6eb893e9b7970694f19f513711a4cc092af41eb991876b87619ca4c5b0e9fa50"],
  ["too many", "c1053adb665773bf237d6612135c03c099622a92b6cf3ed2dbd758b604d58122"],
  ["expired", "2342698d6da1878a39e9df8f8a87981d9d04881c4ef1d41f17d462c8dbc0fc61"],
  ["unavailable", "c65ed2173a17670bac0f14046364246bb10c76bcc317875585917c2232088e52"],
])("with nothing set the page %s changes only on purpose", (name, hash) => {
  expect(sha256(pages.find(([title]) => title === name)?.[1] ?? "")).toBe(hash);
  expect(sha256(pagePolicy(plainLook))).toBe(
    "97fda1a170258530085d7745abdfbcd1cffdd318d74849e4f73d34e96dffd37a",
  );
});

it.each([
  ["pl", 2],
  ["tr", 2],
  ["de", 1],
] as const)("pages in %s name the fonts of their letters", (language, styles) => {
  const look = { ...plainLook, texts: publicTexts(language) };
  const page = notFoundPage("x", service, look);
  expect(page.includes("geist-latin-ext")).toBe(styles === 2);
  expect(pagePolicy(look).match(/sha256-/g)).toHaveLength(styles);
});

describe("with a look of the owner's", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const settings = siteSchema.parse({
    SITE_NAME: 'Acme & "Söhne"',
    ACCENT_COLOR: "#ffcc00",
    IMPRINT_URL: "https://example.com/imprint?a=1&b=2",
    PRIVACY_URL: "https://example.com/privacy",
    ABUSE_CONTACT: "abuse@example.com",
    PUBLIC_LANGUAGES: "true",
  });
  const named = lookOf(settings, "de", "go.example.com");
  const withLogo = lookOf(
    {
      ...settings,
      SITE_LOGO: logoOf(Buffer.from(svg)) as Exclude<ReturnType<typeof logoOf>, string>,
    },
    "pl",
    "go.example.com",
  );
  const all = (look: PageLook): string[] => [
    notFoundPage("hello", service, look),
    tooManyPage(service, look),
    expiredPage(service, look),
    unavailablePage(look),
  ];

  it("every page is in the language, and has the name and the links", () => {
    for (const page of all(named)) {
      expect(page).toContain('<html lang="de">');
      expect(page).toContain('<p class="site">Acme &amp; &quot;Söhne&quot;</p>');
      expect(page).toContain('<a href="https://example.com/imprint?a=1&amp;b=2">Impressum</a>');
      expect(page).toContain('<a href="https://example.com/privacy">Datenschutz</a>');
      expect(page).toContain('<a href="mailto:abuse@example.com">Missbrauch melden</a>');
      expect(page).not.toContain("Slugline");
    }
  });

  it("the logo stands in place of the name, which is its text", () => {
    for (const page of all(withLogo)) {
      expect(page).toMatch(/<img src="\/logo\.svg\?v=\w{12}" alt="Acme &amp; &quot;Söhne&quot;">/);
      expect(page).toMatch(/<link rel="icon" href="\/logo\.svg\?v=\w{12}">/);
      expect(page).not.toContain('class="site"');
    }
  });

  it("the policy allows exactly the styles of the page", () => {
    for (const look of [named, withLogo, { ...plainLook, name: "Acme" }]) {
      for (const page of all(look)) {
        const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = ""]) =>
          createHash("sha256").update(style).digest("base64"),
        );
        expect(styles).toHaveLength(2);
        expect(pagePolicy(look)).toContain(
          `style-src ${styles.map((hash) => `'sha256-${hash}'`).join(" ")};`,
        );
        expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
      }
    }
  });

  it("an expired link may lead elsewhere", () => {
    const page = expiredPage(service, named, "https://example.com/news?a=1&b=2");
    expect(page).toContain(
      '<meta http-equiv="refresh" content="0; url=https://example.com/news?a=1&amp;b=2">',
    );
    expect(page).toContain('<a href="https://example.com/news?a=1&amp;b=2">example.com</a>');
  });
});
