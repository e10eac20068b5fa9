// Run: all
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import pg from "pg";
import { browsers, visit } from "../support/visitor";
import {
  accessibilityFindings,
  checkLooks,
  compareWith,
  daysAgo,
  expect,
  lookAt,
  openPage,
  scriptBytes,
  test,
  unfold,
  widths,
} from "./owner";
import type { BrowserService } from "./service";

const germany = {
  "cf-ipcountry": "DE",
  "x-vercel-ip-country": "DE",
  "x-vercel-ip-city": "Leipzig",
  "x-vercel-ip-country-region": "SN",
};
const france = {
  "x-vercel-ip-country": "FR",
  "x-vercel-ip-city": "Lyon",
  "x-vercel-ip-country-region": "ARA",
};

/** A link with seven real clicks of two kinds, one preview and one crawler. */
async function clickedLink(service: BrowserService): Promise<string> {
  const { slug } = await service.api.create({
    slug: `page-${Math.random().toString(36).slice(2)}`,
    title: "Field guide to paper maps",
  });
  const go = (query: string, headers: Record<string, string>) =>
    visit(service.server, `/${slug}${query}`, { headers });
  for (let count = 0; count < 4; count++) {
    await go("?utm_source=newsletter&utm_campaign=autumn", {
      "user-agent": browsers.windows,
      "accept-language": "de-DE",
      ...germany,
    });
  }
  for (let count = 0; count < 3; count++) {
    await go("", {
      "user-agent": browsers.iphone,
      "accept-language": "fr-FR",
      referer: "https://news.example.com/x",
      ...france,
    });
  }
  await go("", { "user-agent": browsers.slack });
  await go("", { "user-agent": browsers.googlebot });
  return slug;
}

/** The same, created 100 days ago. */
async function olderLink(service: BrowserService): Promise<string> {
  const slug = await clickedLink(service);
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query(
    `UPDATE "Link" SET "createdAt" = now() - interval '100 days' WHERE "slug" = $1`,
    [slug],
  );
  await database.end();
  return slug;
}

const total = (page: Page, term: string) =>
  page
    .getByRole("region", { name: "Totals" })
    .locator("> div")
    .filter({ has: page.getByRole("button", { name: term, exact: true }) });
const says = (page: Page, term: string, value: number) =>
  expect(total(page, term).getByText(String(value), { exact: true })).toBeVisible();
