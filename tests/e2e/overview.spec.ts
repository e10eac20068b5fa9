import { click, expect, openPage, test } from "./owner";

test("quick create: paste, Enter, and the short link is copied and stays visible", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByLabel("Long URL").fill("https://example.com/quick?x=1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Share by channel" })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const slug = address.slice(service.url.length + 1);
  expect((await service.api.get(slug)).url).toBe("https://example.com/quick?x=1");
  await expect(page.getByLabel("Long URL")).toHaveValue("");
  await page.getByLabel("Long URL").fill("not a url");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Long URL")).toHaveAccessibleDescription(/Enter a valid URL, such as https:\/\/example\.com\/page/);
});

test("statistics equal the API's, and the latest clicks are shown", async ({ page, service }) => {
  const { slug } = await service.api.create({ slug: `seen-${Date.now()}` });
  await click(service, `${slug}?utm_source=podcast`, 4);
  await openPage(page, `${service.url}/dashboard/overview`);
  const { totalLinks, totalClicks, clicksToday } = await service.api.globalStats();
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText(`Links${totalLinks}`);
  await expect(totals).toContainText(`Clicks, all time${totalClicks}`);
  await expect(totals).toContainText(`Clicks today${clicksToday}`);
  const latest = page.getByRole("region", { name: "Latest clicks" }).getByRole("row");
  await expect(latest.nth(1)).toContainText(`/${slug}`);
  await expect(latest.nth(1)).toContainText("podcast");
});

test("the chart has a table view", async ({ page, service }) => {
  const { slug } = await service.api.create({});
  await click(service, slug);
  await openPage(page, `${service.url}/dashboard/overview?days=7`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const rows = page.getByRole("region", { name: "Clicks by day as a table" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  const { clicksToday } = await service.api.globalStats();
  await expect(rows.nth(1)).toContainText(`so far${clicksToday}`);
});

test("the latest clicks update live until paused", async ({ page, service }) => {
  await page.clock.install();
  const { slug } = await service.api.create({ slug: `live-${Date.now()}` });
  await openPage(page, `${service.url}/dashboard/overview`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await click(service, slug);
  await page.clock.runFor(11_000);
  const latest = page.getByRole("region", { name: "Latest clicks" });
  await expect(latest.getByText(`/${slug}`)).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const { slug: later } = await service.api.create({ slug: `later-${Date.now()}` });
  await click(service, later);
  await page.clock.runFor(30_000);
  await expect(latest.getByText(`/${later}`)).toBeHidden();
});

test("links that expire this week need attention and can be extended there", async ({ page, service }) => {
  const { slug } = await service.api.create({ slug: `soon-${Date.now()}`, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByRole("button", { name: `Extend ${slug}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Never" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set expiry" }).click();
  await expect.poll(async () => (await service.api.get(slug)).expiresAt).toBeNull();
  await expect(page.getByRole("button", { name: `Extend ${slug}` })).toBeHidden();
});
