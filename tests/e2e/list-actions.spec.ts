// Run: all
import type { Locator, Page, Request } from "@playwright/test";
import pg from "pg";
import {
  asksForSlug,
  checkLooks,
  chooseBulk,
  expect,
  hold,
  openPage,
  smallTargets,
  stateFilter,
  test,
  undo,
  unfold,
} from "./owner";
import { type BrowserService, forgetFailures } from "./service";

const unique = () => `a${Math.random().toString(36).slice(2, 9)}`;
const row = (page: Page, slug: string) => page.locator(`li[data-slug="${slug}"]`);
const bar = (page: Page) => page.getByRole("region", { name: "Selected links" });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

/** Opens the list with new links, `<prefix>-0` and so on from below. */
async function listNew(
  page: Page,
  service: BrowserService,
  count: number,
  more: object = {},
): Promise<string[]> {
  const prefix = unique();
  const slugs = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (const slug of slugs) await service.api.create({ slug, ...more });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  return slugs;
}

const isAction = (request: Request) =>
  request.method() === "POST" && request.headers()["next-action"] !== undefined;
const isPage = (request: Request) =>
  request.headers().rsc !== undefined && request.method() === "GET";

/** What the browser reports of requests that fail. */
const failedRequests = /ERR_CONNECTION_RESET|ERR_FAILED|Failed to fetch/;

for (const [width, height] of [
  [1_280, 800],
  [640, 400],
  [360, 740],
] as const) {
  test(`at ${width}x${height} neither a toast nor the focused row is behind the bulk bar`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    const slugs = await listNew(page, service, 12);
    await row(page, slugs[11] ?? "")
      .getByRole("checkbox")
      .check();
    await chooseBulk(page, "Disable");
    await expect(toast(page, "is disabled")).toBeVisible();
    const foot = await boxOf(bar(page));
    const message = await boxOf(
      page.getByRole("region", { name: "Notifications" }).getByRole("dialog"),
    );
    expect(message.y + message.height).toBeLessThanOrEqual(foot.y);
    expect(foot.x).toBeGreaterThanOrEqual(0);
    expect(foot.x + foot.width).toBeLessThanOrEqual(width);
    await page.locator("[aria-label=Dismiss]").click();
    for (const slug of [...slugs].reverse()) {
      await page.keyboard.press("j");
      // The state is part of the name.
      const link = page.getByRole("link", { name: new RegExp(`^/${slug}( Disabled)?$`) });
      await expect(link).toBeFocused();
      const { y, height: tall } = await boxOf(link);
      expect(y + tall, slug).toBeLessThanOrEqual(foot.y);
    }
  });
}

for (const [width, height] of [
  [640, 400],
  [360, 740],
] as const) {
  test(`at ${width}x${height} the menu of a row in the middle is whole on the screen`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    const slugs = await listNew(page, service, 12);
    const tools = slugs.map((slug) =>
      page.getByRole("button", { name: `More for ${slug}`, exact: true }),
    );
    for (const tool of tools) {
      await tool.evaluate((node) => node.scrollIntoView({ block: "center" }));
      await tool.click();
      const menu = await boxOf(page.getByRole("menu"));
      expect(menu.y).toBeGreaterThanOrEqual(0);
      expect(menu.y + menu.height).toBeLessThanOrEqual(height);
      for (const name of ["Copy link", "Delete"])
        await page.getByRole("menuitem", { name }).click({ trial: true });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
  });
}

async function boxOf(element: Locator) {
  await element.evaluate((node) =>
    Promise.all(node.getAnimations().map((animation) => animation.finished)),
  );
  const box = await element.boundingBox();
  if (!box) throw new Error("This is not visible.");
  return box;
}

