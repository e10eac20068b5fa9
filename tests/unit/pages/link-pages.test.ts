import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { passwordPage, passwordPolicy, previewPage, previewPolicy } from "@/lib/pages/link-pages";
import { lookOf, type PageLook, plainLook } from "@/lib/pages/page-look";
import { siteSchema } from "@/lib/pages/site-schema";
import { allLanguages } from "@/lib/texts/languages";

const service = "https://go.example.com";
const form = {
  slug: "hello",
  baseUrl: service,
  status: 403,
  referrer: null,
  problem: { text: "wrongPassword" } as const,
};
const link = {
  url: "https://example.com/a?b#c",
  title: "A <title>",
  createdAt: new Date("2026-03-31T23:59:59Z"),
};
const settings = siteSchema.parse({
  SITE_NAME: "Acme",
  ACCENT_COLOR: "#ffcc00",
  IMPRINT_URL: "https://example.com/imprint",
  PUBLIC_LANGUAGES: "true",
});
const pages = (look: PageLook) => [
  { html: passwordPage(form, look), policy: passwordPolicy(look) },
  { html: previewPage("hello", link, "", service, look), policy: previewPolicy(look) },
];

describe.each(allLanguages)("in %s", (language) => {
  const look = lookOf(settings, language, "go.example.com");

  it("password form and preview page have the words, and the owner's look", () => {
    const [asking, showing] = pages(look);
    for (const { html } of pages(look)) {
      expect(html).toContain(
        `<html lang="${language === "pt-BR" ? "pt" : language}"${language === "ar" ? ' dir="rtl"' : ""}>`,
      );
      expect(html).toContain('<p class="site">Acme</p>');
      expect(html).toContain(`<a href="https://example.com/imprint">${look.texts.imprint}</a>`);
    }
    expect(asking?.html).toContain(`<button>${look.texts.continue}</button>`);
    expect(asking?.html).toContain(look.texts.wrongPassword);
    expect(showing?.html).toContain(look.texts.previewTitle);
    expect(showing?.html).toMatch(/2026/);
    expect(showing?.html).not.toContain("{month}");
    expect(showing?.html).not.toContain("<title>A");
    const limited = passwordPage(
      { ...form, problem: { text: "tooManyGuesses", retryAfterS: 900 } },
      look,
    );
    expect(limited).toMatch(/role="alert">[^<{]*15 ?[^<{]+</);
  });
});

it("the policy allows exactly the styles of the page, and a form only where there is one", () => {
  for (const look of [plainLook, lookOf(settings, "de", "go.example.com")]) {
    const [asking, showing] = pages(look);
    for (const { html, policy } of pages(look)) {
      const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = ""]) =>
        createHash("sha256").update(style).digest("base64"),
      );
      expect(styles).toHaveLength(look === plainLook ? 2 : 3);
      expect(policy).toContain(`style-src ${styles.map((hash) => `'sha256-${hash}'`).join(" ")};`);
      expect(policy).toContain("default-src 'none'");
    }
    expect(asking?.policy).not.toContain("form-action");
    expect(showing?.policy).toContain("form-action 'none'");
  }
});

it("text on the accent color is that of the look, else that of the page", () => {
  expect(passwordPage(form)).toContain("color: var(--on-accent, var(--page))");
  expect(passwordPage(form)).not.toContain("--on-accent:");
  expect(passwordPage(form, lookOf(settings, "en", "go.example.com"))).toContain("--on-accent: ");
});

it("a destination that an app opens has no host to show", () => {
  const shown = previewPage(
    "hello",
    { ...link, url: "mailto:mara@example.com?subject=Hi" },
    "",
    service,
  );
  expect(shown).toContain('<p class="host">mailto:mara@example.com</p>');
});
