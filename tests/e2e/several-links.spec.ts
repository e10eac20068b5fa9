// Run: all
import type { Page } from "@playwright/test";
import pg from "pg";
import { accessibilityFindings, expect, openPage, reloadPage, test, unfold } from "./owner";
import { type BrowserService, forgetFailures } from "./service";

const unique = () => `v${Math.random().toString(36).slice(2, 9)}`;
const dialog = (page: Page) => page.getByRole("dialog");
const lines = (page: Page) => page.getByRole("list", { name: "Result per line" });
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Lines" });
const ready = (page: Page) => page.getByRole("list", { name: "Short links" });

/** Pastes text into the focused field as the system does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press("ControlOrMeta+v");
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("several links are made with the keyboard alone, and handed out as text, table and sheet", async ({
  page,
  service,
}) => {
  const [name, taken] = [unique(), unique()];
  await service.api.create({ slug: taken, url: "https://example.com/other" });
  const { url: known } = await service.api.create({
    slug: `${name}-known`,
    url: `https://example.com/${name}/known`,
  });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await expect(dialog(page).getByRole("textbox", { name: "Destination" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog(page).getByRole("button", { name: "Several" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await paste(
    page,
    [
      "URL\tSlug\tTitle",
      `https://example.com/${name}/a\t${name}-a\tFirst of "all"`,
      `- example.com/${name}/b "Second one"`,
      "",
      known,
      `example.com/${name}/c ${taken}`,
      "ftp://example.com/file",
      `https://example.com/${name}/a ${name}-a`,
    ].join("\r\n"),
  );
  await expect(dialog(page).getByRole("status").first()).toHaveText(
    "6 lines: 2 new, 1 already exists, 1 with a taken slug, 1 invalid, 1 repeated",
  );
  await expect(lines(page).getByRole("listitem")).toHaveCount(6);
  await expect(lines(page)).toContainText(`Exists as /${name}-known`);
  await expect(lines(page)).toContainText("The URL must be a full http or https address");
  await expect(lines(page)).toContainText("Duplicate of line 2");
  expect(await accessibilityFindings(page)).toEqual([]);
  await lines(page).getByRole("button", { name: /^Use / }).press("Enter");
  await expect(dialog(page).getByRole("status").first()).toContainText("3 new");
  await unfold(dialog(page), "Tags");
  await dialog(page).getByRole("textbox", { name: /^Tags/ }).fill(name);
  await dialog(page).getByRole("button", { name: "Newsletter", exact: true }).press("Space");
  await page.keyboard.press("ControlOrMeta+Enter");

  await expect(page.getByRole("heading", { name: "3 links created" })).toBeVisible();
  await expect(dialog(page)).toContainText("1 already existed");
  await expect(dialog(page)).toContainText("1 line is still in the draft");
  await expect(ready(page).getByRole("listitem")).toHaveCount(8);
  expect(await accessibilityFindings(page)).toEqual([]);
  const { links } = await service.api.list(`?tag=${name}`);
  expect(links.map(({ title }) => title).toSorted()).toEqual([
    'First of "all"',
    "Second one",
    null,
  ]);

  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog(page).getByRole("button", { name: "Copy all" }).press("Enter");
  await expect.poll(async () => (await copied()).split("\n")).toHaveLength(8);
  expect(await copied()).toContain(`/${name}-a?utm_source=newsletter&utm_medium=email`);
  await dialog(page).getByRole("button", { name: "Copy table" }).press("Enter");
  await expect.poll(async () => (await copied()).split("\n")).toHaveLength(5);
  expect((await copied()).split("\n")[0]).toBe("Short link\tNewsletter\tDestination\tTitle");

  const sheet = page.waitForEvent("popup");
  await dialog(page).getByRole("link", { name: "QR sheet" }).press("Enter");
  const printed = await sheet;
  await expect(printed.getByRole("img", { name: /^QR code of/ })).toHaveCount(8);
  expect(await accessibilityFindings(printed)).toEqual([]);
  await printed.close();

  await dialog(page).getByRole("button", { name: "Back to it" }).press("Enter");
  await expect(field(page)).toHaveValue("ftp://example.com/file");
  await page.keyboard.press("Escape");
  await expect(page.locator(`li[data-slug="${name}-a"]`)).toBeVisible();
});

/** The dialog for several links, with these lines. */
async function openSeveral(page: Page, service: BrowserService, lines: string[]) {
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await dialog(page).getByRole("button", { name: "Several" }).click();
  await field(page).fill(lines.join("\n"));
}
const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `https://example.com/${name}/${at}`);