test("a press anywhere on a row opens the link, and its texts can still be selected", async ({
  page,
  service,
  context,
}) => {
  const [slug = ""] = await listNew(page, service, 1, {
    title: "Field guide to maps",
    url: "https://example.com/maps",
  });
  await context.route("https://example.com/**", (route) => route.fulfill({ body: "Maps" }));
  const at = `${service.url}/dashboard/links/${slug}`;
  const list = page.url();
  const title = row(page, slug).getByText("Field guide to maps");
  // Between the slug and the destination.
  const empty = { x: 380, y: 28 };

  const { x, y, width, height } = await boxOf(title);
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toContain("ield guide to map");
  expect(page.url()).toBe(list);
  await page.mouse.click(1, 400);

  await row(page, slug).click({ position: empty });
  await expect(page).toHaveURL(at);
  await page.goBack();
  await title.click();
  await expect(page).toHaveURL(at);
  await page.goBack();

  for (const press of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
    for (const [target, url, place] of [
      [row(page, slug), at, { position: empty }],
      [title, at, {}],
      [row(page, slug).locator("[data-url]"), "https://example.com/maps", {}],
    ] as const) {
      const [opened] = await Promise.all([
        context.waitForEvent("page"),
        target.click({ ...press, ...place }),
      ]);
      await opened.waitForURL(url, { waitUntil: "commit" });
      await opened.close();
    }
  }
  expect(page.url()).toBe(list);
  await row(page, slug)
    .getByRole("button", { name: `More for ${slug}` })
    .click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  expect(page.url()).toBe(list);
});

test("Shift extends the selection from the link selected before", async ({ page, service }) => {
  const slugs = await listNew(page, service, 6);
  const box = (index: number) => row(page, slugs[index] ?? "").getByRole("checkbox");
  await box(4).click();
  await box(1).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 selected");
  for (const [index, on] of [false, true, true, true, true, false].entries())
    expect(await box(index).isChecked(), String(index)).toBe(on);
  await box(2).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("Escape");
  await box(5).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page)).toContainText("3 selected");
});

test("all links that match are changed, reported and restored, not only those of the page", async ({
  page,
  service,
}) => {
  const slugs = await listNew(page, service, 23);
  const states = async () =>
    (await service.api.list(`?q=${slugs[0]?.split("-")[0]}&limit=50`)).links.filter(
      ({ enabled }) => enabled,
    ).length;
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar(page)).toContainText("20 selected");
  await bar(page).getByRole("button", { name: "Select all 23 that match" }).click();
  await expect(bar(page)).toContainText("23 selected");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(row(page, slugs[0] ?? "").getByRole("checkbox")).toBeChecked();
  // One of them is deleted elsewhere meanwhile.
  await service.api.call("DELETE", `/api/links/${slugs[7]}`);
  await chooseBulk(page, "Disable");
  await expect(
    toast(page, `Changed 22 of 23 links. Not changed: /${slugs[7]} (no longer exists)`),
  ).toBeVisible();
  expect(await states()).toBe(0);
  await undo(page).click();
  await expect(toast(page, "Undone for 22 links")).toBeVisible();
  expect(await states()).toBe(22);

  await page.getByRole("button", { name: "Export 22 matching links" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV", exact: true }).click(),
  ]);
  const lines = Buffer.concat(await (await file.createReadStream()).toArray())
    .toString()
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(23);
});

test("on a phone links are selected and changed, also all that match", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const slugs = await listNew(page, service, 22);
  await row(page, slugs[21] ?? "")
    .getByRole("checkbox")
    .click();
  await expect(bar(page)).toContainText("1 selected");
  await bar(page).getByRole("button", { name: "Select all 20 on this page" }).click();
  await bar(page).getByRole("button", { name: "Select all 22 that match" }).click();
  await expect(bar(page)).toContainText("22 selected");
  await chooseBulk(page, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 22 links" }).click();
  await expect(page.getByRole("heading", { name: /No links match/ })).toBeVisible();
  expect((await service.api.list(`?q=${slugs[0]?.split("-")[0]}`)).total).toBe(0);
});

