// Run: all
import type { Page } from "@playwright/test";
import { accessibilityFindings, expect, openPage, test } from "./owner";

const unique = () => `c${Math.random().toString(36).slice(2, 9)}`;
/** A toast has the role of a dialog, too. */
const dialog = (page: Page) => page.locator("[data-modal]");
const chip = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const words = (page: Page, slug: string) => page.locator(`li[data-slug="${slug}"]`);

test("the dialog of a link adds channels and takes others off, with undo", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({});
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  const edit = async () => {
    await words(page, slug).getByRole("link").focus();
    await page.keyboard.press("e");
    await expect(dialog(page).getByRole("group", { name: /^Channels/ })).toBeVisible();
  };
  await edit();
  await chip(page, "Newsletter").click();
  await chip(page, "LinkedIn").click();
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(words(page, slug)).toContainText("LinkedIn");

  await edit();
  await expect(chip(page, "Newsletter")).toHaveAttribute("aria-pressed", "true");
  await chip(page, "Newsletter").click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toContainText("Discard your changes?");
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog(page)
    .getByRole("textbox", { name: /^Title/ })
    .fill("With channels");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(words(page, slug)).toContainText("With channels");
  await expect(words(page, slug)).not.toContainText("Newsletter");
});

test("channels of several links are added and removed, and that is undone link by link", async ({
  page,
  service,
}) => {
  const prefix = unique();
  for (const part of ["a", "b"]) await service.api.create({ slug: `${prefix}-${part}` });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  const change = async (press: () => Promise<void>) => {
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    const bar = page.getByRole("region", { name: "Selected links" });
    await bar.getByRole("button", { name: "Channels" }).click();
    await press();
    await dialog(page).getByRole("button", { name: "Change channels" }).click();
    // A pointer on it makes it wait.
    await page.getByText("Changed the channels of 2 links").hover();
    await expect(dialog(page)).toBeHidden();
  };
  const part = (name: RegExp) => dialog(page).getByRole("group", { name });
  await change(async () => {
    await part(/^Add/).getByRole("button", { name: "QR poster" }).click();
    await part(/^Remove/)
      .getByRole("button", { name: "QR poster" })
      .click();
    await expect(dialog(page)).toContainText("QR poster is both added and removed.");
    expect(await accessibilityFindings(page)).toEqual([]);
    await part(/^Remove/)
      .getByRole("button", { name: "QR poster" })
      .click();
  });
  for (const end of ["a", "b"])
    await expect(words(page, `${prefix}-${end}`)).toContainText("QR poster");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Undone for 2 links")).toBeVisible();
  for (const end of ["a", "b"])
    await expect(words(page, `${prefix}-${end}`)).not.toContainText("QR poster");
});