const details = (page: Page) => page.getByRole("region", { name: "Details" });
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("statistics equal the API's and are explained on hover and focus", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${new URL(service.url).host}/${slug}`,
  );
  await expect(page.getByText("Field guide to paper maps").first()).toBeVisible();
  const stats = await service.api.stats(slug);
  expect(stats.range.clicks).toBe(7);
  await says(page, "Clicks", 7);
  await says(page, "Unique visitors", stats.range.uniqueVisitors);
  await says(page, "Bot hits", 1);
  await page.getByRole("button", { name: "Clicks", exact: true }).focus();
  await expect(page.getByText(/All time: 7 since .*, 7 in the first 24 hours\./)).toBeVisible();
  await page.getByRole("button", { name: "Unique visitors" }).focus();
  await expect(
    page.getByText("One person visiting on three days counts three times").last(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bot hits" }).hover();
  await expect(page.getByText("never counted as clicks").last()).toBeVisible();
});

test("clicking rows filters the whole page; chips negate and remove filters", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page.getByRole("button", { name: "Bot hits" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bots", exact: true })).toBeVisible();
  await card(page, "Places").getByRole("tab", { name: "Map" }).click();
  // Without its shape in the map file it would have no size.
  await expect(card(page, "Places").locator('use[href="/world.svg#DE"]').last()).toBeVisible();
  await card(page, "Places").getByRole("tab", { name: "Country" }).click();
  await card(page, "Places")
    .getByRole("link", { name: /Germany/ })
    .click();
  await expect(page).toHaveURL(/country=DE/);
  await says(page, "Clicks", 4);
  // Bots have no country.
  await expect(page.getByRole("button", { name: "Bot hits" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Bots", exact: true })).toBeHidden();
  // Labels that are not selected stay visible.
  await expect(card(page, "Places").getByRole("link", { name: /France/ })).toBeVisible();
  await card(page, "Devices").getByRole("tab", { name: "Language" }).click();
  await expect(card(page, "Devices").getByRole("link", { name: /German/ })).toBeVisible();
  await expect(card(page, "Devices").getByRole("link", { name: /French/ })).toBeHidden();
  await expect(details(page).locator("tbody tr")).toHaveCount(4);

  const chips = page.getByRole("navigation", { name: "Filters" });
  await chips
    .getByRole("link", { name: /Country is Germany/ })
    .first()
    .click();
  await expect(page).toHaveURL(/country_not=DE/);
  await says(page, "Clicks", 3);
  await chips.getByRole("link", { name: "Remove the filter: Country is not Germany" }).click();
  await expect(page).not.toHaveURL(/country/);
  await says(page, "Clicks", 7);

  await card(page, "Channels").getByRole("tab", { name: "Campaign", exact: true }).click();
  await card(page, "Channels")
    .getByRole("link", { name: /autumn/ })
    .click();
  await expect(page).toHaveURL(/utm_campaign=autumn/);
  await card(page, "Devices").getByRole("tab", { name: "OS", exact: true }).click();
  await card(page, "Devices")
    .getByRole("link", { name: /Windows/ })
    .click();
  await expect(page).toHaveURL(/os=Windows/);
  await page.reload();
  await says(page, "Clicks", 4);
  await chips.getByRole("link", { name: "Clear all" }).click();
  await says(page, "Clicks", 7);
});

test("shortcuts select the date range, and the comparison can be hidden", async ({
  page,
  service,
}) => {
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  for (const [key, days] of Object.entries({ d: 1, w: 7, q: 90, y: 365 })) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`days=${days}$`));
  }
  await page.keyboard.press("m");
  await expect(page).not.toHaveURL(/days/);
  await expect(page.locator(".recharts-line")).toHaveCount(2);
  await compareWith(page, "No comparison");
  await expect(page).toHaveURL(/compare=off/);
  await expect(page.locator(".recharts-line")).toHaveCount(1);
});

test("the chart supports arrow keys and has a table view", async ({ page, service }) => {
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}?days=7&interval=day`);
  await page.locator(".recharts-surface").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(
    page.getByRole("region", { name: "Statistics" }).getByText("Share", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const rows = page.getByRole("region", { name: "Clicks by day as a table" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toContainText("so far7");
});

test("a failed card shows its request id, does not affect others, and can be retried", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  const other = new pg.Client({ connectionString: service.databaseUrl });
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query(`LOCK TABLE "UncountedVisit" IN ACCESS EXCLUSIVE MODE`);
    await page.goto(`${service.url}/dashboard/links/${slug}?more=bots`);
    const failed = page.getByRole("alert").filter({ hasText: "Could not load Bots and previews" });
    await expect(failed).toContainText(/Request [\w-]{8,}/);
    await says(page, "Clicks", 7);
    await other.query("ROLLBACK");
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(details(page).getByText("Slack")).toBeVisible();
    await expect(failed).toBeHidden();
  } finally {
    await other.end();
  }
});