test("disabling, undoing and deleting show at once and are put back when they fail", async ({
  page,
  service,
  complaints,
}) => {
  const [slug = "", other = ""] = await listNew(page, service, 2);
  const press = async (name: string) => {
    await row(page, slug)
      .getByRole("button", { name: `More for ${slug}` })
      .click();
    await page.getByRole("menuitem", { name }).click();
  };
  const state = row(page, slug)
    .getByText(/^Disabled/)
    .last();

  const first = await hold(page, isAction);
  await press("Disable");
  await expect(state).toBeVisible();
  expect((await service.api.get(slug)).enabled).toBe(true);
  // Other rows do not wait for it.
  await row(page, other)
    .getByRole("button", { name: `More for ${other}` })
    .click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await page.keyboard.press("Escape");
  await first.fail();
  await expect(toast(page, "The server did not respond")).toBeVisible();
  await expect(state).toBeHidden();
  await page.locator("[aria-label=Dismiss]").click();

  const second = await hold(page, isAction);
  await press("Disable");
  await expect(state).toBeVisible();
  await second.release();
  await expect(toast(page, `/${slug} is disabled`)).toBeVisible();
  await expect(state).toContainText("last changed");
  expect((await service.api.get(slug)).enabled).toBe(false);

  const third = await hold(page, isAction);
  await undo(page).click();
  await expect(state).toBeHidden();
  expect((await service.api.get(slug)).enabled).toBe(false);
  await third.release();
  await expect(toast(page, "Undone")).toBeVisible();
  expect((await service.api.get(slug)).enabled).toBe(true);

  const fourth = await hold(page, isAction);
  await press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete link" }).click();
  await expect(row(page, slug)).toBeHidden();
  await expect(page.getByRole("link", { name: `/${other}`, exact: true })).toBeFocused();
  await fourth.fail();
  await expect(row(page, slug)).toBeVisible();
  forgetFailures(complaints, failedRequests);
});

