// Run: test
import {
  accessibilityFindings,
  chooseBulk,
  click,
  expect,
  fullTest,
  openPage,
  readQrCode,
  reloadPage,
  stateFilter,
  test,
  unfold,
} from "./owner";

/** A prefix of its own for each test: they share one server. */
const unique = () => `t${Math.random().toString(36).slice(2, 9)}`;

test("C creates a link: validated while typing, with an expiry, listed at once", async ({
  page,
  service,
}) => {
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await expect(dialog.getByLabel("Destination")).toBeFocused();
  await page.keyboard.type("example.com/webinars/reading-contour-lines");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  await dialog.getByLabel("Title").fill("Reading contour lines");
  await unfold(dialog, "Expiry");
  await dialog.getByRole("button", { name: "7 days" }).click();
  await expect(dialog.getByText(/^in 7 days: .* UTC$/)).toBeVisible();
  // Rendered again while the slug settles.
  await expect(async () =>
    expect(await readQrCode(page)).toBe(
      `${service.server.url.replace("127.0.0.1", "localhost")}/${slug}`,
    ),
  ).toPass();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(`[data-slug="${slug}"]`)).toContainText("Reading contour lines");
  const link = await service.api.get(slug);
  expect(link).toMatchObject({
    url: "https://example.com/webinars/reading-contour-lines",
    title: "Reading contour lines",
    enabled: true,
  });
  expect(Date.parse(link.expiresAt ?? "") - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
});

test("text typed before the dialog opens is not lost", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.type("cexample.com/typed-ahead");
  await expect(page.getByLabel("Destination")).toHaveValue("example.com/typed-ahead");
});

test("a taken slug shows an error at its field, with free suggestions", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/x");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await expect(dialog.getByText("Already taken", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("textbox", { name: /^Slug/ })).toBeFocused();
  await expect(dialog.getByRole("textbox", { name: /^Slug/ })).toHaveAccessibleDescription(
    /is taken/,
  );
  await dialog.getByRole("button", { name: `${slug}-2` }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(page.locator(`[data-slug="${slug}-2"]`)).toBeVisible();
  expect((await service.api.get(`${slug}-2`)).url).toBe("https://example.com/x");
});

fullTest(
  "an address that is taken along to several links leaves the draft of one",
  async ({ page, service }) => {
    await openPage(page, `${service.url}/dashboard/links`);
    await page.keyboard.press("c");
    const destination = page.getByLabel("Destination");
    await destination.fill("https://example.com/along");
    await page.getByRole("button", { name: "Several" }).click();
    const lines = page.getByRole("textbox", { name: "Lines" });
    await expect(lines).toHaveValue("https://example.com/along");
    await page.getByRole("button", { name: "One link" }).click();
    await expect(destination).toHaveValue("");
  },
);

