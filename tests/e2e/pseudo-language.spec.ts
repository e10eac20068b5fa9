// Run: all
import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { access } from "@/lib/core/access";
import { languages } from "@/lib/texts/languages";
import { folderWithPseudoLanguage, pseudo } from "../support/pseudo-language";
import { browsers } from "../support/visitor";
import { test as base, expect } from "./owner";
import { type BrowserService, runService } from "./service";

const test = base.extend<object, { service: BrowserService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = folderWithPseudoLanguage();
      await runService(use, undefined, { SLUGLINE_FOLDER: folder });
      rmSync(folder, { recursive: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

/** They lead on. */
const leftOut = ["/campaigns", "/settings", "/[...path]"];

/** Every page behind sign-in. */
const pages = Object.entries(access.pages)
  .filter(([, role]) => role !== "anyone")
  .map(([page]) => page.replace("/dashboard", ""))
  .filter((page) => !leftOut.includes(page) && !page.includes("[id]"));

/** Links that have everything that a page can say of one, and activities with details. */
async function addData({ api, url }: BrowserService, width: number): Promise<string> {
  const slug = `f-${width}`;
  await api.create({ slug, title: "Ṁáŕá", tags: ["ťáĝ"], note: "ńóťé", maxClicks: 9 });
  await api.create({
    slug: `o-${width}`,
    title: "Ṁáŕá",
    expiresAt: new Date(Date.now() - 1_000).toISOString(),
  });
  await api.call("POST", "/api/shares", { slug, cards: ["countries", "links"] });
  await fetch(`${url}/api/links/export.csv`, {
    headers: { Authorization: `Bearer ${api.token}` },
  });
  for (const path of [slug, slug, `m-${width}`])
    await fetch(`${url}/${path}`, {
      redirect: "manual",
      headers: { "User-Agent": browsers.windows },
    });
  return slug;
}

/** Examples of values that providers, mail servers and apps give, as they stand in fields. */
const examples: readonly string[] = [
  "ABCDE12345.com.example.app",
  "com.example.app=14:6D:…",
  "Acme <hello@example.com>",
  "Acme ID",
  "groups",
  "mara@example.com, @example.com, group:staff",
  "slugline",
];

/** What is the same in each language: names, formats of Intl, and what people typed. */
const anyLanguage =
  /https?:\/\/\S+|realm_access\.roles|\S+@\S+|\b[A-Z]+_[A-Z_]+\b|mailto, tel, sms|^\w{7}$|\bcommit \w+|Slugline|localhost(:\d+\/\w+)?|API|URL|QR|CSV|JSON|UTF-8|HTTPS|Proxy|LinkedIn|Slack|Discord|Microsoft Teams|Telegram|Gotify|Matrix|ntfy|nginx|Caddy|Apache|Cloudflare Workers|HTML|\d+\.\d+\.\d+-[\w.+]+|email, social, print|\b(UTC|GMT|Ctrl|Esc|Space|Shift)\b|Chrome Headless on Linux|Chrome|Windows|Desktop|mara|example|\b(vor|Min|jetzt|Std|Sekunden?|Minuten?|Stunden?|Tage?|Monate?|Nov|Dez|Okt)\b/g;

for (const width of [360, 1_280])
  test(`no visible text of the pages is outside the catalogue at ${width} px`, async ({
    page,
    service,
  }) => {
    test.slow();
    const slug = await addData(service, width);
    await speakPseudo(page, service, width);
    for (const path of pages.map((each) => each.replace("[slug]", slug))) {
      await page.goto(`${service.url}/dashboard${path}`);
      // Pages with live figures are never idle.
      await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => {});
      expect.soft(await plainTexts(page), path).toEqual([]);
      expect.soft(await overflow(page), path).toBeLessThanOrEqual(0);
    }
  });

test("nor of the account menu, the palette and the shortcuts", async ({ page, service }) => {
  await speakPseudo(page, service, 1_280);
  await page.goto(`${service.url}/dashboard/settings/preferences`, { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: pseudo("Account:") })
    .last()
    .click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect.soft(await plainTexts(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect.soft(await plainTexts(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("e");
  expect.soft(await plainTexts(page)).toEqual([]);
});

test("nor of the dialogs for new links, with all their fields", async ({ page, service }) => {
  for (const width of [1_280, 360]) {
    await speakPseudo(page, service, width);
    await page.goto(`${service.url}/dashboard/settings/preferences`, { waitUntil: "networkidle" });
    await page.keyboard.press("c");
    for (const text of ["One link", "Several"]) {
      await page.getByRole("button", { name: pseudo(text), exact: true }).click();
      const dialog = page.getByRole("dialog");
      const fields = dialog.getByRole("group", { name: pseudo("More fields") });
      const chip = fields.getByRole("button", { expanded: false });
      while ((await chip.count()) > 0) await chip.first().click();
      expect.soft(await plainTexts(page), `${text} at ${width} px`).toEqual([]);
      expect.soft(await overflow(page)).toBeLessThanOrEqual(0);
    }
  }
});

test("nor of an import with broken rows, or of a file that is none", async ({
  page,
  service,
  complaints,
}) => {
  await speakPseudo(page, service, 360);
  await page.goto(`${service.url}/dashboard/settings/data`, { waitUntil: "networkidle" });
  const send = (name: string, text: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await send("broken.csv", "url,title\nhttps://a.example,a,b\nhttps://b.example,b,c");
  await expect(page.getByRole("cell", { name: "3", exact: true })).toBeVisible();
  expect.soft(await plainTexts(page)).toEqual([]);
  await send("broken.json", "[{]");
  await expect(page.getByText(pseudo("The file is not valid JSON.").slice(0, 20))).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
  expect.soft(await plainTexts(page)).toEqual([]);
  expect.soft(await overflow(page)).toBeLessThanOrEqual(0);
});

test("nor of the sign-in page and its errors", async ({ page, service }) => {
  await speakPseudo(page, service, 1_280);
  await page.context().clearCookies({ name: /session/ });
  await page.goto(`${service.url}/dashboard/sign-in`, { waitUntil: "networkidle" });
  await page.locator("button[type=submit]").click();
  await expect(page.getByRole("alert").first()).toBeAttached();
  expect.soft(await plainTexts(page)).toEqual([]);
  expect.soft(await overflow(page)).toBeLessThanOrEqual(0);
});

async function speakPseudo(page: Page, service: BrowserService, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.context().addCookies([{ name: "language", value: "de", url: service.url }]);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Texts and names that somebody sees or hears, with letters that the pseudo-language has not. */
async function plainTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const leftOut = "script, style, code, .mono, .font-mono, option[lang], select, [data-own]";
    const elements = [...document.body.querySelectorAll("*")].filter(
      (element) => !element.closest(leftOut) && element.checkVisibility(),
    );
    const own = elements.flatMap((element) =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent ?? ""),
    );
    const names = ["aria-label", "title", "placeholder", "alt"];
    const named = elements.flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ""),
    );
    return [...own, ...named, document.title];
  });
  const names = new RegExp(Object.values(languages).join("|").replaceAll(/[()]/g, "."), "g");
  return [...new Set(texts)].filter(
    (text) =>
      !examples.includes(text) &&
      /(?<![\p{L}.@/])[a-z]{3,}(?!\p{L})/iu.test(
        text.replaceAll(anyLanguage, "").replaceAll(names, ""),
      ),
  );
}
