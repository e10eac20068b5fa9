// Run: all
import type { Page } from "@playwright/test";
import { accessibilityFindings, expect, openPage, test, undo, unfold } from "./owner";

const unique = () => `t${Math.random().toString(36).slice(2, 9)}`;
const row = (page: Page, slug: string) => page.locator(`li[data-slug="${slug}"]`);
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);
const tagsField = (page: Page, name = "Tags") =>
  page.getByRole("dialog").getByRole("textbox", { name: new RegExp(`^${name}`) });

test("a new link gets tags, one of them completed, and a note; the list filters by them", async ({
  page,
  service,
}) => {
  const [known, other, slug] = [unique(), unique(), unique()];
  const { slug: second } = await service.api.create({ tags: [known] });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Destination" }).fill("https://example.com/tagged");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await unfold(dialog, "Tags", "Note");
  await tagsField(page).fill(known.slice(0, 5).toUpperCase());
  await expect(dialog.getByRole("button", { name: `Add ${known}` })).toBeVisible();
  await tagsField(page).press("Tab");
  await expect(dialog.getByRole("button", { name: `Remove ${known}` })).toBeVisible();
  await tagsField(page).fill("x".repeat(51));
  await tagsField(page).press("Enter");
  await expect(dialog.getByText("A tag must be at most 50 characters")).toBeVisible();
  // What is still being typed counts.
  await tagsField(page).fill(other);
  await dialog.getByRole("textbox", { name: /^Note/ }).fill("Ask the printer\nbefore May");
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(row(page, slug)).toContainText(other);
  const { tags, note } = await service.api.get(slug);
  expect([tags, note]).toEqual([[known, other].sort(), "Ask the printer\nbefore May"]);

  const filter = () => page.getByRole("button", { name: /^Tags/ }).click();
  await openPage(page, `${service.url}/dashboard/links?tag=${known.toUpperCase()}`);
  await expect(row(page, slug)).toBeVisible();
  await expect(row(page, second)).toBeVisible();
  await openPage(page, `${service.url}/dashboard/links?tag=${known},${other}`);
  await filter();
  await page.getByRole("menuitemradio", { name: "All", exact: true }).click();
  await expect(page).toHaveURL(/tagMode=all/);
  await expect(row(page, second)).toBeHidden();
  await expect(row(page, slug)).toBeVisible();
  await expect(page.getByRole("menuitemcheckbox", { name: other })).toBeChecked();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("menuitemcheckbox", { name: known }).click();
  await expect(page).toHaveURL(new RegExp(`tag=${other}$`));
  await openPage(page, `${service.url}/dashboard/links?q=the+printer`);
  await expect(row(page, slug)).toBeVisible();
});

test("tags are added to many links and removed from them, and that is undone link by link", async ({
  page,
  service,
}) => {
  const [prefix, had, added] = [unique(), unique(), unique()];
  for (const index of [0, 1, 2])
    await service.api.create({
      slug: `${prefix}-${index}`,
      tags: index === 0 ? [had, added] : [had],
    });
  const tagsOf = async () =>
    Promise.all(
      [0, 1, 2].map(async (index) =>
        ((await service.api.get(`${prefix}-${index}`)).tags ?? []).sort(),
      ),
    );
  const before = await tagsOf();
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page
    .getByRole("region", { name: "Selected links" })
    .getByRole("button", { name: "Tags" })
    .click();
  await tagsField(page, "Add").fill(added);
  await tagsField(page, "Remove").fill(had);
  await tagsField(page, "Remove").press("Enter");
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Change tags" }).click();
  await expect(toast(page, "Changed the tags of 3 links")).toBeVisible();
  expect(await tagsOf()).toEqual([[added], [added], [added]]);
  await undo(page).click();
  await expect(toast(page, "Undone for 3 links")).toBeVisible();
  expect(await tagsOf()).toEqual(before);
});

