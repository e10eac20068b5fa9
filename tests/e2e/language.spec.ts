// Run: all
import type { Browser, Page } from "@playwright/test";
import { accessibilityFindings, test as base, expect, lookAt, openPage, widths } from "./owner";
import { type BrowserService, owner, runService } from "./service";

// A service of its own: the language is kept with the account.
const test = base.extend<object, { service: BrowserService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => runService(use),
    { scope: "worker", timeout: 90_000 },
  ],
});

const preferences = "/dashboard/settings/preferences";
const language = (page: Page) => page.locator("html").getAttribute("lang");

async function otherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    locale: "de-DE",
  });
  return context.newPage();
}

async function signIn(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill(owner.email);
  await page.locator("input[name=password]").fill(owner.password);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);
}

test("the chosen language decides words and formats, and follows the person", async ({
  page,
  browser,
  service,
}) => {
  await openPage(page, service.url + preferences);
  await page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { name: "Persönlich" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Statistik" })).toBeVisible();
  await page.goto(`${service.url}/dashboard/settings/sessions`);
  await expect(page.getByText("jetzt").first()).toBeVisible();

  const other = await otherBrowser(browser);
  await other.goto(`${service.url}/dashboard/sign-in`);
  expect(await language(other)).toBe("de");
  await signIn(other);
  await expect(other.locator("html")).toHaveAttribute("lang", "de");
  await other.context().close();

  await openPage(page, service.url + preferences);
  await page.getByLabel("Sprache").selectOption({ label: "Sprache des Browsers (English)" });
  await expect(page.locator("html")).toHaveAttribute("lang", "en");

  // Somebody without a choice gets the language of the browser, whoever used it before.
  const third = await otherBrowser(browser);
  await third.context().addCookies([{ name: "language", value: "fr", url: service.url }]);
  await third.goto(`${service.url}/dashboard/sign-in`);
  expect(await language(third)).toBe("fr");
  await signIn(third);
  await expect(third.locator("html")).toHaveAttribute("lang", "de");
  await third.goto(service.url + preferences);
  await expect(third.getByLabel("Sprache")).toHaveValue("");

  // One that was signed in before a choice elsewhere stays as it is, and its select says so.
  await third.context().addCookies([{ name: "language", value: "fr", url: service.url }]);
  await third.reload();
  await expect(third.getByLabel("Langue")).toHaveValue("fr");
  await third.context().close();
});

test("the sign-in page speaks it before anybody signs in, refusals included", async ({
  browser,
  service,
}) => {
  const page = await otherBrowser(browser);
  await page.goto(`${service.url}/dashboard/sign-in`);
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await page.getByLabel("E-Mail").fill("nobody@example.com");
  await page.getByLabel("Passwort", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByText("E-Mail-Adresse oder Passwort ist falsch.")).toBeVisible();
  await page.getByLabel("Sprache").selectOption({ label: "English" });
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.context().close();
});

for (const width of widths)
  test(`pages in German and Arabic fit ${width} px, and axe finds nothing`, async ({
    page,
    service,
  }) => {
    await lookAt(page, width);
    for (const [lang, dir] of [
      ["de", ""],
      ["ar", "rtl"],
    ] as const) {
      await page.context().addCookies([{ name: "language", value: lang, url: service.url }]);
      for (const part of ["preferences", "people", "tokens", "public", "messages"]) {
        await page.goto(`${service.url}/dashboard/settings/${part}`);
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        expect(await page.evaluate(() => document.dir)).toBe(dir);
        const overflow = () => document.documentElement.scrollWidth - innerWidth;
        expect.soft(await page.evaluate(overflow), `${lang} ${part}`).toBeLessThanOrEqual(0);
        expect.soft(await accessibilityFindings(page), `${lang} ${part}`).toEqual([]);
      }
    }
    if (width < 1_000) return;
    const sidebar = await page.getByRole("complementary").boundingBox();
    expect(sidebar?.x).toBeGreaterThan(width / 2);
  });
