// Run: all
import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { chooseBulk, expect, openPage, reloadPage, test, undo } from "./owner";
import { type BrowserService, forgetFailures } from "./service";

const unique = () => `b${Math.random().toString(36).slice(2, 9)}`;

/**
 * Opens the list with `count` new links, of which all are selected; they are `<prefix>-0` and so
 * on, from below.
 */
async function selectNew(page: Page, service: BrowserService, count: number): Promise<string[]> {
  const prefix = unique();
  const slugs = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (const slug of slugs) await service.api.create({ slug });
  await openPage(page, `${service.url}/dashboard/links?q=${prefix}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar(page)).toContainText(`${count} selected`);
  return slugs;
}

const bar = (page: Page) => page.getByRole("region", { name: "Selected links" });
/** What is told at the foot of the page. */
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);
const isEnabled = async (service: BrowserService, slug: string) =>
  (await service.api.get(slug)).enabled;

test("a bulk change reports which links failed, and undo reverts the others", async ({
  page,
  service,
}) => {
  const [gone = "", second = "", third = ""] = await selectNew(page, service, 3);
  await service.api.call("DELETE", `/api/links/${gone}`);
  await chooseBulk(page, "Disable");
  await expect(
    toast(page, `Changed 2 of 3 links. Not changed: /${gone} (no longer exists)`),
  ).toBeVisible();
  await expect(page.locator(`[data-slug="${gone}"]`)).toBeHidden();
  expect([await isEnabled(service, second), await isEnabled(service, third)]).toEqual([
    false,
    false,
  ]);
  await undo(page).click();
  await expect(toast(page, "Undone for 2 links")).toBeVisible();
  expect([await isEnabled(service, second), await isEnabled(service, third)]).toEqual([true, true]);
});

for (const [button, name, choose] of [
  ["Set expiry", "Set expiry", (dialog: Locator) => dialog.getByRole("button", { name: "7 days" })],
  ["Channels", "Change channels", (dialog: Locator) => dialog.getByRole("button", { name: "X" })],
] as const)
  test(`${button} of several links that gets no answer says so at the form, and tries again`, async ({
    page,
    service,
    complaints,
  }) => {
    await selectNew(page, service, 2);
    await bar(page).getByRole("button", { name: button }).click();
    // A toast has this role, too.
    const dialog = page.getByRole("dialog", { name: /^(Set expiry|Change channels)$/ });
    await choose(dialog).first().click();
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "No connection. Your input is still here. Try again.",
    );
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name }).click();
    await expect(dialog).toBeHidden();
    await expect(undo(page)).toBeVisible();
    forgetFailures(complaints, /ERR_INTERNET_DISCONNECTED/);
  });

test("undo never reports success when it failed", async ({ page, service, complaints }) => {
  const [first = "", second = ""] = await selectNew(page, service, 2);
  await chooseBulk(page, "Disable");
  await expect(toast(page, "2 links are disabled")).toBeVisible();
  // The page itself comes after the outcome.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await undo(page).click();
  await expect(toast(page, "No connection. Reload the page to see what changed.")).toBeVisible();
  await page.context().setOffline(false);
  forgetFailures(complaints, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);

  await chooseBulk(page, "Enable");
  await expect(toast(page, "2 links are enabled")).toBeVisible();
  await service.api.call("DELETE", `/api/links/${first}`);
  await undo(page).last().click();
  await expect(
    toast(page, `Undone for 1 of 2 links. Not undone: /${first} (no longer exists)`),
  ).toBeVisible();
  expect(await isEnabled(service, second)).toBe(false);
  await expect(toast(page, /^Undone$/)).toBeHidden();
});

test("a bulk change that has to wait goes on, and says how far it is", async ({
  page,
  service,
}) => {
  const slugs = await selectNew(page, service, 3);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  const panel = page.getByRole("region", { name: "In progress" });
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT FROM "Link" WHERE "slug" = $1 FOR UPDATE', [slugs[1]]);
    await chooseBulk(page, "Disable");
    await expect(panel).toContainText("Change links");
    await expect(panel.getByRole("progressbar")).toHaveAttribute("value", "0");
    await expect(panel.getByRole("button", { name: "Stop: Change links" })).toBeVisible();
    // What was begun is shown after a reload, too.
    await reloadPage(page);
    await expect(panel).toContainText("0 of 3 (0%)");
    await holder.query("ROLLBACK");
  } finally {
    await holder.end();
  }
  await expect(toast(page, "Change links: 3 of 3 done")).toBeVisible();
  await expect(panel).toBeHidden();
  for (const slug of slugs) expect(await isEnabled(service, slug), slug).toBe(false);
  await undo(page).click();
  await expect(toast(page, "Undone for 3 links")).toBeVisible();
  for (const slug of slugs) expect(await isEnabled(service, slug), slug).toBe(true);
});

test("a long export says how far it is, and that its file is cut", async ({ page, service }) => {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  const panel = page.getByRole("region", { name: "In progress" });
  try {
    await openPage(page, `${service.url}/dashboard/settings/data`);
    // As the server that sends a large file notes it; here, that is over at once.
    await database.query(
      `INSERT INTO "Job" ("id", "by", "sessionId", "command", "input", "total", "done", "createdAt", "claimedUntil")
       SELECT 'export', 'owner:' || "id", '', 'exportChosenLinks', '{}', 2000, 500, now(), now() + interval '1 hour' FROM "Owner" LIMIT 1`,
    );
    await page.getByRole("link", { name: "CSV", exact: true }).click();
    await expect(panel).toContainText("Export links");
    await expect(panel).toContainText("500 of 2,000 (25%)");
    await panel.getByRole("button", { name: "Stop: Export links" }).click();
    const stopped = `UPDATE "Job" SET "endedAt" = now() WHERE "id" = 'export' AND "stoppedAt" IS NOT NULL`;
    await expect(async () => expect((await database.query(stopped)).rowCount).toBe(1)).toPass();
  } finally {
    await database.end();
  }
  await expect(toast(page, "Export links: 500 of 2,000 done")).toBeVisible();
  await expect(panel).toBeHidden();
});

/** Waits until as many statements of the service wait for a lock. */
const untilWaiting = (holder: pg.Client, count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await holder.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBe(count);

test("a bulk change that is stopped while the database holds it up is not done later", async ({
  page,
  service,
}) => {
  // A statement is given up after seconds.
  test.slow();
  const slugs = await selectNew(page, service, 3);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  const panel = page.getByRole("region", { name: "In progress" });
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT FROM "Link" WHERE "slug" = $1 FOR UPDATE', [slugs[1]]);
    await chooseBulk(page, "Disable");
    await panel.getByRole("button", { name: "Stop: Change links" }).click();
    // The portion, and the stop behind it.
    await untilWaiting(holder, 2);
    await expect(toast(page, "Changed 0 of 3 links")).toBeVisible({ timeout: 30_000 });
    await untilWaiting(holder, 0);
    await holder.query("ROLLBACK");
  } finally {
    await holder.end();
  }
  for (const slug of slugs) expect(await isEnabled(service, slug), slug).toBe(true);
});

test("an edit that the database interrupts says why, and is not done later", async ({
  page,
  service,
  complaints,
}) => {
  // A statement is given up after seconds.
  test.slow();
  const { slug } = await service.api.create({ slug: unique(), title: "Before" });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT FROM "Link" WHERE "slug" = $1 FOR UPDATE', [slug]);
    await page.getByRole("main").getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.locator("[data-modal]");
    await dialog.getByRole("textbox", { name: "Title" }).fill("After");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "The database is too slow, or something holds a lock.",
      { timeout: 30_000 },
    );
    await untilWaiting(holder, 0);
    await holder.query("ROLLBACK");
  } finally {
    await holder.end();
  }
  expect((await service.api.get(slug)).title).toBe("Before");
  forgetFailures(complaints);
});

test("an expiry for several links waits for a choice, and ends the week on Friday at 18:00", async ({
  page,
  service,
}) => {
  const [slug = "", other = ""] = await selectNew(page, service, 2);
  const dialog = page.getByRole("dialog", { name: "Set expiry" });
  const set = dialog.getByRole("button", { name: "Set expiry" });
  const open = () => bar(page).getByRole("button", { name: "Set expiry" }).click();
  await open();
  await expect(dialog.getByText("Now: Never")).toBeVisible();
  for (const chip of await dialog.locator("[aria-pressed]").all())
    await expect(chip).toHaveAttribute("aria-pressed", "false");
  await expect(set).toBeDisabled();
  await page.keyboard.press("Escape");
  await service.api.call("PATCH", `/api/links/${slug}`, { expiresAt: "2030-01-04T10:00:00Z" });
  await reloadPage(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await open();
  await expect(dialog.getByText("Now: multiple values")).toBeVisible();
  await dialog.getByRole("button", { name: "End of week" }).click();
  await set.click();
  await expect(toast(page, "Set expiry of 2 links")).toBeVisible();
  for (const each of [slug, other]) {
    const at = new Date((await service.api.get(each)).expiresAt ?? "");
    // This viewer's time zone is UTC.
    expect([at.getUTCDay(), at.getUTCHours(), at.getUTCMinutes()]).toEqual([5, 18, 0]);
  }
  await undo(page).click();
  await expect(toast(page, "Undone for 2 links")).toBeVisible();
  expect((await service.api.get(slug)).expiresAt).toBe("2030-01-04T10:00:00.000Z");
  expect((await service.api.get(other)).expiresAt).toBeNull();
});

test("the selected links have one sheet of QR codes", async ({ page, service }) => {
  const slugs = await selectNew(page, service, 2);
  const [sheet] = await Promise.all([
    page.context().waitForEvent("page"),
    bar(page).getByRole("link", { name: "QR sheet" }).click(),
  ]);
  for (const slug of slugs) await expect(sheet.getByText(`/${slug}`).first()).toBeVisible();
});
