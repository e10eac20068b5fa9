// Run: all
import type { Page } from "@playwright/test";
import pg from "pg";
import { accessibilityFindings, expect, openPage, test, undo } from "./owner";
import { forgetFailures } from "./service";

const unique = () => `c${Math.random().toString(36).slice(2, 9)}`;
/** A toast has the role of a dialog, too. */
const dialog = (page: Page) => page.locator("[data-modal]");
const chip = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
/** The newest is the first. */
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("dialog").filter({ hasText: text });
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
  const other = `${slug}-two`;
  await dialog(page).getByRole("textbox", { name: /^Slug/ }).fill(other);
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await expect(words(page, other)).toContainText("With channels");
  await expect(words(page, other)).not.toContainText("Newsletter");
  // The link has another slug since its channels were changed.
  const undo = (text: string) =>
    toast(page, text).first().getByRole("button", { name: /^Undo/ }).click();
  await undo("Changed the channels");
  await expect(words(page, other)).toContainText("Newsletter");
  await undo(`Saved /${other}`);
  await expect(words(page, slug)).toContainText("Newsletter");
});

test("channels of several links are added and removed, and that is undone link by link", async ({
  page,
  service,
  complaints,
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
  const poster = (name: RegExp) => part(name).getByRole("button", { name: "QR poster" });
  await change(async () => {
    await expect(poster(/^Add/)).toBeVisible();
    // They have none that could be removed.
    await expect(part(/^Remove/)).toBeHidden();
    await poster(/^Add/).click();
  });
  await page.mouse.move(0, 0);
  for (const end of ["a", "b"])
    await expect(words(page, `${prefix}-${end}`)).toContainText("QR poster");
  await undo(page).click();
  await expect(page.getByText("Undone for 2 links")).toBeVisible();
  for (const end of ["a", "b"])
    await expect(words(page, `${prefix}-${end}`)).not.toContainText("QR poster");

  // Those that they have can be removed, however rare, and without them others can be added.
  await page.route("**/ask/channels-of?*", (route) => route.abort(), { times: 1 });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected links" });
  await bar.getByRole("button", { name: "Channels" }).click();
  await expect(part(/^Remove/)).toContainText("Could not load Channels");
  await expect(poster(/^Add/)).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(part(/^Remove/)).toBeHidden();
  forgetFailures(complaints, /ERR_FAILED/);
});

test("a channel that only one of the links has is removed from all, or is both and refused", async ({
  page,
  service,
}) => {
  const [prefix, source] = [unique(), `place-${unique()}`];
  for (const part of ["a", "b"]) await service.api.create({ slug: `${prefix}-${part}` });
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO "LinkPlace" ("linkId", "source", "medium", "campaign", "createdAt")
     SELECT "id", $2, '', 'spring', now() FROM "Link" WHERE "slug" = $1`,
    [`${prefix}-b`, source],
  );
  await database.end();
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected links" });
  await bar.getByRole("button", { name: "Channels" }).click();
  const remove = dialog(page).getByRole("group", { name: /^Remove/ });
  await expect(remove.getByRole("button")).toHaveText([source]);
  await remove.getByRole("button", { name: source }).click();
  const add = dialog(page).getByRole("group", { name: /^Add/ });
  await add.getByRole("button", { name: source }).click();
  await expect(dialog(page)).toContainText(`${source} is both added and removed`);
  await expect(dialog(page).getByRole("button", { name: "Change channels" })).toBeDisabled();
  expect(await accessibilityFindings(page)).toEqual([]);
  await add.getByRole("button", { name: source }).click();
  await dialog(page).getByRole("button", { name: "Change channels" }).click();
  await expect(words(page, `${prefix}-b`)).not.toContainText(source);
});

test("undo of channels tells the dialog that is still open, and keeps what was chosen since", async ({
  page,
  service,
}) => {
  const [{ slug }, taken] = [await service.api.create({}), await service.api.create({})];
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await words(page, slug).getByRole("link").focus();
  await page.keyboard.press("e");
  await chip(page, "Newsletter").click();
  await dialog(page).getByRole("textbox", { name: /^Slug/ }).fill(taken.slug);
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  const channels = dialog(page).getByRole("group", { name: /^Channels/ });
  await expect(channels).toContainText("1 short link,");
  await chip(page, "LinkedIn").click();
  await expect(channels).toContainText("2 short links,");
  await toast(page, "Changed the channels").first().getByRole("button", { name: /^Undo/ }).click();
  await expect(channels).toContainText("1 more short link,");
  await expect(chip(page, "LinkedIn")).toHaveAttribute("aria-pressed", "true");
  await expect(chip(page, "Newsletter")).toHaveAttribute("aria-pressed", "false");
});

test("of very many channels, the most used can be removed", async ({ page, service }) => {
  const prefix = unique();
  for (const part of ["a", "b", "c", "d", "e"]) {
    const { slug } = await service.api.create({ slug: `${prefix}-${part}` });
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    await database.query(
      `INSERT INTO "LinkPlace" ("linkId", "source", "medium", "campaign", "createdAt")
       SELECT "id", $2 || n, '', '', now() FROM "Link", generate_series(0, 49) n WHERE "slug" = $1`,
      [slug, part],
    );
    await database.end();
  }
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected links" });
  await bar.getByRole("button", { name: "Channels" }).click();
  const remove = dialog(page).getByRole("group", { name: /^Remove/ });
  await expect(remove).toContainText("Only the first 200 are shown. Select fewer links");
  await expect(remove.getByRole("button")).toHaveCount(200);
  expect(await accessibilityFindings(page)).toEqual([]);
});
