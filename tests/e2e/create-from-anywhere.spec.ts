// Run: all
import { existsSync, readFileSync } from "node:fs";
import { accessibilityFindings, expect, openPage, test } from "./owner";
import { owner } from "./service";

const destination = "https://example.com/a b?c=[d]&e='*~()!#é";
const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;

test("/dashboard/new opens the dialog on the links page with what was given", async ({
  page,
  service,
}) => {
  await page.goto(
    `${service.url}/dashboard/new${query({ url: destination, title: "A page", slug: "from-anywhere" })}`,
  );
  const dialog = page.getByRole("dialog", { name: "New link" });
  await expect(dialog.getByLabel("Destination")).toHaveValue(destination);
  await expect(dialog.getByLabel("Title")).toHaveValue("A page");
  await expect(dialog.getByRole("textbox", { name: /^Slug/ })).toHaveValue("from-anywhere");
  await page.waitForURL(/\/dashboard\/links$/);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-slug="from-anywhere"]')).toBeVisible();
  expect((await service.api.get("from-anywhere")).title).toBe("A page");
});

test("what an app shares may have its URL in the text", async ({ page, service }) => {
  await page.goto(
    `${service.url}/dashboard/new${query({ title: "News", text: "Read https://example.com/news." })}`,
  );
  await expect(page.getByLabel("Destination")).toHaveValue("https://example.com/news");
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("News");
});

for (const [name, cookie] of [
  ["signed out", null],
  ["in a session that ended", "slugline.session=AAAA.BBBB"],
] as const) {
  test(`${name}, signing in leads to the dialog`, async ({ browser, service }) => {
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.77" },
    });
    if (cookie)
      await context.addCookies([
        { name: "slugline.session", value: cookie.split("=")[1] ?? "", url: service.url },
      ]);
    const guest = await context.newPage();
    await guest.goto(`${service.url}/dashboard/new${query({ url: destination, title: "A & B" })}`);
    await guest.waitForURL(/\/dashboard\/sign-in\?next=/);
    await guest.getByLabel("Email").fill(owner.email);
    await guest.getByLabel("Password", { exact: true }).fill(owner.password);
    await guest.getByRole("button", { name: "Sign in" }).click();
    await expect(guest.getByLabel("Destination")).toHaveValue(destination);
    await expect(guest.getByRole("dialog").getByLabel("Title")).toHaveValue("A & B");
    await context.close();
  });
}

test("the bookmarklet opens the dialog with the page it is pressed on", async ({
  page,
  service,
}) => {
  await openPage(page, `${service.url}/dashboard/settings/preferences`);
  const bookmarklet = page.getByRole("link", { name: "Shorten this page" });
  const code = (await bookmarklet.getAttribute("href")) ?? "";
  expect(code).toMatch(/^javascript:/);
  await bookmarklet.click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    /Drag it to your bookmarks bar/,
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goto(`${service.url}/robots.txt`);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(code.replace(/^javascript:/, "")),
  ]);
  await expect(opened.getByLabel("Destination")).toHaveValue(`${service.url}/robots.txt`);
});

test("the manifest names icons and the pages that exist", async ({ page, service }) => {
  const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true);
  await page.goto(`${service.url}/dashboard/overview`);
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const response = await page.request.get(new URL(href ?? "", service.url).href);
  expect([response.status(), response.headers()["content-type"]]).toEqual([
    200,
    expect.stringMatching(/^application\/manifest\+json/),
  ]);
  for (const path of [manifest.start_url, manifest.share_target.action])
    expect((await page.request.get(service.url + path)).status(), path).toBe(200);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("a link is shared by the share sheet of the phone", async ({ page, service }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(globalThis, { shared });
      Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
    });
    const link = await service.api.create({});
    await openPage(page, `${service.url}/dashboard/links`);
    await page.getByRole("button", { name: `More for ${link.slug}` }).click();
    await page.getByRole("menuitem", { name: "Channel links" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
    expect(
      await page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared),
    ).toEqual([{ url: expect.stringContaining(`/${link.slug}`) }]);
  });
});