test("date ranges have names, arrows lead to their neighbours, and up to a week is shown by hour", async ({
  page,
  service,
}) => {
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}?country=!XX`);
  const control = page.getByRole("group", { name: "Date range" });
  const open = control.locator("summary");
  await open.focus();
  await page.keyboard.press("Enter");
  for (const name of [
    "Today",
    "Yesterday",
    "7 days",
    "30 days",
    "90 days",
    "12 months",
    "This month",
    "Last month",
    "Year to date",
    "All time",
  ]) {
    await expect(control.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await control.getByRole("link", { name: "Last month", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\?country_not=XX&range=last-month$/);
  await expect(open).toContainText("Last month");
  await expect(control.getByLabel("First day")).toBeHidden();
  await expect(open).toBeFocused();
  await control.getByRole("link", { name: "Later: This month" }).click();
  await expect(page).toHaveURL(/range=this-month$/);
  await expect(control.getByRole("link", { name: "No later range", disabled: true })).toBeFocused();
  await control.getByRole("link", { name: "Earlier: Last month" }).click();
  await expect(page).toHaveURL(/range=last-month$/);
  await control.getByRole("link", { name: /^Earlier/ }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-(28|29|30|31)$/);

  await page.keyboard.press("d");
  await expect(page).toHaveURL(/days=1$/);
  await expect(page.getByRole("heading", { name: "Clicks by hour" })).toBeVisible();
  await control.getByRole("link", { name: "Earlier: Yesterday" }).click();
  await expect(page).toHaveURL(/range=yesterday$/);
  await page.keyboard.press("w");
  await expect(page.getByRole("heading", { name: "Clicks by hour" })).toBeVisible();
});

test("the date range works without scripts", async ({ browser, context, service }) => {
  const slug = await olderLink(service);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  try {
    const page = await plain.newPage();
    await page.goto(`${service.url}/dashboard/links/${slug}?chart=visitors`);
    const control = page.getByRole("group", { name: "Date range" });
    await control.locator("summary").click();
    const nineDaysAgo = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
    await control.getByLabel("First day").fill(nineDaysAgo);
    await control.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(new RegExp(`chart=visitors&from=${nineDaysAgo}&to=[\\d-]+$`));
    await control.locator("summary").click();
    await control.getByRole("link", { name: "Year to date" }).click();
    await expect(page).toHaveURL(/range=year-to-date&chart=visitors$/);
  } finally {
    await plain.close();
  }
});

test("days, hours and expiry are those of the chosen time zone", async ({
  page,
  context,
  service,
}) => {
  const slug = await olderLink(service);
  await context.addCookies([{ name: "timezone", value: "Asia/Colombo", url: service.url }]);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Colombo" }).format(new Date());
  await page.goto(`${service.url}/dashboard/links/${slug}?days=1`);
  await expect(
    page.getByText(
      "Days are in Asia/Colombo. Unique visitors and bot hits are counted by UTC day.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const rows = page.getByRole("region", { name: "Clicks by hour as a table" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(":00 GMT+5:30, so far");
  await says(page, "Clicks", 7);
  await page.goto(`${service.url}/dashboard/links/${slug}?chart=visitors`);
  await expect(page.getByRole("heading", { name: "Unique visitors by day" })).toBeVisible();
  await says(page, "Unique visitors", (await service.api.stats(slug)).range.uniqueVisitors);
  const exported = await page.request.get(`${service.url}/dashboard/links/${slug}/export?days=7`);
  expect(exported.headers()["content-disposition"]).toContain(`-${today}.csv`);

  await openPage(page, `${service.url}/dashboard/statistics?days=7`);
  await expect(page.getByRole("heading", { name: "Clicks by hour" })).toBeVisible();

  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/expires-in-colombo");
  const own = `colombo-${Date.now()}`;
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(own);
  // WebKit shows today in an empty one.
  await expect(dialog.locator("input[type^=date]")).toHaveCount(0);
  await unfold(dialog, "Expiry");
  const expires = dialog.getByLabel("Expires at, Asia/Colombo");
  await dialog.getByRole("button", { name: "Date…" }).click();
  await expect(expires).toBeFocused();
  await expect(expires).toHaveValue(/^\d{4}-\d\d-\d\dT00:00$/);
  // Emptied, it stays while the next date is typed.
  await expires.fill("");
  await expect(dialog.getByRole("button", { name: "Never" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expires.blur();
  await expect(expires).toHaveCount(0);
  await dialog.getByRole("button", { name: "1 day" }).click();
  await expect(expires).toHaveCount(0);
  await dialog.getByRole("button", { name: "Date…" }).click();
  await expires.fill("2031-03-04T10:15");
  await expect(dialog.getByText(/GMT\+5:30 = 4 Mar 2031, 04:45 UTC$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect((await service.api.get(own)).expiresAt).toBe("2031-03-04T04:45:00.000Z");
});

test("an empty range offers the smallest range with clicks", async ({ page, service }) => {
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}?from=2020-01-01&to=2020-01-31`);
  await expect(page.getByText("No clicks in this range.").first()).toBeVisible();
  await expect(page.locator(".recharts-surface")).toHaveCount(0);
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect(page).toHaveURL(/days=1$/);
  await says(page, "Clicks", 7);
});

