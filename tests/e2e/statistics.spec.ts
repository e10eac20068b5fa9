// Run: all
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type pg from "pg";
import type { Dates } from "@/lib/core/date-range";
import { formatDay, formatNumber } from "@/lib/core/format";
import { sameDaysBefore } from "@/lib/core/range-choice";
import { dimensions } from "@/lib/stats/query/dimensions";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import {
  accessibilityFindings,
  click,
  compareWith,
  daysAgo,
  expect,
  fullTest,
  openPage,
  test,
} from "./owner";
import type { BrowserService } from "./service";

const unique = () => `s${Math.random().toString(36).slice(2, 9)}`;
const totals = (page: Page, term: string) =>
  page
    .getByRole("region", { name: "Totals" })
    .locator("> div")
    .filter({ has: page.getByRole("button", { name: term, exact: true }) });
const says = (page: Page, term: string, value: number) =>
  expect(totals(page, term).getByText(formatNumber(value, "en-US"), { exact: true })).toBeVisible();
const topLinks = (page: Page) => page.getByRole("region", { name: "Links", exact: true });
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const picker = (page: Page) => page.getByRole("group", { name: "Scope" });
/** In the open panel of the scope, or of what stands beside it. */
const choice = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const openPicker = (page: Page) => picker(page).locator("summary").first().click();
const dayName = (date: string) => formatDay(new Date(date), { year: new Date(), locale: "en-US" });
const topRows = (page: Page) => topLinks(page).getByRole("listitem");

