// Run: all
import type { Page } from "@playwright/test";
import type pg from "pg";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import { checkLooks, click, daysAgo, expect, lookAt, openPage, test, undo, widths } from "./owner";
import type { BrowserService } from "./service";

const unique = () => `p${Math.random().toString(36).slice(2, 9)}`;
const panel = (page: Page, slug: string) =>
  page.getByRole("complementary", { name: `Link /${slug}`, exact: true });
const rowLink = (page: Page, slug: string) =>
  page.getByRole("link", { name: `/${slug}`, exact: true }).and(page.locator("[data-row-link]"));

/** Three links, the first of which was clicked and changed; opens the list. */
async function listNew(page: Page, service: BrowserService): Promise<string[]> {
  const prefix = unique();
  const slugs = [`${prefix}-a`, `${prefix}-b`, `${prefix}-c`];
  for (const slug of slugs.toReversed()) await service.api.create({ slug, title: `Title ${slug}` });
  await service.api.patch(slugs[0] ?? "", { note: "Changed" });
  await click(service, `${slugs[0]}?utm_source=newsletter&utm_medium=email`, 2);
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  return slugs;
}

/** Clicks of days, which have a legend. */
async function addDays({ api, databaseUrl }: BrowserService, slug: string): Promise<void> {
  const pool = openPool(databaseUrl, 1);
  const { id } = await api.get(slug);
  await pool.query(
    `UPDATE "Link" SET "createdAt" = "createdAt" - interval '9 days' WHERE "id" = $1`,
    [id],
  );
  await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, daysAgo(3), 6, 6);
  await pool.end();
}

test("Space opens a panel that J and K move through, and Escape closes", async ({
  page,
  service,
}) => {
  const [first = "", second = "", third = ""] = await listNew(page, service);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await expect(panel(page, first)).toContainText(/2\s*clicks in 30 days/);
  await expect(panel(page, first).getByRole("list", { name: "Channels" })).toContainText(
    "Newsletter2",
  );
  await expect(panel(page, first).getByRole("list", { name: "History" })).toContainText("Changed");
  await page.keyboard.press("j");
  await expect(panel(page, second)).toContainText(/0\s*clicks/);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected links" })).toContainText("1 selected");
  await expect(panel(page, third).getByLabel("Title")).toHaveValue(`Title ${third}`);
  await page.keyboard.press("k");
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-peek]")).toBeHidden();
  await expect(rowLink(page, second)).toBeFocused();
  await expect(page.getByRole("region", { name: "Selected links" })).toContainText("1 selected");
});

test("title and destination are saved when they are left, with Undo", async ({ page, service }) => {
  const [slug = "", other = ""] = await listNew(page, service);
  await rowLink(page, slug).focus();
  await page.keyboard.press("Space");
  const title = panel(page, slug).getByLabel("Title");
  await title.fill("Half");
  await title.press("Escape");
  await expect(title).toHaveValue(`Title ${slug}`);
  await title.fill("A new title");
  await rowLink(page, other).focus();
  await expect(page.locator(`li[data-slug="${slug}"]`)).toContainText("A new title");
  expect((await service.api.get(slug)).title).toBe("A new title");
  await undo(page).click();
  await expect(page.locator(`li[data-slug="${slug}"]`)).toContainText(`Title ${slug}`);

  const destination = panel(page, other).getByLabel("Destination");
  await destination.fill("nowhere at all");
  await destination.press("Enter");
  await expect(panel(page, other).getByText(/^Must be/)).toBeVisible();
  await destination.fill("https://example.com/moved");
  await destination.press("Enter");
  await expect
    .poll(async () => (await service.api.get(other)).url)
    .toBe("https://example.com/moved");
  await expect(panel(page, other).getByRole("list", { name: "History" })).toContainText("moved");
});

test("a change that could not be saved is kept when its field is gone", async ({
  page,
  service,
}) => {
  const [slug = "", other = ""] = await listNew(page, service);
  await rowLink(page, slug).focus();
  await page.keyboard.press("Space");
  await panel(page, slug).getByLabel("Destination").fill("htp://x");
  await rowLink(page, other).focus();
  await expect(panel(page, other)).toBeVisible();
  await expect(page.getByText(`/${slug} was not saved.`)).toBeVisible();
  await page.getByRole("button", { name: "Edit", exact: true }).last().click();
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  await expect(dialog.getByLabel("Destination")).toHaveValue("htp://x");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const title = panel(page, other).getByLabel("Title");
  await title.fill("Mine");
  await service.api.patch(other, { title: "Theirs" });
  await title.press("Enter");
  await expect(panel(page, other).getByRole("button", { name: "Keep mine" })).toBeVisible();
  await title.press("Escape");
  await expect(panel(page, other).getByRole("button", { name: "Keep mine" })).toBeHidden();
});

for (const width of widths) {
  test(`the panel fits ${width} px, and axe finds nothing`, async ({ page, service }) => {
    await lookAt(page, width);
    const [slug = ""] = await listNew(page, service);
    await addDays(service, slug);
    await rowLink(page, slug).focus();
    await page.keyboard.press("Space");
    await expect(panel(page, slug)).toContainText(/8\s*clicks in 30 days/);
    await expect(page.locator(".recharts-surface").first()).toBeVisible();
    await expect(panel(page, slug).getByText("Today, so far")).toBeVisible();
    await checkLooks(page, "peek");
  });
}

for (const width of widths) {
  test(`tags that do not fit a row of ${width} px are counted, and none is cut`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const slug = unique();
    const tags = ["Photographers", "Newsletter readers", "Spring", "Utrecht"];
    await service.api.create({ slug, title: "A title of the usual length", tags });
    await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
    const marks = async () =>
      (
        await page.locator(`li[data-slug="${slug}"] .tag-mark`).evaluateAll((all) =>
          all.flatMap((each) => {
            const text = each.textContent ?? "";
            const { width } = (each.closest(".fits") ?? each).getBoundingClientRect();
            if (width === 0 || !/^(\+\d|[A-Z])/.test(text)) return [];
            return [each.scrollWidth > each.clientWidth + 1 ? `cut ${text}` : text];
          }),
        )
      ).map((text) => (text.startsWith("+") ? Number(text) : tags.includes(text) ? 1 : text));
    for (const isPeeking of [false, true]) {
      if (isPeeking) await rowLink(page, slug).press("Space");
      if (isPeeking) await expect(panel(page, slug)).toBeVisible();
      const shown = await marks();
      expect(shown.every(Number.isInteger), shown.join()).toBe(true);
      expect(shown.reduce<number>((sum, each) => sum + Number(each), 0)).toBe(tags.length);
    }
  });
}