test("a link without clicks shows one card, until its first click", async ({ page, service }) => {
  await page.clock.install();
  const { slug } = await service.api.create({});
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page.getByRole("heading", { name: "Share it" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Share it",
    "Link health",
    "Aliases",
    "History",
  ]);
  await visit(service.server, `/${slug}`, { headers: { "user-agent": browsers.windows } });
  await expect(async () => {
    await page.clock.runFor(11_000);
    await says(page, "Clicks", 1);
  }).toPass();
  await expect(page.getByText("1 click in 1 minute.")).toBeVisible();
});

test("link health tells a broken destination from one that has no preview or refuses robots", async ({
  page,
  service,
}) => {
  const { slug, id } = await service.api.create({});
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  const check = (health: string, reason: string | null, days: number) =>
    database.query(
      `INSERT INTO "LinkPreview" ("linkId", "checkedAt", "failReason", "failingSince", "health", "brokenSince")
       VALUES ($1, now(), $2, now() - $4::interval, $3, CASE WHEN $3 = 'broken' THEN now() - $4::interval END)
       ON CONFLICT ("linkId") DO UPDATE SET "failReason" = $2, "health" = $3, "brokenSince" = excluded."brokenSince"`,
      [id, reason, health, `${days} days`],
    );
  const banner = page.getByText("Destination broken: HTTP 404");
  for (const [health, reason, days, title] of [
    ["reachable", "The destination is not a web page.", 2, "Destination works"],
    ["refusing", "HTTP 403.", 2, "Destination blocks bots"],
    ["unknown", "Only ports 80 and 443 are allowed.", 2, "Destination cannot be checked"],
    ["broken", "HTTP 404.", 0.5, "Destination check failed"],
    ["broken", "HTTP 404.", 2, "Destination broken"],
  ] as const) {
    await check(health, reason, days);
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    const shown = card(page, "Link health");
    await expect(shown.getByText(title, { exact: true })).toBeVisible();
    await expect(shown.getByText(reason)).toBeVisible();
    await expect(banner).toHaveCount(title === "Destination broken" ? 1 : 0);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  await openPage(page, `${service.url}/dashboard/links?state=broken&q=${slug}`);
  await expect(page.getByRole("link", { name: `/${slug}` })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Destination broken: HTTP 404");
  await database.end();
});

test("a link is tested without counting a click", async ({ page, service }) => {
  const url = `http://127.0.0.1:${service.destinationPort}/nobody-answers`;
  const { slug } = await service.api.create({ url });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const href = await page.getByRole("link", { name: "Test link" }).getAttribute("href");
  const opened = await page.request.get(`${service.url}${href}`, { maxRedirects: 0 });
  expect([opened.status(), opened.headers().location]).toEqual([303, `${service.url}/${slug}`]);
  const asPerson = { maxRedirects: 0, headers: { "User-Agent": browsers.windows } };
  const visited = await page.request.get(`${service.url}/${slug}`, asPerson);
  expect([visited.status(), visited.headers().location]).toEqual([302, url]);
  expect((await service.api.get(slug)).clickCount).toBe(0);
  await page.context().clearCookies({ name: "slugline.test" });
  await page.request.get(`${service.url}/${slug}`, asPerson);
  expect((await service.api.get(slug)).clickCount).toBe(1);
});

test("the sentence says what happened, and its parts filter the page", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  const sentence = page.getByText(
    /^7 clicks in \d+ minutes?\. 4 of 7 came from Newsletter\. Slack fetched the preview once\.$/,
  );
  await sentence.getByRole("link", { name: "once" }).click();
  await expect(page).toHaveURL(/chart=bots/);
  await expect(page.getByRole("heading", { name: "Bot hits by day" })).toBeVisible();
  await sentence.getByRole("link", { name: "newsletter" }).click();
  await expect(page).toHaveURL(/utm_source=newsletter/);
  await expect(page.getByText(/^4 clicks match the filters in /)).toBeVisible();
});

test("totals are tabs of one chart, whose interval and range can be chosen", async ({
  page,
  service,
}) => {
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.getByRole("heading", { name: "Clicks by day" })).toBeVisible();
  await page.getByRole("link", { name: "Chart unique visitors" }).click();
  await expect(page.getByRole("heading", { name: "Unique visitors by day" })).toBeVisible();
  await expect(page).toHaveURL(/chart=visitors$/);
  await page.getByRole("link", { name: "Week", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Unique visitors by week" })).toBeVisible();
  await page.getByRole("group", { name: "Date range" }).locator("summary").click();
  await page.getByRole("link", { name: "All time" }).click();
  await expect(page).toHaveURL(/days=all&chart=visitors&interval=week$/);
});

test("the chart marks what happened to the link", async ({ page, service }) => {
  const slug = await clickedLink(service);
  await service.api.call("PATCH", `/api/links/${slug}`, {
    url: "https://other.example.com/",
    slug: `${slug}-new`,
  });
  await page.goto(`${service.url}/dashboard/links/${slug}-new`);
  const events = page.getByRole("list", { name: "Events" }).getByRole("listitem");
  await expect(events).toHaveText([
    /Created$/,
    /First preview by Slack$/,
    /Destination changed, was /,
    new RegExp(`Renamed, was /${slug}$`),
  ]);
  await expect(page.locator(".chart-mark")).not.toHaveCount(0);
});

test("a visitor who made most clicks is set aside by one press, and counted again by another", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  // An hour may end meanwhile.
  for (let round = 0; round < 25; round++)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        visit(service.server, `/${slug}`, {
          headers: { "user-agent": browsers.windows, "x-forwarded-for": "203.0.113.9" },
        }),
      ),
    );
  const url = `${service.url}/dashboard/links/${slug}`;
  const notes = page.getByRole("list", { name: "Heavy visitors" });
  await expect
    .poll(async () => {
      await openPage(page, url);
      return notes.count();
    })
    .toBe(1);
  await expect(notes).toContainText(/One visitor made 250 of 25\d clicks on \d/);
  await expect(
    page.getByRole("list", { name: "Events" }).getByText("Most clicks are from one visitor"),
  ).toBeVisible();
  for (const width of widths) {
    await lookAt(page, width);
    await openPage(page, url);
    await expect(notes).toBeVisible();
    await checkLooks(page, "single-visitor");
  }
  const clicks = page.getByRole("group", { name: "Totals" }).or(page.getByLabel("Totals")).first();
  await notes.getByRole("button", { name: /^Exclude the clicks of / }).click();
  await expect(notes).toContainText("Excluded: 250 clicks by one visitor on");
  await expect(page.getByText("250 clicks excluded", { exact: true })).toBeVisible();
  await expect(clicks.getByText("250 excluded")).toBeVisible();
  expect((await service.api.get(slug)).clickCount).toBe(7);
  for (const width of widths) {
    await lookAt(page, width);
    await openPage(page, url);
    await expect(notes).toBeVisible();
    await checkLooks(page, "set-aside");
  }
  await notes.getByRole("button", { name: /^Undo: count / }).click();
  await expect(notes).toContainText(/One visitor made 250/);
  await expect.poll(async () => (await service.api.get(slug)).clickCount).toBe(257);
});