test("an answer that got lost, and a second press, make no doubles", async ({
  page,
  service,
  complaints,
}) => {
  const name = unique();
  const wrong = "ftp://example.com/file";
  await openSeveral(page, service, [wrong, ...addresses(name, 120)]);
  await expect(dialog(page).getByRole("status").first()).toHaveText(
    "121 lines: 120 new, 1 invalid",
  );
  await unfold(dialog(page), "Existing links");
  await dialog(page).getByText("Use existing links").click();
  let creations = 0;
  await page.route("**/dashboard/links*", async (route) => {
    const isCreation = route.request().postData()?.includes(`${name}/119`) ?? false;
    if (isCreation && route.request().method() === "POST" && ++creations === 1) {
      await route.fetch();
      return route.abort("connectionreset");
    }
    return route.fallback();
  });
  await dialog(page).getByRole("button", { name: "Create 120 links" }).dblclick();
  await expect(page.getByRole("heading", { name: "120 links created" })).toBeVisible();
  await expect(dialog(page)).toContainText("1 line is still in the draft");
  expect((await service.api.list(`?q=${name}/`)).total).toBe(120);
  forgetFailures(complaints, /ERR_CONNECTION_RESET/);
});

test("a creation stopped on another page says what is done, and what is left can be changed", async ({
  page,
  service,
  complaints,
}) => {
  test.slow();
  const name = unique();
  const all = addresses(name, 400);
  const late = `${name}-late`;
  const { slug } = await service.api.create({ slug: `${name}-held` });
  await openSeveral(page, service, all.with(150, `${all[150]} ${late}`));
  await expect(dialog(page).getByRole("status").first()).toHaveText("400 lines: 400 new");
  let asked = 0;
  // Answers that say how far it is get lost, too.
  await page.route("**/dashboard/ask/job?*", (route) =>
    ++asked < 3 ? route.abort("connectionreset") : route.fallback(),
  );
  const other = await page.context().newPage();
  await openPage(other, `${service.url}/dashboard/links`);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  const waiting = async () => {
    const { rows } = await holder.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows.length;
  };
  try {
    await holder.query("BEGIN");
    // Whoever creates a link with this slug waits for the end of the transaction.
    await holder.query('UPDATE "Link" SET "slug" = $2 WHERE "slug" = $1', [slug, late]);
    await dialog(page).getByRole("button", { name: "Create 400 links" }).click();
    await expect(dialog(page).getByRole("button", { name: /^1\d\d of 400/ })).toBeVisible();
    await reloadPage(other);
    await other.getByRole("button", { name: "Stop: New links" }).click();
    // The portion, and the stop behind it.
    await expect.poll(waiting).toBe(2);
    await holder.query("ROLLBACK");
  } finally {
    await holder.end();
  }
  await expect(page.getByRole("heading", { name: /^\d+ links created$/ })).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  const created = (await service.api.list(`?q=${name}/`)).total;
  expect(created).toBeGreaterThanOrEqual(100);
  expect(created).toBeLessThan(400);
  await expect(dialog(page)).toContainText(`${400 - created} lines are still in the draft`);
  await dialog(page).getByRole("button", { name: "Back to them" }).click();
  const left = (await field(page).inputValue()).split("\n");
  expect(left).toEqual(all.with(150, `${all[150]} ${late}`).slice(created));
  await field(page).fill(left.with(-1, `${all.at(-1)}-changed`).join("\n"));
  await dialog(page)
    .getByRole("button", { name: `Create ${400 - created} links` })
    .click();
  await expect(page.getByRole("heading", { name: `${400 - created} links created` })).toBeVisible();
  expect((await service.api.list(`?q=${name}/`)).total).toBe(400);
  forgetFailures(complaints, /ERR_CONNECTION_RESET/);
});

test("1,000 lines are all created though the page is closed, and taken back on the next one", async ({
  page,
  service,
}) => {
  test.slow();
  const name = unique();
  const count = async () => (await service.api.list(`?q=${name}/`)).total;
  await openSeveral(page, service, addresses(name, 1_000));
  // The lines are still being checked.
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog(page).getByRole("button", { name: /^[\d,]+ of 1,000/ })).toBeVisible();
  const other = await page.context().newPage();
  await page.close();
  await expect.poll(count, { timeout: 60_000 }).toBe(1_000);
  await openPage(other, `${service.url}/dashboard/links?q=${name}`);
  const recent = other.getByRole("list", { name: "Recent changes" });
  await expect(recent).toContainText("New links: 1,000 links");
  await recent.getByRole("button", { name: "Undo New links" }).first().click();
  await expect(other.getByText("Undone for 1000 links")).toBeVisible({ timeout: 60_000 });
  expect(await count()).toBe(0);
});

test("one press creates no more lines than the button says", async ({ page, service }) => {
  test.slow();
  const name = unique();
  await openSeveral(page, service, addresses(name, 1_003));
  await dialog(page).getByRole("button", { name: "Create the first 1,000" }).click();
  await expect(ready(page)).toBeVisible({ timeout: 60_000 });
  expect((await service.api.list(`?q=${name}/`)).total).toBe(1_000);
});

