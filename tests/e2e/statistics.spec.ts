// Run: all
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { formatNumber } from "@/lib/core/format";
import { accessibilityFindings, click, expect, fullTest, openPage, test } from "./owner";

const unique = () => `s${Math.random().toString(36).slice(2, 9)}`;
const totals = (page: Page, term: string) =>
  page
    .getByRole("region", { name: "Totals" })
    .locator("> div")
    .filter({ has: page.getByRole("button", { name: term, exact: true }) });
const says = (page: Page, term: string, value: number) =>
  expect(totals(page, term).getByText(formatNumber(value, "en-US"), { exact: true })).toBeVisible();
const topLinks = (page: Page) => page.getByRole("region", { name: "Top links" });
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const picker = (page: Page) => page.getByRole("navigation", { name: "Links", exact: true });

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
  await page
    .getByRole("navigation", { name: "Tags" })
    .getByRole("link", { name: "Statistics" })
    .click();
  await expect(page).toHaveURL(`${service.url}/dashboard/statistics?tag=${tag}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Statistics");
  await says(page, "Clicks", 4);
  await expect(
    page.getByText("a person who opens two links, or comes on two days, counts twice"),
  ).toBeVisible();
  await expect(picker(page).getByRole("link", { name: tag })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(topLinks(page).getByRole("listitem")).toHaveCount(2);
  await expect(topLinks(page).getByRole("listitem").first()).toContainText(
    /Field guide.*3 clicks.*75%/,
  );
  expect(await accessibilityFindings(page)).toEqual([]);

  await card(page, "Campaigns")
    .getByRole("link", { name: /Newsletter|newsletter/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`tag=${tag}&utm_source=newsletter$`));
  await says(page, "Clicks", 3);
  await expect(topLinks(page).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Statistics (CSV)" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(
    new RegExp(`"utm_source","newsletter",,3,[^]*"link","${first}","Field guide",3,`),
  );

  await topLinks(page)
    .getByRole("link", { name: new RegExp(first) })
    .click();
  await expect(page).toHaveURL(`${service.url}/dashboard/links/${first}?utm_source=newsletter`);
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
    await picker(page)
      .getByRole("link", { name: `Remove /${slugs[2]}` })
      .click();
    await says(page, "Clicks", 3);
    await picker(page).getByText("Choose links").click();
    await page
      .getByRole("textbox", { name: "Slugs" })
      .fill(`${slugs[2]}, ${service.url}/${slugs[0]}`);
    await page.getByRole("button", { name: "Show", exact: true }).first().click();
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
  await openPage(page, `${service.url}/dashboard/statistics?tag=none-${tag}`);
  await expect(page.getByRole("heading", { name: `There is no tag "none-${tag}".` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Show all links" })).toBeVisible();
  const tooMany = Array.from({ length: 101 }, (_, index) => `${slug}-${index}`);
  await openPage(page, `${service.url}/dashboard/statistics?slug=${tooMany.join()}`);
  await expect(page.getByRole("heading", { name: "Too many links" })).toBeVisible();
});
