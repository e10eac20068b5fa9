// Run: all
import type { Page } from "@playwright/test";
import { click, expect, openPage, test } from "./owner";
import { forgetFailures } from "./service";

const slug = "lost-scripts";

test.beforeAll(async ({ service }) => {
  await service.api.create({ slug });
  // Without a click, there is no chart.
  await click(service, slug);
});

/** What answers each script that a page asks for from now on. */
async function answerScripts(page: Page, answer: (url: string) => "pass" | "abort" | "gone") {
  await page.route("**/_next/static/**/*.js", (route) => {
    const how = answer(route.request().url());
    if (how === "pass") return route.continue();
    return how === "gone" ? route.fulfill({ status: 404 }) : route.abort("connectionreset");
  });
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).locator("visible=true").first().click();
const key = (name: string) => async (page: Page) => {
  await page.locator("h1").first().click();
  await page.keyboard.press(name);
};

/** Controls whose part comes when they are pressed, with what it shows. */
const controls: Record<
  string,
  {
    path: string;
    press: (page: Page) => Promise<void>;
    /** What takes a press back that the control has kept, as its name tells. */
    back?: (page: Page) => Promise<void>;
    shows: string;
    role?: "menu" | "table";
  }
> = {
  "new link": { path: "overview", press: button(/^New link/), shows: "New link" },
  palette: { path: "overview", press: key("Control+k"), shows: "Search or jump to" },
  help: { path: "overview", press: key("?"), shows: "Keyboard shortcuts" },
  "account menu": { path: "overview", press: button(/^Account/), shows: "", role: "menu" },
  "row menu": {
    path: `links?q=${slug}`,
    press: button(`More for ${slug}`),
    shows: "",
    role: "menu",
  },
  "QR code": { path: `links/${slug}`, press: button("QR code"), shows: "QR code" },
  "edit dialog": { path: `links/${slug}`, press: button(/^Edit$/), shows: "Edit" },
  "chart as table": {
    path: `links/${slug}`,
    press: button("Show as a table"),
    back: button("Show as a chart"),
    shows: "",
    role: "table",
  },
};

const notice = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Part of this page could not be loaded" });

for (const [name, { path, press, back, shows, role }] of Object.entries(controls))
  test(`${name}: a part that was lost comes at the next press, and what was typed stays`, async ({
    page,
    service,
    complaints,
  }) => {
    forgetFailures(complaints, /ERR_CONNECTION_RESET/);
    let isCut = true;
    await openPage(page, `${service.url}/dashboard/${path}`);
    await answerScripts(page, () => (isCut ? "abort" : "pass"));
    const field = page.locator("main").locator("input[name=url], input[type=search]").first();
    const hasField = await field.isVisible();
    if (hasField) await field.fill(slug);
    await press(page);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole("heading").first()).toBeVisible();
    isCut = false;
    await back?.(page);
    await press(page);
    const part = role ? page.getByRole(role).first() : page.getByRole("dialog", { name: shows });
    await expect(part).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    if (hasField) await expect(field).toHaveValue(slug);
  });

test("a script that is lost once is asked for again by itself", async ({
  page,
  service,
  complaints,
}) => {
  forgetFailures(complaints, /ERR_CONNECTION_RESET/);
  const asked = new Set<string>();
  await openPage(page, `${service.url}/dashboard/overview`);
  await answerScripts(page, (url) => {
    if (asked.has(url)) return "pass";
    asked.add(url);
    return "abort";
  });
  await button(/^Account/)(page);
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation").getByRole("link", { name: "Statistics" }).first().click();
  await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  expect(asked.size).toBeGreaterThan(5);
});

test("a tab that is older than the server says so, and keeps its page", async ({
  page,
  service,
  complaints,
}) => {
  forgetFailures(complaints, /status of 404/);
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByLabel("Long URL").fill("https://example.com/typed");
  await answerScripts(page, () => "gone");
  await button(/^Account/)(page);
  const told = page.getByRole("alert").filter({ hasText: "Slugline has been updated" });
  await expect(told.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(page.getByLabel("Long URL")).toHaveValue("https://example.com/typed");
});

test("texts that are lost come at the next press, like scripts", async ({
  page,
  service,
  complaints,
}) => {
  forgetFailures(complaints, /ERR_CONNECTION_RESET/);
  let isCut = true;
  await page.route("**/dashboard/ask/texts", (route) =>
    isCut ? route.abort("connectionreset") : route.continue(),
  );
  await openPage(page, `${service.url}/dashboard/overview`);
  await button(/^New link/)(page);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  isCut = false;
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "New link" })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});
