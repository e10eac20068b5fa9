// Run: all
import type { Page } from "@playwright/test";
import { checkLooks, expect, lookAt, openPage, test, widths } from "./owner";
import type { BrowserService } from "./service";

const unique = () => `r${Math.random().toString(36).slice(2, 9)}`;
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Replace in destinations" });
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

/** Opens the dialog for three links to a host of their own. */
async function openDialog(page: Page, service: BrowserService) {
  const prefix = unique();
  const host = `${prefix}.example`;
  const slugs = ["a", "b", "c"].map((letter) => `${prefix}-${letter}`);
  const [first = "", second = "", third = ""] = slugs;
  await service.api.create({ slug: first, url: `https://${host}/a?b=c` });
  await service.api.create({
    slug: second,
    url: "https://other.example/",
    geo: { DE: `https://${host}/de` },
  });
  await service.api.create({ slug: third, url: `https://www.${host}/` });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  // A narrow screen has no box for all links.
  for (const slug of slugs) {
    await page.getByRole("checkbox", { name: `Select ${slug}` }).focus();
    await page.keyboard.press("Space");
  }
  const bar = page.getByRole("region", { name: "Selected links" });
  const replace = bar.getByRole("button", { name: "Change destination" });
  await replace.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeVisible();
  return { host, first, second, third };
}

test("a host is replaced after a preview, with keys alone, and undone in another tab", async ({
  page,
  service,
}) => {
  const { host, first, second, third } = await openDialog(page, service);
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox", { name: "Find" }).focus();
  await page.keyboard.type(`https://${host}`);
  await page.keyboard.press("Tab");
  await page.keyboard.type("new.example");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^Must be a host, such as new.example/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Find" }).fill(host);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toContainText("2 links change.");
  const table = dialog.getByRole("table", { name: "Changes" });
  await expect(table.getByRole("row").nth(1)).toContainText("https://new.example/a?b=c");
  await expect(table.getByText("Germany")).toBeVisible();
  await expect(table.getByText(`/${third}`)).toBeHidden();
  expect((await service.api.get(first)).url).toContain(host);
  await dialog.getByRole("textbox", { name: "Replace with" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(toast(page, "Replaced in 2 links")).toBeVisible();
  expect((await service.api.get(first)).url).toBe("https://new.example/a?b=c");

  await service.api.call("PATCH", `/api/links/${second}`, { geo: { DE: "https://de.example/" } });
  const other = await page.context().newPage();
  await openPage(other, `${service.url}/dashboard/links`);
  await other.getByRole("button", { name: `Undo the replacement of ${host}` }).click();
  await expect(
    toast(other, `Undone for 1 of 2 links. Not undone: /${second} (changed since)`),
  ).toBeVisible();
  await expect(other.getByText(`Replaced ${host}`)).toBeHidden();
  expect((await service.api.get(first)).url).toBe(`https://${host}/a?b=c`);
  expect((await service.api.get(second)).geo).toEqual({ DE: "https://de.example/" });
  await page
    .getByRole("region", { name: "Notifications" })
    .getByRole("button", { name: /^Undo/ })
    .click();
  await expect(toast(page, "It is too late to undo this, or it was already undone.")).toBeVisible();
});

test("the host that all selected links lead to is what is to be found", async ({
  page,
  service,
}) => {
  const { host, third } = await openDialog(page, service);
  const dialog = dialogOf(page);
  const find = dialog.getByRole("textbox", { name: "Find" });
  await expect(find).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: `Select ${third}` }).setChecked(false);
  await page.getByRole("button", { name: "Change destination" }).click();
  await expect(find).toHaveValue("");

  const slugs = ["d", "e"].map((letter) => `${third}${letter}`);
  for (const slug of slugs) await service.api.create({ slug, url: `https://${host}/${slug}` });
  await openPage(page, `${service.url}/dashboard/links?destination=${host}`);
  for (const slug of slugs)
    await page.getByRole("checkbox", { name: `Select ${slug}` }).setChecked(true);
  await page.getByRole("button", { name: "Change destination" }).click();
  await expect(find).toHaveValue(host);
  await expect(dialog.getByRole("textbox", { name: "Replace with" })).toBeFocused();
  await page.keyboard.type("new.example");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Replace in 2 links" }).waitFor();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Replaced in 2 links")).toBeVisible();
  for (const slug of slugs)
    expect((await service.api.get(slug)).url).toBe(`https://new.example/${slug}`);
});

for (const width of widths) {
  test(`the preview of a replacement fits ${width} px, and axe finds nothing`, async ({
    page,
    service,
  }) => {
    await lookAt(page, width);
    const { host } = await openDialog(page, service);
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "Text" }).click();
    await dialog.getByRole("textbox", { name: "Find" }).fill(`${host}/`);
    await dialog.getByRole("textbox", { name: "Replace with" }).fill("a b/");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByRole("status")).toContainText("3 links stay unchanged.");
    await checkLooks(page, "replace-refused");
    await dialog.getByRole("textbox", { name: "Replace with" }).fill("new.example/");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByRole("button", { name: "Replace in 3 links" })).toBeVisible();
    await checkLooks(page, "replace");
    await dialog.getByRole("button", { name: "Replace in 3 links" }).click();
    await expect(page.getByRole("list", { name: "Recent changes" })).toContainText("just now");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Selected links" })).toBeHidden();
    await checkLooks(page, "replace-undo");
  });
}