test("the focus goes to the next row after deleting and to the new row after creating, whose short link is copied", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slugs = await listNew(page, service, 3);
  await row(page, slugs[1] ?? "")
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete link" }).click();
  await expect(toast(page, `Deleted /${slugs[1]}`)).toBeVisible();
  await expect(row(page, slugs[1] ?? "")).toHaveCount(0);
  await expect(page.getByRole("link", { name: `/${slugs[0]}`, exact: true })).toBeFocused();

  const slug = `${slugs[0]}-new`;
  await page.keyboard.press("c");
  await page.getByLabel("Destination").fill("https://example.com/new");
  await page.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(
    toast(page, `Created and copied ${new URL(service.url).host}/${slug}`),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: `/${slug}`, exact: true })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/${slug}`);
  const offers = page.getByRole("region", { name: "Notifications" });
  await expect(offers.getByRole("button", { name: "Copy" })).toBeVisible();
  await expect(offers.getByRole("button", { name: "QR code" })).toBeVisible();
  await offers.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog", { name: "Channel links" })).toBeVisible();
});

test("on a slow network every press shows at once that it was heard", async ({ page, service }) => {
  const slugs = await listNew(page, service, 22);
  const list = page.locator("[data-results]");
  // Next to the pointer nothing is hovered.
  const calm = { reducedMotion: "reduce" as const };
  await page.emulateMedia(calm);

  for (const press of [
    () => stateFilter(page).selectOption("Active 22"),
    () => page.getByRole("combobox", { name: "Sort" }).selectOption("Most clicks"),
    () => page.getByRole("link", { name: "Next" }).click(),
  ]) {
    const pages = await hold(page, isPage);
    await press();
    await expect(list).not.toHaveCSS("opacity", "1");
    await expect(stateFilter(page).locator("option:checked")).toHaveText("Active 22");
    if (page.url().includes("state=active"))
      await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("clicks");
    await pages.release();
    await expect(list).toHaveCSS("opacity", "1");
  }
  const pages = await hold(page, isPage);
  const [slug = ""] = slugs;
  const link = page.locator("[data-row-link]").first();
  await link.click();
  await expect(page.locator("li").filter({ has: link }).locator("[data-pending]")).toBeVisible();
  await pages.release();
  await expect(page).toHaveURL(new RegExp(`/links/${slug.split("-")[0]}`));
});

test("the page of a link is loaded while the pointer or the focus rests on its row", async ({
  page,
  service,
}) => {
  const [first = "", second = ""] = await listNew(page, service, 2);
  const loads = (slug: string) =>
    page.waitForRequest(
      (request) =>
        isPage(request) && new URL(request.url()).pathname === `/dashboard/links/${slug}`,
    );
  await Promise.all([loads(first), row(page, first).hover()]);
  await Promise.all([
    loads(second),
    page.getByRole("link", { name: `/${second}`, exact: true }).focus(),
  ]);
});

test("a page that was loaded ahead does not show a link as it was before a change", async ({
  page,
  service,
}) => {
  const [slug = ""] = await listNew(page, service, 1);
  const loaded = page.waitForResponse(
    (response) =>
      isPage(response.request()) && new URL(response.url()).pathname === `/dashboard/links/${slug}`,
  );
  await row(page, slug).hover();
  await loaded;
  await page.waitForLoadState("networkidle");
  await row(page, slug)
    .getByRole("button", { name: `More for ${slug}` })
    .click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await expect(toast(page, `/${slug} is disabled`)).toBeVisible();
  await page.getByRole("link", { name: `/${slug}`, exact: true }).click();
  await expect(page).toHaveURL(`${service.url}/dashboard/links/${slug}`);
  await expect(page.locator("main").getByText("Disabled").first()).toBeVisible();
});

test("closing Edit by accident asks before changes are lost", async ({ page, service }) => {
  const [slug = ""] = await listNew(page, service, 1);
  await page.getByRole("link", { name: `/${slug}`, exact: true }).focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  await dialog.getByLabel("Title").fill("Half typed");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("alert")).toHaveText("Discard your changes?");
  await dialog.getByLabel("Title").fill("Typed");
  await expect(dialog.getByRole("alert")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(row(page, slug)).toContainText("Typed");

  await page.getByRole("link", { name: `/${slug}`, exact: true }).focus();
  await page.keyboard.press("e");
  await dialog.getByLabel("Title").fill("Dropped");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect((await service.api.get(slug)).title).toBe("Typed");
});

test("a dialog replaces another one while an action has no answer", async ({ page, service }) => {
  const [slug = ""] = await listNew(page, service, 1);
  const actions = await hold(page, isAction);
  await page.getByRole("button", { name: `More for ${slug}` }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Several" }).click();
  await expect(dialog.getByRole("textbox", { name: "Lines" })).toBeVisible();
  await actions.release();
});

test("a new link whose answer was lost is created once", async ({ page, service, complaints }) => {
  const title = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  // The generated slug comes after the first attempt.
  const slugs = await hold(page, asksForSlug);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/once");
  await dialog.getByLabel("Title").fill(title);
  let lost = 0;
  await page.route("**/*", async (route) => {
    if (!isAction(route.request()) || lost > 0) return route.fallback();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Your input is still here");
  const answered = page.waitForResponse(/ask\/slug/);
  await slugs.release();
  await answered;
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect(lost).toBe(1);
  const { body } = await service.api.call<{ total: number }>("GET", `/api/links?q=${title}`);
  expect(body.total).toBe(1);
  forgetFailures(complaints, failedRequests);
});

test("two tabs that change the same field: the second is asked, and other fields merge", async ({
  page,
  context,
  service,
}) => {
  const { slug } = await service.api.create({ title: "Old" });
  const editIn = async (tab: Page) => {
    await openPage(tab, `${service.url}/dashboard/links/${slug}`);
    await tab.getByRole("button", { name: "Edit", exact: true }).click();
    return tab.getByRole("dialog", { name: "Edit link" });
  };
  const second = await context.newPage();
  const [a, b] = [await editIn(page), await editIn(second)];
  await a.getByLabel("Title").fill("Tab A");
  await unfold(a, "Note");
  await a.getByLabel("Note").fill("Of tab A");
  await a.getByRole("button", { name: "Save changes" }).click();
  await expect(a).toBeHidden();

  await b.getByLabel("Title").fill("Tab B");
  await b.getByLabel("Destination").fill("https://example.com/tab-b");
  await b.getByRole("button", { name: "Save changes" }).click();
  const question = b.getByRole("alert").filter({ hasText: "Nothing was saved" });
  await expect(question).toHaveText(
    'Changed by someone else: Title: "Tab A" by mara. Nothing was saved.',
  );
  await expect(question).toBeInViewport();
  await expect(b.getByLabel("Title")).toHaveValue("Tab B");
  // What is typed after the question counts, too.
  await b.getByLabel("Destination").fill("https://example.com/tab-b2");
  await checkLooks(second, "edit-conflict");
  await b.getByRole("button", { name: "Take theirs" }).click();
  await expect(b).toBeHidden();
  expect(await service.api.get(slug)).toMatchObject({
    title: "Tab A",
    note: "Of tab A",
    url: "https://example.com/tab-b2",
  });

  await page.getByRole("button", { name: "Edit title" }).click();
  await second.getByRole("button", { name: "Edit title" }).click();
  await second.getByRole("textbox", { name: "Title" }).fill("Tab B again");
  await second.getByRole("textbox", { name: "Title" }).press("Enter");
  await expect(second.getByRole("textbox", { name: "Title" })).toBeHidden();
  await page.getByRole("textbox", { name: "Title" }).fill("Tab A again");
  await page.getByRole("textbox", { name: "Title" }).press("Enter");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeHidden();
  expect((await service.api.get(slug)).title).toBe("Tab A again");
  await second.close();
});

test("the draft of a new link survives a reload", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await page.getByLabel("Destination").fill("https://example.com/reloaded");
  await page.getByLabel("Title").fill("Half a title");
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await expect(page.getByLabel("Destination")).toHaveValue("https://example.com/reloaded");
  await expect(page.getByLabel("Title")).toHaveValue("Half a title");
});

test("a link is duplicated under a free slug, and a draft is left alone", async ({
  page,
  service,
}) => {
  const expiresAt = new Date(Date.now() + 9 * 86_400_000).toISOString();
  const [slug = ""] = await listNew(page, service, 1, {
    url: "https://example.com/original",
    title: "Original",
    expiresAt,
  });
  await page.keyboard.press("c");
  await page.getByLabel("Destination").fill("https://example.com/draft");
  await page.keyboard.press("Escape");
  await row(page, slug)
    .getByRole("button", { name: `More for ${slug}` })
    .click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  const dialog = page.getByRole("dialog", { name: "Duplicate link" });
  await expect(dialog.getByLabel("Destination")).toHaveValue("https://example.com/original");
  await expect(dialog.getByLabel("Title")).toHaveValue("Original");
  const name = dialog.getByRole("textbox", { name: /^Slug/ });
  await expect(name).not.toHaveValue("");
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  const copy = await name.inputValue();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  const made = await service.api.get(copy);
  expect(made).toMatchObject({
    url: "https://example.com/original",
    title: "Original",
    enabled: true,
  });
  expect(Date.parse(made.expiresAt ?? "")).toBe(
    Math.floor(Date.parse(expiresAt) / 60_000) * 60_000,
  );
  await page.keyboard.press("c");
  await expect(page.getByLabel("Destination")).toHaveValue("https://example.com/draft");
});

test("hints move no field, and only a usable slug has a QR code", async ({ page, service }) => {
  const taken = await service.api.create({ slug: unique(), url: "https://example.com/hints" });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await boxOf(dialog);
  const fields = [
    dialog.getByLabel("Destination"),
    dialog.getByRole("textbox", { name: /^Slug/ }),
    dialog.getByLabel("Title"),
    dialog.getByRole("button", { name: "Newsletter", exact: true }),
    dialog.getByRole("button", { name: "Expiry" }),
  ];
  const places = async () => Promise.all(fields.map(async (field) => (await boxOf(field)).y));
  const before = await places();
  await dialog.getByLabel("Destination").fill("https://example.com/hints");
  await expect(dialog.getByText(/already point here|Already shortened/)).toBeVisible();
  const slug = dialog.getByRole("textbox", { name: /^Slug/ });
  await slug.fill(taken.slug);
  await expect(dialog.getByText("Already taken", { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^Available/)).toBeVisible();
  expect(await places()).toEqual(before);
  const code = dialog.getByRole("img", { name: /^QR code of/ });
  await expect(code).toBeHidden();
  await slug.fill("Bad slug!");
  await expect(dialog.getByText(/Use letters, digits/)).toBeVisible();
  await expect(code).toBeHidden();
  await slug.fill(unique());
  await expect(code).toBeVisible();
  await expect(dialog.getByText("Works after the link is created")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "SVG" })).toBeHidden();
  expect(await places()).toEqual(before);
});

test("the focus ring of the search field is not cut off", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("/");
  const field = await boxOf(page.getByRole("searchbox").locator(".."));
  const head = await boxOf(page.getByRole("heading", { name: "Links", exact: true }).locator(".."));
  // 2 px of ring, 2 px away.
  expect(field.y - 4).toBeGreaterThanOrEqual(head.y + head.height);
});

test("on a phone everything in the list and its dialogs is at least 44 px", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  // Long names, so that the offered tags need several lines.
  await service.api.create({
    tags: ["Brochures of the spring fair in Lucerne", "Letters to the members of the alpine club"],
  });
  const slugs = await listNew(page, service, 3);
  expect(await smallTargets(page.locator("main"))).toEqual([]);
  await row(page, slugs[2] ?? "")
    .getByRole("checkbox")
    .click();
  expect(await smallTargets(bar(page))).toEqual([]);
  await chooseBulk(page, "Disable");
  await expect(undo(page)).toBeVisible();
  expect(await smallTargets(page.getByRole("region", { name: "Notifications" }))).toEqual([]);
  await page.locator("[aria-label=Dismiss]").click();
  await bar(page).getByRole("button", { name: "Set expiry" }).click();
  expect(await smallTargets(page.getByRole("dialog"))).toEqual([]);
  await page.keyboard.press("Escape");
  await chooseBulk(page, "Delete");
  expect(await smallTargets(page.getByRole("alertdialog"))).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();

  await row(page, slugs[2] ?? "")
    .getByRole("button", { name: /^More for/ })
    .click();
  expect(await smallTargets(page.getByRole("menu"))).toEqual([]);
  await page.getByRole("menuitem", { name: "QR code" }).click();
  expect(await smallTargets(page.getByRole("dialog"))).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: /^Slug/ }).fill(slugs[0] ?? "");
  await expect(page.getByText("Already taken", { exact: true })).toBeVisible();
  expect(await smallTargets(page.getByRole("dialog"))).toEqual([]);
});

test("a long press of a finger selects a row, and one that scrolls or is short does not", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [second = "", first = ""] = await listNew(page, service, 2, { title: "A title" });
  const touches = await page.context().newCDPSession(page);
  await touches.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const press = async (
    slug: string,
    { moved = 0, until }: { moved?: number; until?: () => unknown } = {},
  ) => {
    // Tags of other tests push it below the bar of what is selected.
    await row(page, slug).evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = await row(page, slug).boundingBox();
    if (!box) throw new Error("The row has no box.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 6];
    const send = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...at: { x: number; y: number }[]
    ) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: at });
    const started = send("touchStart", { x, y });
    // On a slow machine the answer to the start alone may take as long as a long press.
    if (!until) await Promise.all([started, send("touchEnd")]);
    else {
      await started;
      if (moved > 0) await send("touchMove", { x, y: y - moved });
      await until();
      await send("touchEnd");
    }
  };
  const isLong = () => page.waitForTimeout(700);
  const isOne = () => expect(bar(page)).toContainText("1 selected");
  await press(first, { moved: 40, until: isLong });
  await expect(row(page, first).getByRole("checkbox")).not.toBeChecked();
  await press(first, { until: isOne });
  await expect(row(page, first).getByRole("checkbox")).toBeChecked();
  await expect(page).toHaveURL(/dashboard\/links\?/);
  await press(second);
  await expect(page).toHaveURL(new RegExp(`/dashboard/links/${second}$`));
});

test("a row shows a letter where the icon of its host cannot be loaded", async ({
  page,
  service,
}) => {
  const host = `z${unique()}.example`;
  const { slug } = await service.api.create({ url: `https://${host}/` });
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO "HostIcon" ("host", "type", "version", "bytes", "checkedAt") VALUES ($1, 'image/png', 'v', 'broken', now())`,
    [host],
  );
  await database.end();
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await expect(row(page, slug).getByText("z", { exact: true })).toBeVisible();
  await expect(row(page, slug).locator("img")).toHaveCount(0);
});