test("a stretch of the chart is zoomed into by dragging, by keys and by dates", async ({
  page,
  service,
}) => {
  const slug = await olderLink(service);
  await openPage(page, `${service.url}/dashboard/links/${slug}?chart=bots`);
  const plot = page.locator(".recharts-surface").first();
  const { x, y, width } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 60);
  // On the way it passes the last day: the axis is beside the plot.
  await page.mouse.move(x + width - 56, y + 60, { steps: 40 });
  await expect(page.getByRole("status").filter({ hasText: / to / })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`[?]from=[\\d-]+&to=${daysAgo(0)}&chart=bots$`));

  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await page.locator(".recharts-surface").first().focus();
  for (const key of ["End", "ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft"])
    await page.keyboard.press(key);
  await expect(page.getByText("Enter zooms in, Escape cancels.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Enter zooms in, Escape cancels.")).toBeHidden();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=[\d-]+&to=[\d-]+$/);

  const dates = page.getByRole("group", { name: "Date range" }).locator("summary");
  await dates.click();
  await page.getByLabel("First day").press("Escape");
  await expect(page.getByLabel("First day")).toBeHidden();
  await expect(dates).toBeFocused();
  await dates.click();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByLabel("First day")).toBeHidden();
  await dates.click();
  await page.getByLabel("First day").fill(daysAgo(9));
  await page.getByLabel("Last day").fill(daysAgo(0));
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`from=${daysAgo(9)}&to=${daysAgo(0)}`));
  await expect(page.getByText("7 clicks from ")).toBeVisible();
  await expect(page.getByLabel("First day")).toBeHidden();
});