test("renaming keeps the old short link or warns with the clicks of the week, and can be undone", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  await click(service, slug, 3);
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await page.getByRole("link", { name: `/${slug}` }).focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(`${slug}-new`);
  const keeps = dialog.getByRole("checkbox", { name: "Keep the old short link working" });
  await expect(keeps).toBeChecked();
  expect(await accessibilityFindings(page)).toEqual([]);
  await keeps.uncheck();
  await expect(
    dialog.getByText(`/${slug} will stop working (3 clicks in the last 7 days).`),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator(`[data-slug="${slug}-new"]`)).toBeVisible();
  expect((await service.api.call("GET", `/api/links/${slug}`)).status).toBe(404);
  // It says that it can be undone, and by which key.
  await expect(page.getByRole("button", { name: "Undo Ctrl Z" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.locator(`[data-slug="${slug}"]`)).toBeVisible();
  expect((await service.api.get(slug)).clickCount).toBe(3);
});

fullTest(
  "deleting lists what is lost and requires the slug of a link with many clicks",
  async ({ page, service }) => {
    const quiet = await service.api.create({ slug: unique() });
    const loud = await service.api.create({ slug: unique() });
    await click(service, loud.slug, 100);
    await openPage(page, `${service.url}/dashboard/links?q=${loud.slug}`);
    await page.getByRole("button", { name: `More for ${loud.slug}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("This permanently deletes 100 clicks.");
    await expect(dialog.getByRole("button", { name: "Delete link" })).toBeDisabled();
    await dialog.getByLabel(/Type/).fill(loud.slug);
    await dialog.getByRole("button", { name: "Delete link" }).click();
    await expect(page.getByRole("heading", { name: "No links match these filters" })).toBeVisible();
    expect((await service.api.call("GET", `/api/links/${loud.slug}`)).status).toBe(404);

    await openPage(page, `${service.url}/dashboard/links?q=${quiet.slug}`);
    await page.getByRole("button", { name: `More for ${quiet.slug}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(dialog).toContainText("No clicks yet. The slug becomes available again.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    expect((await service.api.get(quiet.slug)).slug).toBe(quiet.slug);
  },
);

test("on a phone a link is created, changed and deleted", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/phone");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  const choose = async (name: string) => {
    await page.getByRole("button", { name: `More for ${slug}` }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Edit");
  const edit = page.getByRole("dialog", { name: "Edit link" });
  await edit.getByLabel("Title").fill("Changed on a phone");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator(`[data-slug="${slug}"]`)).toContainText("Changed on a phone");
  expect((await service.api.get(slug)).title).toBe("Changed on a phone");
  await choose("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete link" }).click();
  await expect(page.locator(`[data-slug="${slug}"]`)).toHaveCount(0);
  expect((await service.api.call("GET", `/api/links/${slug}`)).status).toBe(404);
});

test("search, filters, order and page are in the URL", async ({ page, service }) => {
  const pager = page.getByRole("navigation", { name: "Pages", exact: true });
  const prefix = unique();
  for (let index = 0; index < 23; index++)
    await service.api.create({ slug: `${prefix}-${index}`, enabled: index !== 5 });
  await click(service, `${prefix}-7`, 2);
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search links" });
  await expect(search).toBeFocused();
  await page.keyboard.type(prefix, { delay: 60 });
  await expect(page).toHaveURL(new RegExp(`q=${prefix}`));
  await expect(search).toHaveValue(prefix);
  await expect(search).toBeFocused();
  await expect(pager.getByText("1 to 20 of 23")).toBeVisible();

  await page.getByRole("link", { name: "Next" }).click();
  await expect(pager.getByText("21 to 23 of 23")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  await page.getByRole("combobox", { name: "Sort" }).selectOption("Most clicks");
  await expect(page).toHaveURL(/sort=clicks/);
  await expect(
    page.getByRole("list", { name: "Links" }).getByRole("listitem").first(),
  ).toContainText(`/${prefix}-7`);

  await stateFilter(page).selectOption("Disabled 1");
  await expect(page).toHaveURL(/state=disabled/);
  await expect(pager.getByText("1 to 1 of 1")).toBeVisible();
  await stateFilter(page).selectOption("Expired 0");
  await expect(page.getByRole("heading", { name: "No links match these filters" })).toBeVisible();
  await page.getByRole("link", { name: "Show all links" }).click();
  await expect(pager.getByText("1 to 20 of 23")).toBeVisible();
});

test("J, X and the bulk bar act on several links at once", async ({ page, service }) => {
  const prefix = unique();
  const slugs = [`${prefix}-b`, `${prefix}-a`];
  for (const slug of [...slugs].reverse()) await service.api.create({ slug });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  for (const slug of slugs) {
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: `/${slug}` })).toBeFocused();
    await page.keyboard.press("x");
  }
  const bar = page.getByRole("region", { name: "Selected links" });
  await expect(bar).toContainText("2 selected");
  await chooseBulk(page, "Disable");
  for (const slug of slugs)
    await expect(page.locator(`[data-slug="${slug}"]`)).toContainText("Disabled");
  await bar.getByRole("button", { name: "Set expiry" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "30 days" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set expiry" }).click();
  await expect(page.getByRole("dialog", { name: /expiry/i })).toBeHidden();
  for (const slug of slugs) expect((await service.api.get(slug)).expiresAt).not.toBeNull();
  const download = page.waitForEvent("download");
  await chooseBulk(page, "CSV");
  const file = await (await download)
    .createReadStream()
    .then(async (stream) => Buffer.concat(await stream.toArray()).toString());
  expect(file.trim().split("\r\n")).toHaveLength(3);
  await chooseBulk(page, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 2 links" }).click();
  await expect(page.getByRole("heading", { name: /No links match/ })).toBeVisible();
  for (const slug of slugs)
    expect((await service.api.call("GET", `/api/links/${slug}`)).status).toBe(404);
});

fullTest(
  "a channel has its own short link, QR code and click count",
  async ({ page, service, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { slug } = await service.api.create({ slug: unique() });
    await click(service, `${slug}?utm_source=newsletter`, 2);
    await click(service, slug);
    await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
    await page.getByRole("button", { name: `More for ${slug}` }).click();
    await page.getByRole("menuitem", { name: "Channel links" }).click();
    const dialog = page.getByRole("dialog", { name: "Channel links" });
    await expect(dialog.getByRole("button", { name: /Newsletter/ })).toContainText("2");
    await expect(dialog.getByRole("button", { name: /No channel/ })).toContainText("1");
    await dialog.getByRole("button", { name: /QR poster/ }).click();
    await dialog.getByLabel("Campaign").fill("berlin posters");
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(
      `${service.url}/${slug}?utm_source=qr-poster&utm_medium=print&utm_campaign=berlin+posters`,
    );
    expect(await readQrCode(page)).toBe(address);
    const [svg] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "SVG" }).click(),
    ]);
    expect(svg.suggestedFilename()).toBe(`${slug}-qr-poster.svg`);
    const [png] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "PNG" }).click(),
    ]);
    expect(png.suggestedFilename()).toBe(`${slug}-qr-poster.png`);

    await click(service, address.slice(service.url.length + 1));
    expect((await service.api.stats(slug)).utmCampaigns).toContainEqual({
      campaign: "berlin posters",
      count: 1,
    });
  },
);

