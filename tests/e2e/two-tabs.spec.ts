// Run: all
import type { Page } from "@playwright/test";
import { expect, openPage, test, undo } from "./owner";
import type { BrowserService } from "./service";

const unique = () => `w${Math.random().toString(36).slice(2, 9)}`;
const changed = "Not saved: this was changed in the meantime. Save again to overwrite that change.";

async function receiver({ api }: BrowserService) {
  const { body } = await api.call<{ id: string }>("POST", "/api/webhooks", {
    ...{ name: "Team", kind: "webhook", url: "https://hooks.example.invalid/" },
    events: ["link.created"],
  });
  const path = `/api/webhooks/${body.id}`;
  return {
    page: `/dashboard/settings/messages/${body.id}`,
    patch: (changes: object) => api.call("PATCH", path, changes),
    read: async () => (await api.call<Record<string, unknown>>("GET", path)).body,
    remove: () => api.call("DELETE", path),
  };
}

test("a receiver that others changed meanwhile: different fields merge, the same field asks", async ({
  page,
  service,
}) => {
  const { page: address, patch, read, remove } = await receiver(service);
  await openPage(page, `${service.url}${address}`);
  const open = () => page.getByRole("button", { name: "Edit", exact: true }).click();
  const save = page.getByRole("button", { name: "Save receiver" });
  await open();
  await patch({ name: "Theirs" });
  await page.getByText(/^\d+ more$/).click();
  await page.getByLabel("link.deleted").check();
  await save.click();
  await expect(save).toHaveCount(0);
  expect(await read()).toMatchObject({
    name: "Theirs",
    events: expect.arrayContaining(["link.created", "link.deleted"]),
  });

  await open();
  await patch({ name: "Theirs again", url: "https://theirs.example.invalid/" });
  await page.getByLabel("Name").fill("Mine");
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: changed })).toBeInViewport();
  await expect(page.getByLabel("Name")).toHaveValue("Mine");
  expect(await read()).toMatchObject({ name: "Theirs again" });
  await save.click();
  await expect(save).toHaveCount(0);
  // What nobody asked about stays as the others left it.
  expect(await read()).toMatchObject({ name: "Mine", url: "https://theirs.example.invalid/" });
  await remove();
});

test("a tag that others gave another color meanwhile", async ({ page, service }) => {
  const name = unique();
  const path = `/api/tags/${name}`;
  await service.api.call("POST", "/api/tags", { name, color: "gray" });
  const color = async () =>
    (
      await service.api.call<{ tags: { name: string; color: string }[] }>("GET", "/api/tags")
    ).body.tags.find((tag) => tag.name === name)?.color;
  await openPage(page, `${service.url}/dashboard/tags`);
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: new RegExp(name) });
  await service.api.call("PATCH", path, { color: "teal" });
  await dialog.getByRole("radio", { name: "purple" }).check({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(changed)).toBeInViewport();
  expect(await color()).toBe("teal");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await color()).toBe("purple");
});

test("an expiry that others changed meanwhile is asked about, from the menu of a link", async ({
  page,
  service,
}) => {
  const theirs = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const { slug } = await service.api.create({ slug: unique() });
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  const open = async (tab: Page) => {
    await tab.getByRole("button", { name: `More for ${slug}` }).click();
    await tab.getByRole("menuitem", { name: "Set expiry" }).click();
    return tab.getByRole("dialog", { name: "Set expiry" });
  };
  const dialog = await open(page);
  await service.api.patch(slug, { expiresAt: theirs });
  await dialog.getByRole("button", { name: "7 days" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Changed by someone else: Expiry:");
  expect(await service.api.get(slug)).toMatchObject({ expiresAt: theirs });
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expect(dialog).toBeHidden();
  const { expiresAt } = await service.api.get(slug);
  expect(expiresAt).not.toBe(theirs);
  // Undo gives back what it replaced.
  await undo(page).click();
  await expect.poll(async () => (await service.api.get(slug)).expiresAt).toBe(theirs);
});

test("a setting that others changed meanwhile", async ({ page, context, service }) => {
  const second = await context.newPage();
  const name = (tab: Page) => tab.getByLabel("Name", { exact: true });
  const save = (tab: Page) => tab.getByRole("button", { name: "Save" }).click();
  for (const tab of [page, second]) await openPage(tab, `${service.url}/dashboard/settings/public`);
  await name(page).fill("Tab A");
  await save(page);
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await name(second).fill("Tab B");
  await save(second);
  await expect(second.getByText(changed)).toBeVisible();
  await expect(name(second)).toHaveValue("Tab B");
  await openPage(page, `${service.url}/dashboard/settings/public`);
  await expect(name(page)).toHaveValue("Tab A");
  await save(second);
  await expect(second.getByText("Saved.", { exact: true })).toBeVisible();
  await name(second).fill("");
  await save(second);
  await expect(second.getByText("Saved.", { exact: true })).toBeVisible();
  await second.close();
});

/** Opens the dialog for the expiry of two new links. */
async function askExpiryOfTwo(page: Page, service: BrowserService) {
  const prefix = unique();
  const [first, second] = [`${prefix}-0`, `${prefix}-1`];
  for (const slug of [first, second]) await service.api.create({ slug });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected links" });
  await bar.getByRole("button", { name: "Set expiry" }).click();
  const dialog = page.getByRole("dialog", { name: "Set expiry", exact: true });
  return { first, second, dialog };
}

test("an expiry of several links that others changed meanwhile stays", async ({
  page,
  service,
}) => {
  const theirs = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const { first, second, dialog } = await askExpiryOfTwo(page, service);
  await service.api.patch(first, { expiresAt: theirs });
  await dialog.getByRole("button", { name: "7 days" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  const said = page.getByText(`Changed 1 of 2 links. Not changed: /${first}`);
  await expect(said.first()).toBeVisible();
  expect(await service.api.get(first)).toMatchObject({ expiresAt: theirs });
  expect((await service.api.get(second)).expiresAt).not.toBeNull();
});

test("undo of a bulk edit leaves what others changed since", async ({ page, service }) => {
  const theirs = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const { first, second, dialog } = await askExpiryOfTwo(page, service);
  await dialog.getByRole("button", { name: "7 days" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(dialog).toBeHidden();
  await service.api.patch(first, { expiresAt: theirs });
  await undo(page).click();
  const said = page.getByText(`Undone for 1 of 2 links. Not undone: /${first}`);
  await expect(said.first()).toBeVisible();
  expect(await service.api.get(first)).toMatchObject({ expiresAt: theirs });
  expect(await service.api.get(second)).toMatchObject({ expiresAt: null });
});
