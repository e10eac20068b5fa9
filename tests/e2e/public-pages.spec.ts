// Run: all
import type { Page } from "@playwright/test";
import { visit } from "../support/visitor";
import { accessibilityFindings, expect, openPage, test } from "./owner";
import type { BrowserService } from "./service";

const settings = (url: string) => `${url}/dashboard/settings/public`;
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><path d="M0 0h40v10z"/></svg>';
const picture = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) };

async function save(page: Page, entries: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(entries))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
}

const bodyOf = async ({ server }: BrowserService, path: string) => (await visit(server, path)).body;

test("an owner gives the public pages a name, a logo, a color and links, and takes them away again", async ({
  page,
  browser,
  service,
}) => {
  const plain = await bodyOf(service, "/nobody-has-this");
  const locked = await service.api.create({ password: "open sesame" });
  await openPage(page, settings(service.url));
  await page.getByLabel("Logo file").setInputFiles(picture);
  await expect(page.getByRole("img", { name: "Chosen logo" })).toBeVisible();
  await save(page, {
    Name: "Acme Links",
    "Accent color": "#c026d3",
    "Legal notice": "https://example.com/imprint",
    "Abuse contact": "abuse@example.com",
  });
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect.poll(() => bodyOf(service, "/nobody-has-this")).toContain("Acme Links");

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const visitor = await context.newPage();
  const complaints: string[] = [];
  visitor.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/status of 404/.test(message.text()) &&
      complaints.push(message.text()),
  );
  for (const [name, path] of Object.entries({
    unknown: "/nobody-has-this",
    front: "/",
    "no-page": "/a/b",
    password: `/${locked.slug}`,
  })) {
    await visitor.goto(service.url + path);
    const logo = visitor.getByRole("img", { name: "Acme Links" });
    await expect(logo).toBeVisible();
    expect(
      await logo.evaluate((image: HTMLImageElement) => image.naturalWidth),
      name,
    ).toBeGreaterThan(0);
    await expect(visitor.getByRole("link", { name: "Legal notice" })).toHaveAttribute(
      "href",
      "https://example.com/imprint",
    );
    await expect(visitor.getByRole("link", { name: "Report abuse" })).toHaveAttribute(
      "href",
      "mailto:abuse@example.com",
    );
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [360, 1280]) {
        await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await visitor.setViewportSize({ width, height: 740 });
        expect(
          await visitor.evaluate(() => document.documentElement.scrollWidth),
          name,
        ).toBeLessThanOrEqual(width);
        await visitor.screenshot({
          path: `test-results/e2e/screens/public-${name}-${colorScheme}-${width}.png`,
        });
        expect.soft(await accessibilityFindings(visitor), `${name}, ${colorScheme}`).toEqual([]);
      }
    }
  }
  expect(complaints).toEqual([]);
  await context.close();

  await page.getByRole("button", { name: "Remove logo" }).click();
  await save(page, { Name: "", "Accent color": "", "Legal notice": "", "Abuse contact": "" });
  await expect.poll(() => bodyOf(service, "/nobody-has-this")).toBe(plain);
});

test("what cannot be saved is explained beside its field, and nothing typed is lost", async ({
  page,
  service,
}) => {
  await openPage(page, settings(service.url));
  await save(page, {
    Name: "Not stored",
    "Accent color": "teal",
    "Home page": service.url,
    "Other schemes": "javascript",
  });
  await expect(page.getByText("Must be a color such as #0F766E")).toBeVisible();
  await expect(
    page.getByText("Must not contain javascript, which can harm visitors"),
  ).toBeVisible();
  await expect(page.locator("[aria-invalid]").first()).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not stored");
  await save(page, { "Accent color": "", "Other schemes": "" });
  await expect(page.getByText(/Must not be an address of this service/)).toBeVisible();
  // It stays a draft of this tab.
  await openPage(page, settings(service.url));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not stored");
  await page.getByLabel("Logo file").setInputFiles({ ...picture, buffer: Buffer.alloc(200_000) });
  await expect(
    page.getByText("The file is larger than 100 kB. Choose a smaller one."),
  ).toBeVisible();
});

test("visitors are answered in their language unless that is switched off", async ({
  page,
  service,
}) => {
  const german = async () =>
    (await visit(service.server, "/nobody-has-this", { headers: { "Accept-Language": "de" } }))
      .body;
  // PREVIEW_PAGES is set.
  expect(await german()).toContain('<html lang="de">');
  await openPage(page, settings(service.url));
  await page.getByLabel("Name", { exact: true }).fill("Not saved");
  await page.getByRole("switch", { name: "English only" }).check();
  await expect.poll(german).toContain('<html lang="en">');
  await expect(page.getByRole("switch", { name: "English only" })).toBeChecked();
  expect(await german()).not.toContain("Not saved");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not saved");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("switch", { name: "English only" })).not.toBeChecked();
  await expect.poll(german).toContain('<html lang="de">');
});

test("a page of the settings that is older does not bring back what was replaced since", async ({
  page,
  service,
}) => {
  await openPage(page, settings(service.url));
  const later = await page.context().newPage();
  await openPage(later, settings(service.url));
  await save(later, { Privacy: "https://example.com/privacy" });
  await expect(later.getByText("Saved.")).toBeVisible();
  await save(page, { Name: "Acme Links" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await openPage(page, settings(service.url));
  await expect(page.getByLabel("Privacy", { exact: true })).toHaveValue(
    "https://example.com/privacy",
  );
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Acme Links");
  // The older page shows what was replaced once it saves something else, and keeps that, too.
  await openPage(later, settings(service.url));
  await save(later, { Name: "Acme Two" });
  await expect(later.getByText("Saved.")).toBeVisible();
  await openPage(page, settings(service.url));
  await save(page, { Name: "Acme Three" });
  await page.getByRole("switch", { name: "English only" }).check();
  await expect(page.getByText("Saved: English only")).toBeVisible();
  await save(later, { Privacy: "" });
  await expect(later.getByLabel("Name", { exact: true })).toHaveValue("Acme Three");
  await expect(later.getByRole("switch", { name: "English only" })).toBeChecked();
  await later.getByRole("switch", { name: "English only" }).uncheck();
  await save(later, { Name: "" });
  // "Saved." may still be that of the time before.
  await expect.poll(() => bodyOf(service, "/nobody-has-this")).not.toContain("Acme Three");
  await later.close();
});
