// Run: all
import type { Page } from "@playwright/test";
import { accessibilityFindings, expect, openPage, stateFilter, test } from "./owner";

const unique = () => `v${Math.random().toString(36).slice(2, 9)}`;
const views = (page: Page) => page.getByRole("button", { name: /^View/ });
const item = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** A toast has the role of a dialog, too. */
const dialog = (page: Page) => page.locator("[data-modal]");

async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press("v");
  await item(page, /Save (as new )?view/).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
}

test("a view keeps filters and order, is opened from the palette, updated, renamed and deleted with undo", async ({
  page,
  service,
}) => {
  const [tag, name] = [unique(), unique()];
  const { slug } = await service.api.create({ tags: [tag] });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("v");
  await expect(page.getByRole("menu")).toContainText("A view saves filters");
  await page.keyboard.press("Escape");
  const search = page.getByRole("searchbox", { name: "Search links" });
  await search.fill(`tag:${tag} `);
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`));
  await page.getByRole("combobox", { name: "Sort" }).selectOption("clicks");
  await expect(page).toHaveURL(/sort=clicks/);
  await search.blur();
  await saveAs(page, name);
  await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
  await expect(page).toHaveURL(/view=/);

  // The same name again is refused where it is typed.
  await stateFilter(page).selectOption({ index: 1 });
  await expect(views(page)).toHaveAccessibleName(`View: ${name}, changed`);
  await page.keyboard.press("v");
  await item(page, "Save as new view").click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(name.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText(
    `There is already a view called "${name.toUpperCase()}"`,
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toContainText("Discard your changes?");
  await page.keyboard.press("Escape");

  await page.keyboard.press("v");
  await item(page, `Update ${name}`).click();
  await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(name);
  await page.getByRole("option", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/links\?.*state=active/);
  await expect(page.locator(`li[data-slug="${slug}"]`)).toBeVisible();

  const renamed = `${name} ${"w".repeat(180)}`;
  await page.keyboard.press("v");
  await item(page, "Rename or share").click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(renamed);
  await dialog(page).getByRole("switch").check();
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(views(page)).toHaveAccessibleName(`View: ${renamed}`);
  await page.keyboard.press("v");
  await expect(page.getByRole("group", { name: "Team" })).toContainText(renamed);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await item(page, "Delete view").click();
  await expect(toast(page, `Deleted the view ${renamed}`)).toBeVisible();
  await expect(views(page)).toHaveAccessibleName("Views");
  await page.keyboard.press("Control+z");
  await expect(views(page)).toHaveAccessibleName(`View: ${renamed}`);
});

test("a view that others renamed meanwhile keeps their name until the second try", async ({
  page,
  context,
  service,
}) => {
  const [name, theirs, mine] = [unique(), unique(), unique()];
  await openPage(page, `${service.url}/dashboard/links?q=${name}`);
  await saveAs(page, name);
  const rename = async (of: Page, to: string) => {
    await dialog(of).getByRole("textbox", { name: "Name" }).fill(to);
    await of.keyboard.press("Enter");
  };
  const open = async (of: Page) => {
    await of.keyboard.press("v");
    await item(of, "Rename or share").click();
    await expect(dialog(of)).toBeVisible();
  };
  await open(page);
  const other = await context.newPage();
  await openPage(other, page.url());
  await open(other);
  await rename(other, theirs);
  await expect(views(other)).toHaveAccessibleName(`View: ${theirs}`);

  await rename(page, mine);
  await expect(dialog(page)).toContainText(`someone else changed the view ${theirs}`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await other.reload();
  await expect(views(other)).toHaveAccessibleName(`View: ${theirs}`);
  await page.keyboard.press("Enter");
  await expect(views(page)).toHaveAccessibleName(`View: ${mine}`);
});

test("the sidebar has the views, and marks the open one", async ({ page, service }) => {
  const name = unique();
  const side = page.getByRole("navigation", { name: "Views" });
  await openPage(page, `${service.url}/dashboard/links?q=${name}`);
  await saveAs(page, name);
  await expect(side.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
  await openPage(page, `${service.url}/dashboard/statistics`);
  await expect(side.locator("[aria-current]")).toHaveCount(0);
  await side.getByRole("link", { name }).click();
  await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
  await page.keyboard.press("v");
  await item(page, "Delete view").click();
  await expect(side.getByRole("link", { name })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("views are saved and opened, also one whose tag is gone", async ({ page, service }) => {
    const [tag, name] = [unique(), unique()];
    await service.api.create({ tags: [tag] });
    await openPage(page, `${service.url}/dashboard/links?tag=${tag}`);
    await views(page).tap();
    await item(page, "Save view").tap();
    await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
    await dialog(page).getByRole("button", { name: "Save view" }).tap();
    await expect(views(page)).toHaveAccessibleName(`View: ${name}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await service.api.call("DELETE", `/api/tags/${tag}`);
    await openPage(page, `${service.url}/dashboard/links`);
    await views(page).tap();
    await item(page, name).tap();
    await expect(
      page.getByText(`The tag “${tag}” does not exist. It may have been deleted.`),
    ).toBeVisible();
    await page.getByRole("link", { name: "Clear tags" }).tap();
    await expect(views(page)).toHaveAccessibleName(`View: ${name}, changed`);
  });
});