test("lines pasted into the field for one address become several links, on a phone too", async ({
  page,
  service,
}) => {
  const name = unique();
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, `${service.url}/dashboard/overview`);
  const text = `https://example.com/${name}/${"long".repeat(60)} ${"x".repeat(70)}\r\nexample.com/${name}/b`;
  await page.getByRole("textbox", { name: "Long URL" }).click();
  await paste(page, text);
  await expect(field(page)).toHaveValue(text.replace("\r\n", "\n"));
  await expect(lines(page)).toContainText("The slug must be 1 to 64 characters");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Create 1 link" }).click();
  await expect(page.getByRole("heading", { name: "Link created" })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await dialog(page).getByRole("button", { name: "Done" }).click();

  await openPage(page, `${service.url}/dashboard/new`);
  await dialog(page).getByRole("textbox", { name: "Destination" }).click();
  await paste(page, `a.example/${name}\nb.example/${name}`);
  // The line that was not valid is still there.
  await expect(lines(page).getByRole("listitem")).toHaveCount(3);
});

test("more lines than can be created at once stay for the next time", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  await dialog(page).getByRole("button", { name: "Several" }).click();
  await field(page).fill(Array.from({ length: 1_003 }, (_, at) => `nothing ${at} x`).join("\n"));
  await expect(dialog(page)).toContainText(
    "You can create 1,000 links at a time. The other 3 lines stay here for next time.",
  );
  await expect(dialog(page).getByRole("status").first()).toHaveText("1,000 lines: 1,000 invalid");
  await dialog(page).getByRole("button", { name: "Create the first 1,000" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "No links were created. See the reason on each line.",
  );
  expect((await field(page).inputValue()).split("\n")).toHaveLength(1_003);
});

test("the list leaves links out by tag", async ({ page, service }) => {
  const [name, tag] = [unique(), unique()];
  await service.api.create({ slug: `${name}-with`, tags: [tag] });
  await service.api.create({ slug: `${name}-without` });
  const row = (slug: string) => page.locator(`li[data-slug="${name}-${slug}"]`);
  await openPage(page, `${service.url}/dashboard/links?q=${name}&tag=${tag}`);
  await expect(row("without")).toBeHidden();
  await page.getByRole("button", { name: `Tags: ${tag}` }).click();
  await page.getByRole("menuitemradio", { name: "Without" }).click();
  await expect(row("with")).toBeHidden();
  await expect(row("without")).toBeVisible();
  const tags = page.locator('button[aria-haspopup="menu"]').filter({ hasText: /^Tags: / });
  await expect(tags).toContainText(`without ${tag}`);
  await page.getByRole("menuitemcheckbox", { name: tag }).click();
  await expect(row("with")).toBeVisible();
  await page.keyboard.press("Escape");
  const search = page.getByRole("searchbox", { name: "Search links" });
  await search.fill(`${name} -tag:${tag}`);
  await search.press("Enter");
  await expect(page).toHaveURL(new RegExp(`notTag=${tag}`));
  await expect(row("with")).toBeHidden();
  await expect(search).toHaveValue(`${name} `);
});

test("the defaults for new links fill in the form, several links and the field for a pasted URL", async ({
  page,
  service,
}) => {
  const [name, tag] = [unique(), unique()];
  const save = async (tags: string, days: string) => {
    await openPage(page, `${service.url}/dashboard/settings/links`);
    await page.getByRole("textbox", { name: "Tags" }).fill(tags);
    await page.getByRole("textbox", { name: "Expires after (days)" }).fill(days);
    await page.getByRole("switch", { name: "Forward query parameters" }).setChecked(tags !== "");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
  };
  try {
    await save(tag, "30");
    await openPage(page, `${service.url}/dashboard/overview`);
    await page.getByRole("textbox", { name: "Long URL" }).fill(`https://example.com/${name}/quick`);
    await page.getByRole("textbox", { name: "Slug" }).fill(`${name}-quick`);
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Created/).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await openPage(page, `${service.url}/dashboard/links`);
    await page.keyboard.press("c");
    await expect(dialog(page).getByRole("button", { name: `Remove ${tag}` })).toBeVisible();
    await dialog(page)
      .getByRole("textbox", { name: "Destination" })
      .fill(`example.com/${name}/one`);
    await dialog(page).getByRole("textbox", { name: /^Slug/ }).fill(`${name}-one`);
    await dialog(page).getByRole("button", { name: "Create link" }).click();
    await expect(page.locator(`li[data-slug="${name}-one"]`)).toBeVisible();
    await page.keyboard.press("c");
    await dialog(page).getByRole("button", { name: "Several" }).click();
    await field(page).fill(`example.com/${name}/a ${name}-a`);
    await dialog(page).getByRole("button", { name: "Never" }).click();
    await dialog(page).getByRole("button", { name: "Create 1 link" }).click();
    await expect(page.getByRole("heading", { name: "Link created" })).toBeVisible();
    for (const slug of ["quick", "one", "a"]) {
      const link = await service.api.get(`${name}-${slug}`);
      expect([link.tags, link.forwardQuery]).toEqual([[tag], true]);
      expect(link.expiresAt === null).toBe(slug === "a");
    }
  } finally {
    await save("", "");
  }
});
