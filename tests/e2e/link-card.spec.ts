// Run: all
import type { Locator, Page, Request } from "@playwright/test";
import {
  accessibilityFindings,
  asksForSlug,
  checkLooks,
  expect,
  hold,
  openPage,
  readQrCode,
  test,
  unfold,
} from "./owner";

const unique = () => `k${Math.random().toString(36).slice(2, 9)}`;
const slugOf = (dialog: Locator) => dialog.getByRole("textbox", { name: /^Slug/ });
const chips = (dialog: Locator) =>
  dialog.getByRole("group", { name: "More fields" }).getByRole("button");

async function openNew(page: Page, url: string): Promise<Locator> {
  await openPage(page, `${url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await expect(dialog.getByLabel("Destination")).toBeFocused();
  return dialog;
}

const sendsForm = (request: Request) => request.method() === "POST";

/** What scrolls: its class names. */
const scrollers = (dialog: Locator) =>
  dialog.evaluate((popup) =>
    [popup.parentElement, popup, ...popup.querySelectorAll("*")]
      .filter((each) => each !== null)
      .filter(
        (each) =>
          /auto|scroll/.test(getComputedStyle(each).overflowY) &&
          each.scrollHeight > each.clientHeight + 1,
      )
      .map(({ className }) => className),
  );

for (const [width, height] of [
  [1_280, 800],
  [900, 720],
] as const)
  test(`the card fits ${width}x${height}, and with every field open only its left column scrolls`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    const dialog = await openNew(page, service.url);
    expect(await scrollers(dialog)).toEqual([]);
    const stays = [
      dialog.getByRole("heading", { name: "New link" }),
      dialog.getByRole("button", { name: "Create link" }),
      dialog.getByRole("heading", { name: "Link preview" }),
      dialog.getByRole("img", { name: /^QR code of/ }),
      dialog.getByRole("button", { name: "Expiry" }),
    ];
    for (const chip of await chips(dialog).all()) {
      await chip.click();
      await expect(chip).toHaveAttribute("aria-expanded", "true");
    }
    for (const part of stays) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await scrollers(dialog)).toHaveLength(1);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

for (const [width, height] of [
  [1_280, 800],
  [640, 400],
  [360, 740],
] as const)
  test(`the cards for a new and for an old link look right at ${width}x${height}`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    const { slug } = await service.api.create({
      slug: unique(),
      title: "Spring sale",
      note: "Printed on 500 flyers",
      tags: ["Spring"],
      maxClicks: 900,
    });
    const dialog = await openNew(page, service.url);
    await dialog.getByLabel("Destination").fill("https://example.com/spring");
    await dialog.getByRole("button", { name: "Newsletter", exact: true }).click();
    await dialog.getByRole("button", { name: "QR poster", exact: true }).click();
    await checkLooks(page, "card-new");
    await unfold(dialog, "Expiry", "Tags");
    await checkLooks(page, "card-new-open");
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Note" })).toBeVisible();
    await checkLooks(page, "card-edit");
  });

test("a slug that arrives while its field has the focus is replaced by typing", async ({
  page,
  service,
}) => {
  const slugs = await hold(page, asksForSlug);
  const dialog = await openNew(page, service.url);
  await slugOf(dialog).focus();
  await slugs.release();
  await expect(slugOf(dialog)).not.toHaveValue("");
  await page.keyboard.type("mine");
  await expect(slugOf(dialog)).toHaveValue("mine");
});

test("a chip unfolds its field with the keyboard alone, and folds it while it is empty", async ({
  page,
  service,
}) => {
  const slug = unique();
  const dialog = await openNew(page, service.url);
  await page.keyboard.type("https://example.com/keys");
  await slugOf(dialog).fill(slug);
  const note = dialog.getByRole("button", { name: "Note" });
  const typed = dialog.getByRole("textbox", { name: "Note" });
  await expect(typed).toBeHidden();
  await note.press("Enter");
  await expect(typed).toBeFocused();
  await note.press("Space");
  await expect(typed).toBeHidden();
  await expect(note).toBeFocused();
  await note.press("Space");
  await page.keyboard.type("Seen by owners");
  await note.press("Enter");
  await expect(typed).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toBeHidden();
  expect((await service.api.get(slug)).note).toBe("Seen by owners");

  // What has a value is shown, and nothing else.
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit link" });
  await expect(edit.getByRole("textbox")).toHaveCount(4);
  await expect(edit.getByRole("textbox", { name: "Note" })).toHaveValue("Seen by owners");
});

test("a free slug and its QR code are there from the start; taken meanwhile, another is given", async ({
  page,
  service,
}) => {
  const dialog = await openNew(page, service.url);
  await expect(slugOf(dialog)).toHaveValue(/^\w{7}$/);
  const first = await slugOf(dialog).inputValue();
  await expect(dialog.getByRole("img", { name: new RegExp(`/${first}$`) })).toBeVisible();
  expect(await readQrCode(page, dialog)).toBe(`${service.url}/${first}`);
  const url = `https://example.com/${unique()}`;
  await dialog.getByLabel("Destination").fill(url);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect((await service.api.get(first)).url).toBe(url);

  await page.keyboard.press("c");
  await expect(slugOf(dialog)).toHaveValue(/^\w{7}$/);
  const second = await slugOf(dialog).inputValue();
  expect(second).not.toBe(first);
  await service.api.create({ slug: second });
  await dialog.getByLabel("Destination").fill(`${url}/2`);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  const { links } = await service.api.list(`?q=${encodeURIComponent(`${url}/2`)}`);
  expect(links.map(({ slug }) => slug === second)).toEqual([false]);
  await expect(page.getByText(`/${second} was taken: created`)).toBeVisible();

  // Nor is the slug of a kept draft called free unless it is.
  await page.keyboard.press("c");
  await expect(slugOf(dialog)).toHaveValue(/^\w{7}$/);
  const third = await slugOf(dialog).inputValue();
  await dialog.getByLabel("Destination").fill(`${url}/3`);
  await page.keyboard.press("Escape");
  await service.api.create({ slug: third });
  await page.keyboard.press("c");
  await expect(slugOf(dialog)).not.toHaveValue(third);
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Destination")).toHaveValue(`${url}/3`);
});