test("the chart is saved and copied as a picture", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = await olderLink(service);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Save chart as image" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const file = async (name: string) => {
    const download = page.waitForEvent("download");
    await choose(name);
    return {
      name: (await download).suggestedFilename(),
      data: readFileSync(await (await download).path()),
    };
  };
  const svg = await file("Save as SVG");
  expect(svg.name).toBe("clicks-by-day.svg");
  expect(String(svg.data)).toMatch(/^<svg [\s\S]*Clicks by day[\s\S]*<path[\s\S]*<\/svg>$/);
  // A file of its own has no variables of the page.
  expect(String(svg.data)).not.toContain("var(--");
  const png = await file("Save as PNG");
  const { width, height } = await pictureSize(page, png.data);
  expect(width).toBeGreaterThan(1_000);
  expect(height).toBeGreaterThan(400);
  await choose("Copy image");
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toEqual([
    "image/png",
  ]);
});

/** Also fails if the browser cannot read the picture. */
const pictureSize = (page: Page, png: Buffer) =>
  page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], {
        type: "image/png",
      }),
    );
    return { width: bitmap.width, height: bitmap.height };
  }, png.toString("base64"));

test("the details of a breakdown have a search", async ({ page, service }) => {
  const { slug } = await service.api.create({});
  for (let count = 0; count < 12; count++)
    await visit(service.server, `/${slug}`, {
      headers: { "user-agent": browsers.windows, referer: `https://site-${count}.example.com/` },
    });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(card(page, "Referrers").getByRole("listitem")).toHaveCount(5);
  await card(page, "Referrers").getByRole("button", { name: "Details: Referrer" }).click();
  const dialog = page.getByRole("dialog", { name: "Referrer" });
  await expect(dialog.getByRole("listitem")).toHaveCount(12);
  await dialog.getByRole("searchbox").fill("SITE-11");
  await dialog.getByRole("link", { name: /site-11/ }).click();
  await expect(page).toHaveURL(/referrer=site-11/);
  await expect(dialog).toBeHidden();
  await says(page, "Clicks", 1);
});

test("live updates refresh all statistics until paused", async ({ page, service }) => {
  await page.clock.install();
  const slug = await clickedLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await visit(service.server, `/${slug}`, { headers: { "user-agent": browsers.windows } });
  await expect(async () => {
    await page.clock.runFor(11_000);
    await expect(details(page)).toContainText("1 new", { timeout: 1_000 });
  }).toPass();
  await says(page, "Clicks", 8);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await visit(service.server, `/${slug}`, { headers: { "user-agent": browsers.windows } });
  await page.clock.runFor(60_000);
  await says(page, "Clicks", 8);
});