test("a tag that cannot be is named at its field, wherever it sorts, and nothing is sent", async ({
  page,
  service,
}) => {
  const [slug, tag] = [unique(), unique()];
  await service.api.create({ slug, tags: [tag] });
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await row(page, slug).getByRole("checkbox").check();
  await page
    .getByRole("region", { name: "Selected links" })
    .getByRole("button", { name: "Tags" })
    .click();
  await tagsField(page, "Add").fill("a|b");
  await page.getByRole("dialog").getByRole("button", { name: "Change tags" }).click();
  await expect(
    page.getByRole("dialog").getByText("A tag must not contain commas or vertical bars"),
  ).toBeVisible();
  await expect(tagsField(page, "Add")).toBeFocused();
  await page.keyboard.press("Escape");

  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await tagsField(page).fill("a|b");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("A tag must not contain commas or vertical bars")).toBeVisible();
  await expect(tagsField(page)).toBeFocused();
  await dialog.getByRole("button", { name: `Remove ${tag}` }).click();
  await expect(tagsField(page)).toBeFocused();
  await tagsField(page).fill("ab");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  expect((await service.api.get(slug)).tags).toEqual(["ab"]);
});

test("a link's page shows tags, note and who changed what; undo brings the destination back", async ({
  page,
  service,
}) => {
  const [slug, tag] = [unique(), unique()];
  await service.api.create({
    slug,
    url: "https://example.com/first",
    tags: [tag],
    note: "Line one\nLine two",
  });
  await service.api.patch(slug, { url: "https://example.com/second", title: "New title" });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page.getByText("Line one")).toBeVisible();
  const history = page.getByRole("list", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(history).toContainText("by Server token");
  await history
    .getByRole("button", { name: "Undo Destination: https://example.com/first" })
    .click();
  await expect(toast(page, `Saved /${slug}`)).toBeVisible();
  expect((await service.api.get(slug)).url).toBe("https://example.com/first");
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(
    history.getByRole("button", { name: "Undo Destination: https://example.com/second" }),
  ).toBeVisible();
  await page.getByRole("list", { name: "Tags" }).getByRole("link", { name: tag }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/links\\?tag=${tag}$`));
});

test("the settings make, rename, merge and delete tags, and the palette leads to their links", async ({
  page,
  service,
}) => {
  const [name, renamed, other] = [unique(), unique(), unique()];
  const tagRow = (tag: string) => page.getByRole("button", { name: `More for ${tag}` });
  const act = async (name: string, tag: string) => {
    await tagRow(tag).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const { slug } = await service.api.create({ tags: [other] });
  await openPage(page, `${service.url}/dashboard/tags`);
  await page.getByRole("button", { name: "New tag" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("radio", { name: "purple" }).check({ force: true });
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create tag" }).click();
  await act("Edit", name);
  await dialog.getByLabel("Name").fill(renamed);
  await dialog.getByRole("button", { name: "Save tag" }).click();
  await expect(tagRow(renamed)).toBeVisible();
  await act("Edit", other);
  await dialog.getByLabel("Name").fill(renamed.toUpperCase());
  await expect(dialog.getByText(`${renamed} already exists`)).toBeVisible();
  await dialog.getByRole("button", { name: "Merge tags" }).click();
  await expect(dialog.getByRole("button", { name: "Merge tags" })).toBeHidden();
  await expect(tagRow(other)).toBeHidden();
  expect((await service.api.get(slug)).tags).toEqual([renamed]);
  const { tags } = (
    await service.api.call<{ tags: { name: string; color: string }[] }>("GET", "/api/tags")
  ).body;
  expect(tags.find((tag) => tag.name === renamed)?.color).toBe("purple");

  await page.keyboard.press("Control+k");
  await page.keyboard.type(renamed);
  await page.getByRole("option", { name: `Links tagged ${renamed}` }).click();
  await expect(row(page, slug)).toBeVisible();
  await openPage(page, `${service.url}/dashboard/tags`);
  await act("Delete", renamed);
  await expect(page.getByRole("alertdialog")).toContainText("1 link loses it");
  await page.getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(tagRow(renamed)).toBeHidden();
  expect((await service.api.get(slug)).tags).toBeUndefined();
});
