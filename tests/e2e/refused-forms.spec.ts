// Run: all
import type { Page } from "@playwright/test";
import { expect, openPage, test } from "./owner";

const slug = "refused-form";

test.beforeAll(({ service }) => service.api.create({ slug }));

/** Opens a dialog by a button of a page. */
const onPage = (path: string, button: string | RegExp) => async (page: Page, url: string) => {
  await openPage(page, `${url}/dashboard/${path}`);
  await page.getByRole("button", { name: button }).first().click();
};
/** Opens a dialog from the menu of a link. */
const ofLink = (item: string) => async (page: Page, url: string) => {
  await openPage(page, `${url}/dashboard/links?q=${slug}`);
  await page.getByRole("button", { name: `More for ${slug}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** Forms that somebody can submit empty, by the steps that open them. */
const forms: Record<string, (page: Page, url: string) => Promise<unknown>> = {
  "a new link": async (page, url) => {
    await openPage(page, `${url}/dashboard/links`);
    await page.keyboard.press("c");
  },
  "a changed link": onPage(`links/${slug}`, /^Edit$/),
  "a receiver": onPage("settings/messages", "Slack"),
  "what a receiver hears of": async (page, url) => {
    await onPage("settings/messages", "Slack")(page, url);
    await page.getByLabel("Address").fill("https://hooks.example.com/slugline");
  },
  "a token": onPage("settings/tokens", "New token"),
  "a tag": onPage("tags", "New tag"),
  "a view": async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=${slug}`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save view" }).click();
  },
  "a share page": async (page, url) => {
    await ofLink("Share statistics")(page, url);
    // Without any card it shows the totals.
    await page.locator("[data-modal] select").first().selectOption("fixed");
  },
  "another destination": async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=${slug}`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page
      .getByRole("region", { name: "Selected links" })
      .getByRole("button", { name: "Change destination" })
      .click();
  },
  "an authenticator app": onPage("settings/sessions", /authenticator app/i),
};

/** Empties what can be ticked, and what can be typed unless something was. */
async function empty(page: Page, name: string): Promise<void> {
  const dialog = page.locator("[data-modal]");
  const fields = name === "what a receiver hears of" ? "[type=checkbox]" : "input, textarea";
  for (const field of await dialog.locator(fields).locator("visible=true").all()) {
    const type = await field.getAttribute("type");
    if (type === "checkbox") await field.uncheck();
    else if (type !== "radio") await field.fill("");
  }
}

/** What has the focus and what is said of it, if all of that can be seen. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element?.matches("[aria-invalid=true], [data-refusal]")) return `on ${element?.tagName}`;
    const group = element.closest("fieldset[aria-describedby]");
    const notes = [element, group].flatMap((each) =>
      (each?.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean),
    );
    const shown = [element, ...notes.map((id) => document.getElementById(id))];
    const isSeen = (part: Element | null) => {
      if (!part) return false;
      const { x, y, width, height } = part.getBoundingClientRect();
      const top = document.elementFromPoint(x + Math.min(width / 2, 20), y + height / 2);
      return top !== null && (part.contains(top) || top.contains(part));
    };
    return shown.every(isSeen) ? "seen" : "hidden";
  });
}

/** Dialogs with something to type, whose text would be lost. */
const losing = ["a changed link", "a receiver", "a token", "a tag", "a view", "a share page"];

for (const name of losing)
  test(`${name} asks before what was typed is lost`, async ({ page, service }) => {
    await forms[name]?.(page, service.url);
    const dialog = page.locator("[data-modal]");
    const field = dialog
      .locator("form")
      .locator("input:not([type]), input[type=text], input[type=url]")
      .first();
    await field.fill("https://example.com/typed");
    await page.keyboard.press("Escape");
    await expect(
      dialog.getByRole("alert").filter({ hasText: "Discard your changes?" }),
    ).toBeVisible();
    await expect(field).toHaveValue("https://example.com/typed");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

test("settings that are not saved are kept, and asked about", async ({ page, service }) => {
  const settings = `${service.url}/dashboard/settings/public`;
  const name = page.getByLabel("Name", { exact: true });
  const home = page.getByRole("link", { name: "Home", exact: true });
  await openPage(page, settings);
  const saved = await name.inputValue();
  await name.fill("Acme Links");
  await page.locator('input[name="IMPRINT_URL"]').fill("https://example.com/imprint");
  await expect(page.getByText("2 unsaved changes")).toBeInViewport();
  await home.click();
  await expect(page.getByText("Press again to leave without saving.")).toBeVisible();
  await home.click();
  await expect(page).toHaveURL(/overview/);
  await page.goBack();
  await expect(name).toHaveValue("Acme Links");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue(saved);
  await expect(page.getByText("unsaved change")).toBeHidden();
  await openPage(page, settings);
  await expect(name).toHaveValue(saved);
});

test("the focus goes to the next row, or back to its control", async ({ page, service }) => {
  const name = "focus-tag";
  await service.api.create({ slug: "focus-link", tags: [name] });
  await openPage(page, `${service.url}/dashboard/tags`);
  await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(hasFocus).toBe(true);
  await openPage(page, `${service.url}/dashboard/settings/preferences`);
  await page.getByLabel("Time zone", { exact: true }).focus();
  await page.getByLabel("Time zone", { exact: true }).selectOption("Europe/Berlin");
  await expect(page.getByText("Saved: Time zone")).toBeVisible();
  await expect(page.getByLabel("Time zone", { exact: true })).toBeFocused();
});

for (const [name, open] of Object.entries(forms))
  for (const [width, height] of [
    [360, 640],
    [1_280, 720],
  ] as const)
    test(`${name} without anything is refused in view, with the focus, at ${width}`, async ({
      page,
      service,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page, service.url);
      await page.setViewportSize({ width, height });
      const dialog = page.locator("[data-modal]");
      await expect(dialog).toBeVisible();
      await empty(page, name);
      await dialog.locator("button[type=submit]").click();
      await expect.poll(() => focused(page)).toBe("seen");
      await page.screenshot({
        path: `test-results/e2e/screens/refused-${name.replaceAll(" ", "-")}-${width}.png`,
      });
    });