test("statistics and raw clicks are exported as files without formulas, and as a curl command", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = await clickedLink(service);
  await visit(service.server, `/${slug}?utm_source=${encodeURIComponent("=HYPERLINK(1)")}`, {
    headers: { "user-agent": browsers.windows },
  });
  await page.goto(`${service.url}/dashboard/links/${slug}?utm_source=%3DHYPERLINK(1)`);
  const file = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export and more" }).click();
    await page.getByRole("menuitem", { name }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const clicks = (await file("All clicks (CSV)")).trim().split("\r\n");
  expect(clicks).toHaveLength(2);
  expect(clicks[1]).toContain("'=HYPERLINK(1)");
  expect(JSON.parse(await file("All clicks (JSON)"))).toMatchObject([
    { utmSource: "=HYPERLINK(1)", device: "Desktop" },
  ]);
  expect(await file("Statistics (CSV)")).toContain(`"utm_source","'=HYPERLINK(1)",,1,`);
  expect(JSON.parse(await file("Statistics (JSON)"))).toMatchObject({
    slug,
    range: { days: 30, clicks: 1 },
  });
  await page.getByRole("button", { name: "Export and more" }).click();
  await page.getByRole("menuitem", { name: "Copy as curl" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, url] = /curl -s '([^']+)'/.exec(command) ?? [];
  const answer = await fetch(url ?? "", {
    headers: { Authorization: `Bearer ${service.server.token}` },
  });
  expect(await answer.json()).toMatchObject({ range: { clicks: 1 } });
});

test("the page shows why a link does not work and whether its destination can be read", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ enabled: false });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(
    page.getByRole("region", { name: "Link health" }).getByText("Disabled"),
  ).toBeVisible();
  await expect(page.getByText("Disabled. Visitors see a 404 page.")).toBeVisible();
  const below = page.getByRole("heading", { name: "Link health" });
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(page.getByText("Redirecting", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Enable", exact: true })).toBeHidden();
  const expired = await service.api.create({ expiresAt: "2020-01-01T00:00:00Z" });
  await openPage(page, `${service.url}/dashboard/links/${expired.slug}`);
  const before = await below.boundingBox();
  await page.getByRole("button", { name: "Extend by 30 days" }).click();
  await expect(page.getByText(/^Expires \d/).first()).toBeVisible();
  await page
    .getByRole("region", { name: "Notifications" })
    .getByRole("button", { name: /^Undo/ })
    .click();
  await expect(page.getByText(/^Expired 1 Jan 2020/).first()).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: `Check now /${slug}` }).click();
  await expect(page.getByText(/^(Preview works|No preview)$/)).toBeVisible();
});

