// Run: all
import type { Page } from "@playwright/test";
import { accessibilityFindings, checkLooks, click, expect, openPage, test } from "./owner";

const unique = () => `a${Math.random().toString(36).slice(2, 9)}`;
const card = (page: Page) => page.getByRole("list", { name: "Aliases" });
const statusOf = async (service: { url: string }, slug: string) =>
  (await fetch(`${service.url}/${slug}`, { redirect: "manual" })).status;

test("a link's page adds and removes aliases, with their clicks", async ({ page, service }) => {
  const [slug, alias, taken] = [unique(), unique(), unique()];
  await service.api.create({ slug });
  await service.api.create({ slug: taken });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const add = page.getByRole("button", { name: "Add alias" });
  await add.click();
  const field = page.getByRole("textbox", { name: "New alias" });
  await expect(field).toBeFocused();
  await field.fill("a b");
  await field.press("Enter");
  await expect(
    page.getByText("Must be 1 to 64 characters: letters, digits, hyphens and underscores"),
  ).toBeVisible();
  await field.fill(taken);
  await field.press("Enter");
  await expect(page.getByText(`The slug "${taken}" is taken. Choose another one.`)).toBeVisible();
  await expect(field).toHaveValue(taken);
  await field.fill(alias);
  await field.press("Enter");
  await expect(card(page).getByText(alias)).toBeVisible();
  await expect(field).toHaveValue("");
  await click(service, alias, 2);
  await click(service, slug, 1);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(card(page).getByRole("listitem")).toContainText("2 clicks");
  await checkLooks(page, "aliases");
  await page.setViewportSize({ width: 360, height: 740 });
  await checkLooks(page, "aliases");

  // Added anew, it would count from 0: nothing offers to undo that.
  await page.getByRole("button", { name: `Remove /${alias}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "Its 2 clicks stay counted for the link.",
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove alias" }).click();
  await expect(card(page)).toBeHidden();
  await expect(add).toBeFocused();
  expect(await statusOf(service, alias)).toBe(404);
  await expect(page.getByText(`Removed /${alias}. It now returns 404`)).toBeVisible();
  const undo = page
    .getByRole("region", { name: "Notifications" })
    .getByRole("button", { name: /^Undo/ });
  await expect(undo).toBeHidden();

  await add.click();
  await field.fill(alias);
  await field.press("Enter");
  await expect(page.getByText(new RegExp(`Added /${alias}. In use until`))).toBeVisible();
  await page.getByRole("button", { name: `Remove /${alias}` }).click();
  await page.getByRole("button", { name: "Remove alias" }).click();
  await expect(card(page)).toBeHidden();
  expect(await statusOf(service, alias)).toBe(404);
  await undo.click();
  await expect(card(page).getByText(alias)).toBeVisible();
  expect(await statusOf(service, alias)).toBe(302);
});

test("a renamed link keeps its old short link, is found by it, and its old page leads to the new one", async ({
  page,
  service,
}) => {
  const slug = unique();
  await service.api.create({ slug });
  await click(service, slug, 1);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(`${slug}-new`);
  await expect(
    dialog.getByRole("checkbox", { name: "Keep the old short link working" }),
  ).toBeChecked();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/${slug}-new$`));
  await expect(card(page).getByText(slug, { exact: true })).toBeVisible();
  expect([await statusOf(service, slug), await statusOf(service, `${slug}-new`)]).toEqual([
    302, 302,
  ]);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page).toHaveURL(new RegExp(`/${slug}-new$`));
  await service.api.patch(`${slug}-new`, { slug: unique() });
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  const row = page.getByRole("list", { name: "Links" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`Alias /${slug}`);
});

test("a slug that was deleted is given again with a warning", async ({ page, service }) => {
  const slug = unique();
  await service.api.create({ slug });
  await service.api.remove(slug);
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/again");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await expect(dialog.getByText(/^Available, but it was in use until/)).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(page.locator(`[data-slug="${slug}"]`)).toBeVisible();

  await service.api.remove(slug);
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByLabel("Long URL").fill("https://example.com/again");
  await page.getByRole("textbox", { name: "Slug" }).fill(slug);
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(new RegExp(`/${slug}. In use until .*. Old copies of it now lead here`)),
  ).toBeVisible();
});