test("while a link is being created nothing can be typed, and the card stays open", async ({
  page,
  service,
}) => {
  const dialog = await openNew(page, service.url);
  const destination = dialog.getByRole("textbox", { name: "Destination", includeHidden: true });
  await destination.fill("nowhere at all");
  const forms = await hold(page, sendsForm);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(destination).toHaveValue("nowhere at all");
  await forms.release();
  await expect(dialog.getByText(/^Must be/)).toBeVisible();
  await expect(destination).toBeFocused();
});

test("an answer that comes late closes no other dialog", async ({ page, service }) => {
  const dialog = await openNew(page, service.url);
  await dialog.getByLabel("Destination").fill(`https://example.com/${unique()}`);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  // The pointer on its toast keeps it.
  const code = page
    .getByRole("region", { name: "Notifications" })
    .getByRole("button", { name: "QR code", exact: true });
  await code.hover();
  await page.keyboard.press("c");
  const name = unique();
  await dialog.getByLabel("Destination").fill(`https://example.com/${name}`);
  const forms = await hold(page, sendsForm);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await code.click();
  const other = page.getByRole("dialog", { name: /^QR code/ });
  await expect(other).toBeVisible();
  await forms.release();
  await expect(page.getByText(/^Created (and copied )?/).last()).toBeVisible();
  await expect.poll(async () => (await service.api.list(`?q=${name}`)).total).toBe(1);
  await expect(other).toBeVisible();
});

test("Back closes a dialog, asks before changes are lost, and leaves the page only after that", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  const back = () => page.evaluate(() => history.back());
  await openPage(page, `${service.url}/dashboard/settings/tokens`);
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/\/dashboard\/links$/);
  await page.getByRole("link", { name: `/${slug}` }).focus();
  await page.keyboard.press("e");
  const edit = page.getByRole("dialog", { name: "Edit link" });
  await edit.getByLabel("Title").fill("Half typed");
  await back();
  await expect(edit.getByRole("alert")).toHaveText("Discard your changes?");
  await edit.getByLabel("Title").press("End");
  await edit.getByLabel("Title").fill("Typed on");
  await back();
  await expect(edit.getByRole("alert")).toBeVisible();
  await edit.getByRole("button", { name: "Discard" }).click();
  await expect(edit).toBeHidden();

  // The next dialogs use the same entry, and a page that is opened from one is behind it.
  await page.keyboard.press("c");
  await expect(page.getByLabel("Destination")).toBeFocused();
  await back();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /^Search links, pages/ }).fill(slug);
  await page.getByRole("option", { name: new RegExp(`^/${slug}`) }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${slug}$`));
  await back();
  await expect(page.getByRole("list", { name: "Links" })).toBeVisible();
  await back();
  await expect(page).toHaveURL(/\/dashboard\/settings\/tokens$/);
});

test("Back keeps a search and a new slug that came after an earlier dialog", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  const dialog = await openNew(page, service.url);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill(slug);
  await expect(page).toHaveURL(new RegExp(`q=${slug}$`));
  await page.getByRole("link", { name: `/${slug}` }).focus();
  await page.keyboard.press("e");
  const edit = page.getByRole("dialog", { name: "Edit link" });
  await expect(edit).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(edit).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`q=${slug}$`));

  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await slugOf(edit).fill(`${slug}-new`);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/links/${slug}-new$`));
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(edit).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(edit).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/links/${slug}-new$`));
});

test("toasts stand above the foot of a dialog", async ({ page, service }) => {
  const dialog = await openNew(page, service.url);
  await dialog.getByLabel("Destination").fill(`https://example.com/${unique()}`);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText(/^Created/).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("c");
  const foot = dialog.getByRole("button", { name: "Create link" });
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  // By its place, because what is outside a dialog has no role while it is open.
  const toast = page.locator('[aria-label="Notifications"] button').last();
  await expect.poll(async () => (await top(foot)) - (await top(toast))).toBeGreaterThan(36);
});

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("an expiry is in the time zone of the browser from the start", async ({
    page,
    context,
    service,
  }) => {
    await context.clearCookies({ name: "timezone" });
    const zone = async () => (await context.cookies()).find(({ name }) => name === "timezone");
    await openPage(page, `${service.url}/dashboard/links`);
    await page.mouse.move(10, 10);
    await expect.poll(async () => (await zone())?.value).toBe("America/New_York");
    const dialog = await openNew(page, service.url);
    await dialog.getByLabel("Destination").fill("https://example.com/friday");
    await slugOf(dialog).fill(unique());
    await unfold(dialog, "Expiry");
    await expect(dialog.locator("input[type^=date]")).toHaveCount(0);
    await dialog.getByRole("button", { name: "End of week" }).click();
    await expect(dialog.getByText(/18:00 GMT-[45] = .* 2[23]:00 UTC$/)).toBeVisible();
    await expect(dialog.locator("input[type^=date]")).toHaveCount(0);

    await context.clearCookies();
    await page.goto(`${service.url}/dashboard/sign-in`);
    await expect.poll(async () => (await zone())?.value).toBe("America/New_York");
  });
});