test("the command palette finds links and runs commands", async ({ page, service }) => {
  const { slug } = await service.api.create({
    slug: unique(),
    title: "The woman who measured the Alps",
  });
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to…" });
  await page.keyboard.type(slug);
  await expect(
    palette.getByRole("option", { name: new RegExp(`/${slug} The woman`) }),
  ).toBeVisible();
  await palette.getByRole("option", { name: `Channel links of /${slug}` }).click();
  await expect(page.getByRole("dialog", { name: "Channel links" })).toBeVisible();
});

fullTest(
  "shortcuts open pages, have a help dialog and can be turned off",
  async ({ page, service }) => {
    await openPage(page, `${service.url}/dashboard/overview`);
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/\/dashboard\/links/);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard" });
    await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
    await expect(help.getByRole("switch", { name: "Single-key shortcuts" })).not.toBeChecked();
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect
      .poll(
        async () =>
          (await page.context().cookies()).find(({ name }) => name === "shortcuts")?.value,
      )
      .toBe("off");
    await reloadPage(page);
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search or jump to…" })).toBeVisible();
  },
);

test("the new link dialog works by keyboard alone and traps the focus", async ({
  page,
  service,
}) => {
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await expect(page.getByLabel("Destination")).toBeFocused();
  await page.keyboard.type("https://example.com/by-keyboard");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Tab");
  // The generated one is selected, so typing replaces it.
  await expect(page.getByRole("textbox", { name: /^Slug/ })).toBeFocused();
  await page.keyboard.type(slug);
  await expect(page.getByText("Available", { exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Generate slug" })).toBeFocused();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    // The guard at either end passes the focus on at once, but not in the same instant.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null))
      .toBe(true);
  }
  await page.getByLabel("Title").focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(`[data-slug="${slug}"]`)).toBeVisible();
});

fullTest(
  "Enter right after the last letter opens the link that was typed",
  async ({ page, service }) => {
    const { slug } = await service.api.create({ slug: unique() });
    for (let newer = 0; newer < 3; newer++) await service.api.create({});
    await openPage(page, `${service.url}/dashboard/links`);
    await page.keyboard.press("Control+k");
    await expect(
      page.getByRole("combobox", { name: "Search links, pages and actions" }),
    ).toBeFocused();
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.type(slug);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${service.url}/dashboard/links/${slug}`);
  },
);

fullTest("Ctrl+Enter twice creates one link", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  const url = `https://example.com/${unique()}`;
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Destination" }).fill(url);
  // Within one task, as fast as no keyboard could.
  await page.getByRole("textbox", { name: "Destination" }).evaluate((field) => {
    for (let press = 0; press < 2; press++)
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }),
      );
  });
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect
    .poll(async () => (await service.api.list(`?q=${encodeURIComponent(url)}`)).total)
    .toBe(1);
});

