// Run: all
import { visit } from "../support/visitor";
import { expect, openPage, test, undo } from "./owner";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

test("a missed link is ignored, shown again and created", async ({ page, service }) => {
  const slug = `sprnig-${Date.now()}`;
  for (let round = 0; round < 3; round++)
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browser } });
  await expect
    .poll(async () => JSON.stringify((await service.api.call("GET", "/api/missed-links")).body))
    .toMatch(new RegExp(`"slug":"${slug}","count":3\\b`));
  await openPage(page, `${service.url}/dashboard/links`);
  await page.getByRole("link", { name: /^Missed/ }).click();
  const row = page
    .getByRole("list", { name: "Not-found visits" })
    .getByRole("listitem")
    .filter({ hasText: `/${slug}` });
  const ignore = async () => {
    await row.getByRole("button", { name: `More for ${slug}` }).click();
    await page.getByRole("menuitem", { name: "Ignore" }).click();
  };
  await expect(row).toContainText("3 visits, ");

  await ignore();
  await expect(row).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await ignore();
  await page.getByRole("button", { name: `Show again /${slug}` }).click();
  await expect(row).toBeVisible();

  await page.getByRole("button", { name: `Create this link /${slug}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: /^Slug/ })).toHaveValue(slug);
  await dialog.getByRole("textbox", { name: "Destination" }).fill("https://example.com/spring");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(async () => (await service.api.call("GET", `/api/links/${slug}`)).status)
    .toBe(200);
  await expect(row).toBeHidden();
});

test("a missed slug one slip from a link leads there by one press, and no longer by Undo", async ({
  page,
  service,
}) => {
  const slug = `contour-${Date.now()}`;
  const slip = slug.replace("our", "uor");
  await service.api.create({ slug });
  await visit(service.server, `/${slip}`, { headers: { "User-Agent": browser } });
  await expect
    .poll(async () => JSON.stringify((await service.api.call("GET", "/api/missed-links")).body))
    .toContain(slip);
  await openPage(page, `${service.url}/dashboard/missed`);
  const row = page.getByRole("listitem").filter({ hasText: slip });
  await expect(row).toContainText(`Looks like /${slug}`);
  await row.getByRole("button", { name: `Send to /${slug}` }).click();
  await expect(row).toBeHidden();
  expect((await service.api.get(slug)).aliases).toEqual([slip]);
  await undo(page).click();
  await expect(row).toBeVisible();
  expect((await service.api.get(slug)).aliases ?? []).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await row.getByRole("button", { name: `More for ${slip}` }).click();
  await page.getByRole("menuitem", { name: `Send to /${slug}` }).click();
  await expect(row).toBeHidden();
});