test("renaming or deleting a link navigates along", async ({ page, service }) => {
  const { slug } = await service.api.create({});
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Slug", { exact: true }).fill(`${slug}-new`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${slug}-new$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${slug}-new`);
  await page.getByRole("button", { name: `More for ${slug}-new` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete link" }).click();
  await expect(page).toHaveURL(/\/dashboard\/links$/);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.getByText("Link not found")).toBeVisible();
});

test("title and destination are edited in place", async ({ page, service }) => {
  const { slug } = await service.api.create({ slug: "in-place", url: "https://example.com/old" });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit title" }).click();
  const title = page.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await title.fill("Autumn catalogue");
  await title.press("Enter");
  await expect(page.getByRole("main").getByText("Autumn catalogue").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit title" })).toBeFocused();

  await page.getByRole("button", { name: "Edit destination" }).click();
  const destination = page.getByRole("textbox", { name: "Destination" });
  await destination.fill("not a host");
  await destination.press("Enter");
  await expect(
    page.getByRole("alert").filter({ hasText: "full http or https address" }),
  ).toBeVisible();
  await expect(destination).toHaveValue("not a host");
  // The toast about the title is still open.
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await destination.fill("example.com/new");
  await page.getByRole("button", { name: "Save destination" }).click();
  await expect(page.getByRole("link", { name: /example\.com\/new/ }).first()).toBeVisible();
  expect((await service.api.get(slug)).url).toBe("https://example.com/new");

  await page.keyboard.press("Control+z");
  await expect(page.getByRole("link", { name: /example\.com\/old/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Edit destination" }).click();
  await page.keyboard.press("Escape");
  await expect(destination).toHaveCount(0);
});

test("the head says who changed the link last, and leads to the history", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(page.getByRole("link", { name: /^Changed / })).toHaveCount(0);
  await service.api.call("PATCH", `/api/links/${slug}`, { title: "Another title" });
  await page.reload();
  await page.getByRole("link", { name: /^Changed just now by / }).click();
  await expect(page.getByRole("heading", { name: "History" })).toBeInViewport();
});

test("on a phone the first screen has the number", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const slug = await olderLink(service);
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await expect(total(page, "Clicks")).toBeInViewport({ ratio: 1 });
});

// Of these, 3 KB say texts in the language of the viewer.
test("a link's page ships less than 275 KB of JavaScript, chart included", async ({
  page,
  service,
}) => {
  const slug = await clickedLink(service);
  expect(await scriptBytes(page, `${service.url}/dashboard/links/${slug}`)).toBeLessThan(
    275 * 1_024,
  );
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
});

for (const width of widths) {
  test(`link pages fit ${width} px, and axe finds nothing`, async ({ page, service }) => {
    const slug = await clickedLink(service);
    const older = await olderLink(service);
    const empty = await service.api.create({});
    const off = await service.api.create({ enabled: false, title: "Disabled" });
    await lookAt(page, width);
    const screens = {
      link: `/dashboard/links/${slug}`,
      "link-filtered": `/dashboard/links/${slug}?country=DE&device=!TV&days=1`,
      "link-older": `/dashboard/links/${older}?chart=visitors&days=90`,
      "link-year": `/dashboard/links/${older}?chart=bots&days=365`,
      "link-week": `/dashboard/links/${older}?days=7`,
      "link-dates": `/dashboard/links/${older}?from=2020-01-01&to=2020-01-02`,
      "link-empty": `/dashboard/links/${empty.slug}`,
      "link-off": `/dashboard/links/${off.slug}`,
      "link-hours": `/dashboard/links/${older}?more=hours`,
      "link-bots": `/dashboard/links/${slug}?more=bots`,
      "link-gone": "/dashboard/links/gone-for-good",
    };
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(service.url + path);
      await expect(page.locator(".animate-breathe")).toHaveCount(0);
      if (name === "link") await expect(page.locator(".recharts-surface").first()).toBeVisible();
      if (name === "link-week")
        await page.getByRole("group", { name: "Date range" }).locator("summary").click();
      await checkLooks(page, name, { fullPage: true });
    }
  });
}

test("a destination that moved has a banner, and its new host can be kept", async ({
  page,
  service,
}) => {
  const { slug, id } = await service.api.create({ url: "https://old.example.com/poster" });
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO "LinkPreview" ("linkId", "checkedAt", "health", "endHost", "movedTo", "movedSince", "movedAt")
     VALUES ($1, now(), 'reachable', 'old.example.com', 'parked.example.net', now() - interval '2 days', now())
     ON CONFLICT ("linkId") DO UPDATE SET "health" = 'reachable', "failingSince" = NULL, "brokenSince" = NULL,
       "endHost" = excluded."endHost", "movedTo" = excluded."movedTo", "movedSince" = excluded."movedSince", "movedAt" = excluded."movedAt"`,
    [id],
  );
  await database.end();
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const banner = page.getByText("Destination moved to parked.example.net");
  await expect(banner).toBeVisible();
  await expect(
    card(page, "Link health").getByText("It used to lead to old.example.com"),
  ).toBeVisible();
  const archived = page.getByRole("link", { name: "Archived page" });
  expect(await archived.getAttribute("href")).toMatch(
    /^https:\/\/web\.archive\.org\/web\/\d{14}\/https:\/\/old\.example\.com\/poster$/,
  );
  await expect(page.getByRole("button", { name: "Change destination" })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  const movedOnes = `${service.url}/dashboard/links?state=moved&q=${slug}`;
  await openPage(page, movedOnes);
  await expect(page.getByRole("link", { name: `/${slug}` })).toBeVisible();
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Keep new host" }).click();
  await expect(banner).toHaveCount(0);
  await openPage(page, movedOnes);
  await expect(page.getByText("No links match these filters")).toBeVisible();
});