fullTest(
  "Mine shows the links that the viewer created, and keeps the search",
  async ({ page, service }) => {
    const prefix = unique();
    await service.api.create({ slug: `${prefix}-script` });
    await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
    await stateFilter(page).selectOption("My links");
    await expect(page.getByText("No links match these filters")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone's links" }).click();
    const row = (end: string) => page.locator(`[data-slug="${prefix}-${end}"]`);
    await expect(row("script")).toBeVisible();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New link" });
    await dialog.getByLabel("Destination").fill("https://example.com/mine");
    await dialog.getByRole("textbox", { name: /^Slug/ }).fill(`${prefix}-own`);
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(row("own")).toBeVisible();
    await stateFilter(page).selectOption("My links");
    await expect(page).toHaveURL(/createdBy=me/);
    const mine = page.getByRole("link", { name: "Remove filter: My links" });
    await expect(mine).toBeVisible();
    await expect(row("own")).toBeVisible();
    await expect(row("script")).toHaveCount(0);
    await expect(stateFilter(page).locator("option:checked")).toHaveText("All 1");
    await page.getByRole("button", { name: "Export 1 matching link" }).click();
    await expect(page.getByRole("menuitem", { name: "CSV", exact: true })).toHaveAttribute(
      "href",
      /createdBy=me/,
    );
    await page.keyboard.press("Escape");
    await mine.click();
    await expect(row("script")).toBeVisible();
  },
);

test("the list is reachable by Tab: search, filters, order, then each row with its actions", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await page.getByRole("searchbox").focus();
  const order = ["State", "Views", "Sort", "Select all on this page", `Select ${slug}`];
  for (const name of [...order, `/${slug}`, `Copy ${service.url}/${slug}`, `More for ${slug}`]) {
    const focused = page.locator(":focus");
    // Whether there are tags, and changes to undo, depends on the other tests.
    const isOfOthers = () =>
      focused.evaluate(
        (element) =>
          element.textContent?.trim() === "Tags" ||
          element.closest('[aria-label="Recent changes"]') !== null,
      );
    do await page.keyboard.press("Tab");
    while (await isOfOthers());
    await expect(focused).toHaveAccessibleName(name);
    await expect(focused).toBeVisible();
  }
});

fullTest(
  "the tools of a row are beside its numbers, whether it is hovered or focused",
  async ({ page, service }) => {
    const { slug } = await service.api.create({ slug: unique() });
    await click(service, slug, 3);
    await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
    const row = page.locator(`[data-slug="${slug}"]`);
    await expect(row.getByRole("button")).toHaveCount(2);
    for (const width of [360, 768, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const near of [() => row.hover(), () => row.getByRole("link").focus()]) {
        await near();
        const number = await row.getByTitle("All time: 3").boundingBox();
        for (const tool of await row.getByRole("button").all()) {
          const box = await tool.boundingBox();
          const isBeside =
            number && box && (box.x >= number.x + number.width || box.x + box.width <= number.x);
          expect(isBeside, `${await tool.getAttribute("aria-label")} at ${width}`).toBe(true);
        }
      }
    }
  },
);
