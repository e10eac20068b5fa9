// Run: all
import { visit } from "../support/visitor";
import { expect, openPage, test } from "./owner";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

test("a missed link is ignored, shown again and created", async ({ page, service }) => {
  const slug = `sprnig-${Date.now()}`;
  for (let round = 0; round < 3; round++)
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browser } });
  await expect
    .poll(async () => JSON.stringify((await service.api.call("GET", "/api/missed-links")).body))
    .toMatch(new RegExp(`"slug":"${slug}","count":3\\b`));
  await openPage(page, `${service.url}/dashboard/links`);
  await page.getByRole("link", { name: "Missed links" }).click();
  const row = page
    .getByRole("table", { name: "Missed links" })
    .getByRole("row", { name: new RegExp(`/${slug}`) });
  await expect(row.getByRole("cell").nth(1)).toHaveText(/3$/);

  await page.getByRole("button", { name: `Ignore /${slug}` }).click();
  await expect(row).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Ignore /${slug}` }).click();
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
