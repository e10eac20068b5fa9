// Run: all
import type { Page, Route } from "@playwright/test";
import {
  accessibilityFindings,
  checkLooks,
  expect,
  goOffline,
  lookAt,
  openPage,
  test,
} from "./owner";
import { forgetFailures } from "./service";

const unique = () => `f${Math.random().toString(36).slice(2, 9)}`;
const row = (page: Page, slug: string) => page.locator(`li[data-slug="${slug}"]`);
const search = (page: Page) => page.getByRole("searchbox", { name: "Search links" });
const option = (page: Page, name: string | RegExp) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name });

test("a token is suggested while it is typed, taken with keys, and removed by its chip", async ({
  page,
  service,
}) => {
  const [name, host] = [unique(), `${unique()}.example`];
  await service.api.create({ slug: `${name}-on`, url: `https://${host}/` });
  await service.api.create({ slug: `${name}-off`, enabled: false });
  await openPage(page, `${service.url}/dashboard/links?q=${name}`);
  await search(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" sta");
  await expect(option(page, /^state:/)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(search(page)).toHaveValue(`${name} state:`);
  await expect(option(page, "Scheduled")).toBeVisible();
  await page.keyboard.type("dis");
  await expect(option(page, /./)).toHaveCount(1);
  expect(await accessibilityFindings(page)).toEqual([]);
  // What is still being typed is not searched.
  await expect(row(page, `${name}-on`)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/state=disabled/);
  await expect(row(page, `${name}-on`)).toBeHidden();
  await expect(row(page, `${name}-off`)).toBeVisible();
  await expect(search(page)).toBeFocused();

  await search(page).fill(`state:all destination:${host}`);
  await page.keyboard.press("Enter");
  await expect(row(page, `${name}-on`)).toBeVisible();
  await expect(row(page, `${name}-off`)).toBeHidden();
  await expect(search(page)).toHaveValue("");
  await page.getByRole("link", { name: `Remove filter: destination: ${host}` }).click();
  await expect(page).toHaveURL(/\/dashboard\/links$/);

  await search(page).fill(`campaign:"No such" by:nobody ${name} `);
  const none = page.getByRole("heading", { name: "No links match these filters" });
  await expect(none).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("link", { name: "Clear filters" })).toBeHidden();
  await expect(none).toBeVisible();
  await page.getByRole("link", { name: "Show everyone's links" }).click();
  await expect(row(page, `${name}-on`)).toBeVisible();
});

test("on a slow line a token does not lose the one before it", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  const held: Route[] = [];
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const headers = route.request().headers();
    if (pathname !== "/dashboard/links" || !headers.rsc || headers["next-router-prefetch"])
      return route.fallback();
    held.push(route);
  });
  await search(page).fill("state:disabled ");
  await expect.poll(() => held.length).toBe(1);
  await search(page).fill("destination:example ");
  await expect.poll(() => held.length).toBe(2);
  expect(new URL(held[1]?.request().url() ?? "").search).toContain("state=disabled");
  await page.unrouteAll();
  for (const route of held) await route.continue().catch(() => {});
  await expect(page).toHaveURL(/destination=example&state=disabled/);
});

for (const [language, noConnection] of [
  ["en", "You are offline. Try again when you are connected."],
  ["de", "Keine Verbindung. Versuchen Sie es noch einmal, wenn Sie online sind."],
] as const)
  test(`without a connection a search stays in the field, and a link keeps the page, in ${language}`, async ({
    page,
    service,
    complaints,
  }) => {
    await page.context().addCookies([{ name: "language", value: language, url: service.url }]);
    const search = (page: Page) => page.getByRole("search").getByRole("searchbox");
    await openPage(page, `${service.url}/dashboard/links`);
    await search(page).focus();
    await goOffline(page);
    await search(page).fill("state:expired ");
    const toasts = page.getByRole("region", { name: "Notifications" }).getByText(noConnection);
    await expect(toasts.first()).toBeVisible();
    await expect(search(page)).toHaveValue("state:expired ");
    await page.locator('a[href^="/dashboard/statistics"]').first().click();
    await expect(page.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
    await page.locator('a[href="/dashboard/overview"]:visible').first().click();
    await expect(toasts).toHaveCount(1);
    await expect(page).toHaveURL(`${service.url}/dashboard/links`);
    await page.context().setOffline(false);
    forgetFailures(complaints, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await search(page).press("Enter");
    await expect(page).toHaveURL(/state=expired/);
  });

for (const width of [360, 1280]) {
  test(`suggestions and chips fit ${width} px`, async ({ page, service }) => {
    await lookAt(page, width);
    await openPage(
      page,
      `${service.url}/dashboard/links?campaign=${"spring".repeat(20)}&channel=newsletter`,
    );
    await checkLooks(page, "filter-chips");
    // What suggests is loaded when the field is used.
    await expect(async () => {
      await search(page).press("ArrowDown");
      await expect(option(page, /^campaign:/)).toBeVisible({ timeout: 500 });
    }).toPass();
    await checkLooks(page, "filter-suggestions");
  });
}