test("a tag's statistics: from the list to the report, a filter, an export and one of its links", async ({
  page,
  service,
}) => {
  const [tag, first, second] = [unique(), unique(), unique()];
  await service.api.create({ slug: first, tags: [tag], title: "Field guide" });
  await service.api.create({ slug: second, tags: [tag] });
  await click(service, `${first}?utm_source=newsletter`, 3);
  await click(service, second, 1);
  await openPage(page, `${service.url}/dashboard/links?tag=${tag}`);
  await page.getByRole("button", { name: `Tags: ${tag}` }).click();
  await page.getByRole("menuitem", { name: "Statistics" }).click();
  await expect(page).toHaveURL(`${service.url}/dashboard/statistics?tag=${tag}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Statistics");
  await says(page, "Clicks", 4);
  await page.getByRole("button", { name: "Unique visitors" }).focus();
  await expect(
    page.getByText("A person who opens two links, or visits on two days, counts twice"),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picker(page).locator("summary").first()).toHaveText(tag);
  await openPicker(page);
  await expect(choice(page, tag).first()).toHaveAttribute("aria-current", "true");
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(topRows(page)).toHaveCount(2);
  await expect(topRows(page).first()).toContainText(/Field guide.*3 clicks.*75%/);
  expect(await accessibilityFindings(page)).toEqual([]);

  await card(page, "Channels")
    .getByRole("link", { name: /newsletter/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`tag=${tag}&utm_source=newsletter&utm_medium=None$`));
  await says(page, "Clicks", 3);
  await expect(topRows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Export and more" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Statistics (CSV)" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(
    new RegExp(`"utm_source","newsletter",,3,[^]*"link","${first}","Field guide",3,`),
  );

  await topLinks(page)
    .getByRole("link", { name: new RegExp(first) })
    .click();
  await expect(page).toHaveURL(
    `${service.url}/dashboard/links/${first}?utm_source=newsletter&utm_medium=None`,
  );
});

fullTest(
  "chosen links: by hand, from a selection, one removed, then all",
  async ({ page, service }) => {
    const [prefix] = [unique()];
    const slugs = [0, 1, 2].map((index) => `${prefix}-${index}`);
    for (const slug of slugs) await service.api.create({ slug });
    for (const [index, slug] of slugs.entries()) await click(service, slug, index + 1);
    await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page
      .getByRole("region", { name: "Selected links" })
      .getByRole("link", { name: "Statistics" })
      .click();
    await expect(page).toHaveURL(/\/dashboard\/statistics\?slug=/);
    await says(page, "Clicks", 6);
    await openPicker(page);
    await choice(page, `/${slugs[2]}`).first().click();
    await says(page, "Clicks", 3);
    await openPicker(page);
    const field = page.getByRole("combobox", { name: "Link, channel, campaign, tag" });
    await expect(field).toBeFocused();
    // No key of the page acts while the panel is open.
    await field.press("ControlOrMeta+a");
    await page.keyboard.type(`${prefix}-2`);
    await expect(choice(page, `/${slugs[2]}`)).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await says(page, "Clicks", 6);
    await page.keyboard.press("Escape");
    await openPicker(page);
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      input.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, `${slugs[2]}, ${service.url}/${slugs[0]}`);
    await says(page, "Clicks", 4);
    await openPage(page, `${service.url}/dashboard/statistics?slug=${slugs[0]},gone-${prefix}`);
    await expect(page.getByRole("heading", { name: new RegExp(`gone-${prefix}`) })).toBeVisible();
    await page.getByRole("link", { name: "Show all links" }).click();
    await expect(page).toHaveURL(`${service.url}/dashboard/statistics`);
    const { range } = (
      await service.api.call<{ range: { clicks: number } }>("GET", "/api/stats/report")
    ).body;
    await says(page, "Clicks", range.clicks);
    await page.keyboard.press("w");
    await expect(page).toHaveURL(/days=7/);
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/\/dashboard\/links$/);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(/\/dashboard\/statistics$/);
  },
);

test("empty states say what to do", async ({ page, service }) => {
  const [tag, slug] = [unique(), unique()];
  await service.api.call("POST", "/api/tags", { name: tag });
  await openPage(page, `${service.url}/dashboard/statistics?tag=${tag}`);
  await expect(page.getByRole("heading", { name: `No link is tagged ${tag}` })).toBeVisible();
  await service.api.create({ slug, tags: [tag] });
  await openPage(page, `${service.url}/dashboard/statistics?tag=${tag}`);
  await expect(page.getByRole("heading", { name: "No clicks yet" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `Copy /${slug}` }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/${slug}$`));
  await openPage(page, `${service.url}/dashboard/statistics?tag=none-${tag}`);
  await expect(page.getByRole("heading", { name: `There is no tag "none-${tag}".` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Show all links" })).toBeVisible();
  const tooMany = Array.from({ length: 101 }, (_, index) => `${slug}-${index}`);
  await openPage(page, `${service.url}/dashboard/statistics?slug=${tooMany.join()}`);
  await expect(page.getByRole("heading", { name: "Too many links" })).toBeVisible();
});

/**
 * A link through which 8 clicks came in the earlier range, and `count` today, which changes leave
 * out.
 */
async function comparedLink(service: BrowserService, slug: string, count: number) {
  const { id } = await service.api.create({ slug, title: "Field guide" });
  const pool = openPool(service.databaseUrl, 1);
  await pool.query(`UPDATE "Link" SET "createdAt" = now() - interval '100 days' WHERE "id" = $1`, [
    id,
  ]);
  await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, daysAgo(40), 8, 8);
  const { source, campaign, campaignSource, sourceMedium } = dimensions;
  await pool.query(
    `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "detail", "clicks")
     VALUES ($1, $2, $3, 'newsletter', '', 8), ($1, $2, $4, 'autumn', '', 8), ($1, $2, $5, 'autumn', 'newsletter', 8), ($1, $2, $6, 'newsletter', '', 8)`,
    [id, daysAgo(40), source.id, campaign.id, campaignSource.id, sourceMedium.id],
  );
  await pool.end();
  await click(service, `${slug}?utm_source=newsletter&utm_campaign=autumn`, count);
}

test("every row has its change, and the details have all rows", async ({ page, service }) => {
  const slug = unique();
  await comparedLink(service, slug, 4);
  await openPage(page, `${service.url}/dashboard/statistics?slug=${slug}`);
  await expect(topRows(page)).toHaveText([/4 clicks.*down.*100%/]);
  await expect(card(page, "Channels").getByRole("listitem")).toHaveText([
    /newsletter.*4 clicks.*down.*100%/,
  ]);
  await expect(card(page, "Places").getByRole("listitem").first()).toContainText("down");
  await expect(card(page, "Channels").getByTitle("was 8")).toBeVisible();
  await page.getByRole("button", { name: "Details: Channel" }).click();
  await expect(page.getByRole("dialog", { name: "Channel" }).getByRole("listitem")).toHaveText([
    /newsletter.*4 clicks.*100%.*down.*100%/,
  ]);
  await page.keyboard.press("Escape");
  await compareWith(page, "No comparison");
  await expect(topRows(page)).toHaveText([/4 clicks(?!.*\b(up|down)\b).*100%/]);
});

test("campaigns open to their links; their former page leads to them", async ({
  page,
  service,
}) => {
  const slug = unique();
  await comparedLink(service, slug, 4);
  await openPage(page, `${service.url}/dashboard/campaigns?link=${slug}&days=7`);
  await expect(page).toHaveURL(
    `${service.url}/dashboard/statistics?slug=${slug}&days=7&more=campaigns#more`,
  );
  await page.goto(`${service.url}/dashboard/statistics?slug=${slug}&more=campaigns`);
  const rows = page.getByRole("list", { name: "Campaigns" }).locator("> li");
  await expect(rows.locator("summary")).toHaveText([/autumn.*Newsletter.*4 clicks.*down.*100%/]);
  await rows.locator("summary").click();
  const own = page.getByRole("list", { name: "Links of autumn" }).getByRole("link");
  await expect(own).toHaveAttribute("href", `/dashboard/links/${slug}?utm_campaign=autumn`);
  await page.getByRole("link", { name: "Select its link" }).click();
  await expect(page).toHaveURL(`${service.url}/dashboard/links?slug=${slug}&select=all`);
  await expect(page.getByRole("checkbox", { name: `Select ${slug}` })).toBeChecked();
  await expect(page.getByRole("region", { name: "Selected links" })).toContainText("1 selected");
  await page.getByRole("link", { name: "Remove filter: 1 selected link" }).click();
  await expect(page).toHaveURL(`${service.url}/dashboard/links`);
  await page.goBack();
  await page.goBack();
  await rows.locator("summary").click();
  await page.getByRole("link", { name: "Only this campaign" }).click();
  await expect(page).toHaveURL(/utm_campaign=autumn/);
  await says(page, "Clicks", 4);
  const answer = await page.request.get(
    `${service.url}/dashboard/statistics/export?what=campaigns&slug=${slug}&format=json`,
  );
  expect(await answer.json()).toEqual([
    { slug, title: "Field guide", campaign: "autumn", source: "newsletter", clicks: 4 },
  ]);
});

test("a scope is a channel or a campaign, too, and the page is live before its first click", async ({
  page,
  service,
}) => {
  const [slug, source, tag] = [unique(), unique(), unique()];
  await service.api.create({ slug });
  await click(service, `${slug}?utm_source=${source}&utm_campaign=c-${source}`, 2);
  await openPage(page, `${service.url}/dashboard/statistics?utm_campaign=c-${source}`);
  await expect(picker(page).locator("summary").first()).toHaveText(`Campaign c-${source}`);
  await openPicker(page);
  await page.keyboard.type(source);
  await choice(page, new RegExp(`^${source}`)).click();
  await expect(picker(page).locator("summary").first()).toHaveText(`Channel ${source}`);
  await says(page, "Clicks", 2);

  await page.clock.install();
  await service.api.create({ slug: tag, tags: [tag] });
  await openPage(page, `${service.url}/dashboard/statistics?tag=${tag}`);
  await expect(page.getByRole("heading", { name: "No clicks yet" })).toBeVisible();
  await click(service, tag);
  await expect(async () => {
    await page.clock.runFor(11_000);
    await says(page, "Clicks", 1);
  }).toPass();
});

test("a range chosen by key is shown at once, and what is shown fades", async ({
  page,
  service,
}) => {
  const slug = unique();
  await comparedLink(service, slug, 1);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/days=7/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("w");
  const range = page.getByRole("group", { name: "Date range" }).locator("summary");
  await expect(range).toContainText("7 days");
  await expect(page.locator("[data-report]")).toHaveCSS("opacity", "0.55");
  await expect(page).not.toHaveURL(/days=7/);
  answer();
  await expect(page).toHaveURL(/days=7$/);
  await expect(page.locator("[data-report]")).toHaveCSS("opacity", "1");
});

test("paper has the content and its date range only", async ({ page, service }) => {
  const slug = unique();
  await comparedLink(service, slug, 3);
  await page.emulateMedia({ colorScheme: "dark" });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Main navigation" }).first()).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeHidden();
  await expect(page.getByRole("group", { name: "Date range" })).toBeHidden();
  const head = page.locator("header").filter({ hasText: "days in UTC" });
  await expect(head).toContainText(`/${slug}`);
  await expect(page.getByRole("region", { name: "Statistics" })).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(250, 250, 249)");
});

test("any range is compared with the same dates a year earlier, as far as there is data", async ({
  page,
  service,
}) => {
  const slug = unique();
  const { id } = await service.api.create({ slug });
  const pool = openPool(service.databaseUrl, 1);
  const born = (days: number) =>
    pool.query(`UPDATE "Link" SET "createdAt" = now() - $2 * interval '1 day' WHERE "id" = $1`, [
      id,
      days,
    ]);
  const query = pool.query.bind(pool) as pg.Pool["query"];
  await addBusyDay(query, id, daysAgo(3), 6, 6);
  await addBusyDay(query, id, daysAgo(3 + 365), 3, 3);
  await born(800);
  await openPage(page, `${service.url}/dashboard/statistics?slug=${slug}`);
  await compareWith(page, "A year earlier");
  await expect(page).toHaveURL(/compare=year/);
  await expect(totals(page, "Clicks")).toContainText(/up.*100%/);
  await expect(topRows(page)).toHaveText([/6 clicks.*up.*100%/]);
  await page.getByRole("button", { name: "Show as a table" }).click();
  const [from, to] = [daysAgo(29 + 365), daysAgo(365)].map(dayName);
  await expect(page.getByRole("columnheader", { name: `${from} to ${to}` })).toBeVisible();
  await born(200);
  await page.reload();
  await expect(totals(page, "Clicks")).toContainText("new");
  await expect(topRows(page)).toHaveText([/6 clicks(?!.*\b(up|down)\b).*100%/]);
  await pool.end();
});

test("this month is compared with last month, and the legend names the dates", async ({
  page,
  service,
}) => {
  const slug = unique();
  await comparedLink(service, slug, 2);
  const [today, month] = [daysAgo(0), daysAgo(0).slice(0, 7)];
  const last = sameDaysBefore("this-month", { today, first: today, last: today, timeZone: "UTC" });
  const days = ({ from, to }: Dates) =>
    from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;
  await openPage(page, `${service.url}/dashboard/links/${slug}?range=this-month`);
  const legend = (dates: Dates) =>
    expect(
      page.getByRole("region", { name: "Statistics" }).getByText(days(dates), { exact: true }),
    ).toBeVisible();
  await legend({ from: `${month}-01`, to: today });
  await legend(last ?? { from: "", to: "" });
  await page.goto(`${service.url}/dashboard/links/${slug}`);
  await legend({ from: daysAgo(59), to: daysAgo(30) });
  await compareWith(page, "Same weekdays");
  await legend({ from: daysAgo(64), to: daysAgo(35) });
  await expect(page).toHaveURL(/compare=weekdays/);
});

test("two links or tags stand side by side in one chart", async ({ page, service }) => {
  const [tag, first, second] = [unique(), unique(), unique()];
  await service.api.create({ slug: first });
  await service.api.create({ slug: second, tags: [tag] });
  await click(service, first, 3);
  await click(service, second, 2);
  await openPage(page, `${service.url}/dashboard/statistics?slug=${first}&days=7&interval=day`);
  const beside = page.getByRole("group", { name: "Comparison" });
  await beside.locator("summary").click();
  await beside.getByRole("combobox").fill(second);
  await choice(page, new RegExp(`^/${second}`)).click();
  await expect(page).toHaveURL(new RegExp(`slug=${first}.*with=${second}`));
  await expect(totals(page, "Clicks")).toContainText(`/${second} 2`);
  await expect(page.locator(".recharts-surface").first()).toHaveAccessibleName(
    new RegExp(`3 of /${first} and 2 of /${second}`),
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Show as a table" }).click();
  const table = page.getByRole("table").filter({ hasText: `/${second}` });
  await expect(table.getByRole("row").last()).toHaveText(/Total\s*3\s*2/);
  // Another scope keeps the second line.
  await openPicker(page);
  await choice(page, "All links").click();
  await expect(page).toHaveURL(new RegExp(`statistics\\?with=${second}`));
  // A tag, in place of the link.
  await page.goto(`${service.url}/dashboard/statistics?slug=${first}&with=tag:${tag}`);
  await expect(totals(page, "Clicks")).toContainText(`${tag} 2`);
  await beside.locator("summary").click();
  await choice(page, tag).click();
  await expect(page).not.toHaveURL(/with=/);
  await page.goto(`${service.url}/dashboard/statistics?slug=${first}&with=nobody`);
  await expect(page.getByText(/No comparison: .*nobody/)).toBeVisible();
  await says(page, "Clicks", 3);
});
