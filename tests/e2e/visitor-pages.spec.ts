// Run: test
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { browsers } from "../support/visitor";
import { expect, nobody, test } from "./owner";

test.use(nobody);

const looks = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test("the front page describes this host and reveals nothing about its owner", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ title: "Owner's secret" });
  const response = await page.goto(service.url);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new URL(service.url).host);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect(await page.content()).not.toContain(slug);
  expect(await page.content()).not.toContain("secret");
});

test("an expired link redirects to the front page", async ({ page, service }) => {
  const { slug } = await service.api.create({ expiresAt: "2020-01-01" });
  const answer = page.waitForResponse(`${service.url}/${slug}`);
  await page.goto(`${service.url}/${slug}`).catch(() => {});
  expect((await answer).status()).toBe(404);
  await page.waitForURL(`${service.url}/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new URL(service.url).host);
  expect((await service.api.get(slug)).clickCount).toBe(0);
});

test("a followed link redirects to its destination and is counted", async ({
  browser,
  service,
}) => {
  const destination = createServer((_request, response) =>
    response.setHeader("Content-Type", "text/html").end("<h1>Arrived</h1>"),
  );
  await once(destination.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(destination.address() as AddressInfo).port}/page?x=1`;
  const { slug } = await service.api.create({ url });
  const context = await browser.newContext({ userAgent: browsers.windows, locale: "de-CH" });
  const page = await context.newPage();
  await page.goto(`${service.url}/${slug}?utm_source=newsletter`);
  expect(page.url()).toBe(url);
  await expect(page.getByRole("heading")).toHaveText("Arrived");
  expect(await service.api.stats(slug)).toMatchObject({
    totalClicks: 1,
    recentClicks: [
      {
        device: "Desktop",
        browser: "Chrome",
        os: "Windows",
        locale: "de-CH",
        utmSource: "newsletter",
        referrer: "Direct",
      },
    ],
  });
  await context.close();
  destination.close();
});

for (const { width, colorScheme } of looks) {
  test(`pages fit ${width} px, ${colorScheme}`, async ({ page, service }, { outputDir }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    const pages = {
      front: "/",
      "not-found": `/unknown-${"long-".repeat(10)}x`,
      "nothing-here": "/a/b/c",
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(service.url + path);
      await page.evaluate(() => document.fonts.ready);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.fonts.check("14px Geist")), name).toBe(true);
      await page.screenshot({
        path: `${outputDir}/../screens/${name}-${colorScheme}-${width}.png`,
      });
    }
  });
}
