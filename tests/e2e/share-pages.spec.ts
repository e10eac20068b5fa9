// Run: all
import type { Page } from "@playwright/test";
import { browsers, visit } from "../support/visitor";
import { accessibilityFindings, expect, openPage, test } from "./owner";

const name = "Share statistics";

/** The address of the new page, from the card that shows it once. */
async function createPage(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("button", { name: "Create page" }).click();
  const link = dialog.getByRole("link", { name: "Open page" });
  return (await link.getAttribute("href")) ?? "";
}

test("an owner shows the statistics of a link to others, and takes them away again", async ({
  page,
  browser,
  service,
}) => {
  const { slug } = await service.api.create({
    title: "A spring sale with a title that is longer than a narrow screen is wide",
    tags: ["shared"],
  });
  for (let click = 0; click < 12; click++)
    await visit(service.server, `/${slug}?utm_campaign=spring`, {
      headers: {
        "User-Agent": click % 3 ? browsers.iphone : browsers.windows,
        Referer:
          click % 2 ? "https://news.example/" : "https://a-rather-long-name.of-a.blog.example/",
        "Accept-Language": click % 2 ? "de-CH" : "en-GB",
        "x-vercel-ip-country": click % 4 ? "CH" : "GB",
        "x-vercel-ip-city": click % 4 ? "Z%C3%BCrich" : "London",
      },
    });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Share statistics" }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByRole("checkbox", { name: "Countries" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Cities" })).not.toBeChecked();
  await dialog.getByRole("checkbox", { name: "Cities" }).check();
  await dialog.getByRole("checkbox", { name: "Referrers" }).check();
  await dialog.getByRole("checkbox", { name: "Allow CSV download" }).check();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `test-results/e2e/screens/share-dialog-${width}.png` });
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  const url = await createPage(page);
  await page.screenshot({ path: "test-results/e2e/screens/share-made.png" });

  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    locale: "de-DE",
  });
  const visitor = await context.newPage();
  const complaints: string[] = [];
  visitor.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const address = url.replace(/^https?:\/\/[^/]+/, service.url);
  await visitor.goto(address);
  await expect(visitor.getByText("Eindeutige Besucher").first()).toBeVisible();
  await expect(visitor.getByRole("list", { name: "Städte" })).toContainText("Zürich");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await visitor.setViewportSize({ width, height: 740 });
      expect(
        await visitor.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(width);
      await visitor.screenshot({
        path: `test-results/e2e/screens/share-${colorScheme}-${width}.png`,
        fullPage: true,
      });
      expect.soft(await accessibilityFindings(visitor), `${colorScheme} ${width}`).toEqual([]);
    }
  }
  // A4 between margins of 1 cm.
  await visitor.emulateMedia({ media: "print", colorScheme: "dark" });
  await visitor.setViewportSize({ width: 718, height: 1047 });
  await expect(visitor.getByRole("link", { name: "CSV herunterladen" })).toBeHidden();
  await visitor.screenshot({ path: "test-results/e2e/screens/share-print.png", fullPage: true });
  expect(complaints).toEqual([]);

  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.getByRole("button", { name: /^Revoke the share page/ }).click();
  await expect(page.getByText("Share page revoked")).toBeVisible();
  await expect(dialog.getByText("None yet.")).toBeVisible();
  expect((await visitor.goto(address))?.status()).toBe(404);
  await context.close();
});

test("a page with a password lets in whoever knows it", async ({ browser, service }) => {
  await service.api.create({ tags: ["partners"] });
  const { body } = await service.api.call<{ url: string }>("POST", "/api/shares", {
    tag: "partners",
    password: "open sesame",
  });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const visitor = await context.newPage();
  await visitor.goto(body.url.replace(/^https?:\/\/[^/]+/, service.url));
  await expect(visitor.getByRole("heading")).toHaveText("These statistics are protected");
  await visitor.screenshot({ path: "test-results/e2e/screens/share-password.png" });
  expect(await accessibilityFindings(visitor)).toEqual([]);
  await visitor.getByLabel("Password").fill("wrong");
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByText("Incorrect password. Try again.")).toBeVisible();
  await visitor.getByLabel("Password").fill("open sesame");
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByRole("heading", { name: "partners" })).toBeVisible();
  await context.close();
});
