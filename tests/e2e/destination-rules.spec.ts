// Run: all
import { browsers, visit } from "../support/visitor";
import {
  accessibilityFindings,
  checkLooks,
  expect,
  lookAt,
  openPage,
  test,
  unfold,
  widths,
} from "./owner";

const unique = () => `d${Math.random().toString(36).slice(2, 9)}`;

test("a link gets destinations by platform and country, and shows who goes where", async ({
  page,
  service,
}) => {
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: / link$/ });
  const destination = dialog.getByRole("textbox", { name: "Destination", exact: true });
  await destination.fill("https://example.com/all");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await unfold(dialog, "Platforms, countries, languages");
  await expect(dialog.getByText("Destination rules")).toBeHidden();
  await dialog.getByRole("textbox", { name: /^iPhone and iPad/ }).fill("https://ios.example/app");
  await dialog.getByRole("button", { name: "Add country" }).click();
  await dialog.getByRole("textbox", { name: "Destination in Germany" }).fill("/de");
  const led = dialog.getByRole("group", { name: "Destination rules" }).getByRole("status");
  await expect(led).toHaveText("Enter full addresses to see where this visitor goes.");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText(/Must be a full http or https address/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Destination in Germany" }).fill("https://de.example/");
  await expect(led).toHaveText("iPhone and iPad: https://ios.example/app");
  await dialog.getByLabel("Device").selectOption("Computer");
  const country = dialog.getByRole("group", { name: "Destination rules" }).getByLabel("Country");
  await country.selectOption("Germany");
  await expect(led).toHaveText("Germany: https://de.example/");
  await country.selectOption("France");
  await expect(led).toHaveText("Destination: https://example.com/all");
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).toMatchObject({
    ios: "https://ios.example/app",
    geo: { DE: "https://de.example/" },
  });

  await visit(service, `/${slug}`, { headers: { "User-Agent": browsers.iphone } });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const card = page.getByRole("main");
  await expect(card.getByText("iPhone and iPad: ios.example · Germany: de.example")).toBeVisible();
  await expect(card.getByRole("heading", { name: "Destination rules" })).toBeVisible();
  await expect(card.getByRole("tab", { name: "Destination", exact: true })).toBeVisible();
  // What is chosen before the page reacts would be lost.
  const sent = await (await page.request.get(page.url())).text();
  expect(/<select[^>]*"Device"[^>]*>/.exec(sent)?.[0]).toContain("disabled");
  await card.getByRole("combobox", { name: "Device" }).selectOption("Android phone");
  await card.getByRole("combobox", { name: "Country" }).selectOption("Unknown country");
  await expect(card.getByText("Destination: https://example.com/all")).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await unfold(dialog, "Platforms, countries, languages");
  await dialog.getByRole("button", { name: "Remove Germany" }).click();
  await dialog.getByRole("textbox", { name: /^iPhone and iPad/ }).fill("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).not.toHaveProperty("geo");
  await expect(card.getByRole("heading", { name: "Destination rules" })).toBeHidden();
  await card.getByRole("button", { name: /^Undo Destinations by country/ }).click();
  await expect
    .poll(() => service.api.get(slug))
    .toMatchObject({
      geo: { DE: "https://de.example/" },
    });
});

for (const width of widths) {
  test(`the page and the form of such a link, at ${width} px`, async ({ page, service }) => {
    const { slug } = await service.api.create({
      slug: unique(),
      url: "https://example.com/all",
      ios: "https://apps.apple.com/app/id1",
      android: "https://play.google.com/store/apps/details?id=com.example",
      geo: { DE: "https://de.example/", FR: "https://fr.example/a/rather/long/path" },
    });
    await lookAt(page, width);
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    await expect(page.getByText("iPhone and iPad: https://apps.apple.com/app/id1")).toBeVisible();
    await checkLooks(page, "destinations", { fullPage: true });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: / link$/ });
    await unfold(dialog, "Platforms, countries, languages");
    const tried = dialog.getByRole("group", { name: "Destination rules" });
    await expect(tried.getByRole("status")).toContainText("https://apps.apple.com/app/id1");
    await tried.scrollIntoViewIfNeeded();
    await checkLooks(page, "destination-fields");
  });
}
