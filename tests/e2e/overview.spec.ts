// Run: all
import type { Page } from "@playwright/test";
import type pg from "pg";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import { click, daysAgo, expect, openPage, test, undo } from "./owner";

test("quick create: paste, Enter, and the short link is copied and stays visible", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByLabel("Long URL").fill("https://example.com/quick?x=1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Channel links", exact: true })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const slug = address.slice(service.url.length + 1);
  expect((await service.api.get(slug)).url).toBe("https://example.com/quick?x=1");
  await expect(page.getByLabel("Long URL")).toHaveValue("");
  await page.getByLabel("Long URL").fill("not a url");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Long URL")).toHaveAccessibleDescription(
    /Enter a valid URL, such as https:\/\/example\.com\/page/,
  );
});

const today = (page: Page) => page.getByRole("region", { name: "Today" });

test("today's clicks refresh until paused, and the newest links are there to copy", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const { slug } = await service.api.create({ slug: `live-${Date.now()}` });
  await openPage(page, `${service.url}/dashboard/overview`);
  const { clicksToday, totalLinks } = await service.api.globalStats();
  await expect(today(page)).toContainText(`${clicksToday}`);
  await click(service, slug, 2);
  await page.clock.runFor(11_000);
  await expect(today(page)).toContainText(`${clicksToday + 2}`);
  const recent = page.getByRole("region", { name: "Recent links" });
  await expect(recent.getByRole("listitem").first()).toContainText(
    new RegExp(`/${slug}.*2 clicks`),
  );
  await expect(recent.getByRole("link", { name: `All ${totalLinks}` })).toBeVisible();
  await recent.getByRole("button", { name: `Copy /${slug}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/${slug}`);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await click(service, slug);
  await page.clock.runFor(30_000);
  await expect(today(page)).toContainText(`${clicksToday + 2}`);
});

test("a link that expires soon and is still clicked is extended with one press, which can be undone", async ({
  page,
  service,
}) => {
  const expiresAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { slug } = await service.api.create({ slug: `soon-${Date.now()}`, expiresAt });
  await click(service, slug);
  const highlights = page.getByRole("region", { name: "Highlights" });
  // Clicks are aggregated within seconds.
  await expect(async () => {
    await openPage(page, `${service.url}/dashboard/overview`);
    await expect(highlights).toContainText(
      `/${slug} Expires in 3 hours, with 1 click in the last 7 days.`,
      { timeout: 1_000 },
    );
  }).toPass();
  await page.getByRole("button", { name: `+30 days for /${slug}` }).click();
  await expect
    .poll(async () => (await service.api.get(slug)).expiresAt)
    .toBe(new Date(Date.parse(expiresAt) + 30 * 86_400_000).toISOString());
  const link = highlights.getByRole("link", { name: `/${slug}` });
  await expect(link).toBeHidden();
  await expect(page.getByRole("heading", { name: "Highlights" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await service.api.get(slug)).expiresAt).toBe(expiresAt);
  await expect(link).toBeVisible();
});

test("a broken destination is changed from the overview, and dismissing an item lasts until it changes", async ({
  page,
  service,
}) => {
  const { slug, id } = await service.api.create({
    slug: `down-${Date.now()}`,
    url: "https://example.com/old",
  });
  const pool = openPool(service.databaseUrl, 1);
  const fail = (since: string) =>
    pool.query(
      `INSERT INTO "LinkPreview" ("linkId", "checkedAt", "failReason", "failingSince", "health", "brokenSince")
       VALUES ($1, now(), 'HTTP 404.', now() - $2::interval, 'broken', now() - $2::interval)
       ON CONFLICT ("linkId") DO UPDATE SET "failingSince" = excluded."failingSince", "brokenSince" = excluded."brokenSince"`,
      [id, since],
    );
  // The most clicks, because other tests leave broken links, too, and two are shown.
  await addBusyDay(pool.query.bind(pool) as pg.Pool["query"], id, daysAgo(1), 9_000, 9_000);
  await fail("50 hours");
  const item = page
    .getByRole("region", { name: "Highlights" })
    .getByRole("listitem")
    .filter({ hasText: `/${slug}` });
  await openPage(page, `${service.url}/dashboard/overview`);
  await expect(item).toContainText(/Destination broken since .*: HTTP 404\./);
  await page.getByRole("button", { name: `Dismiss /${slug}` }).click();
  await expect(item).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(item).toBeVisible();
  await page.getByRole("button", { name: `Dismiss /${slug}` }).click();
  await expect(page.getByText("Dismissed until it changes").last()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Highlights" })).toBeVisible();
  await expect(item).toBeHidden();
  await fail("60 hours");
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByRole("button", { name: `Change destination of /${slug}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: "Destination" })
    .fill("https://example.com/new");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await service.api.get(slug)).url).toBe("https://example.com/new");
  await expect(item).toBeHidden();
  await pool.end();
});

test("what others changed is one press away, and undone there within the hour", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: "changed-by-others", title: "Before" });
  await service.api.patch(slug, { title: "After" });
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByRole("link", { name: /changes? by others since yesterday/ }).click();
  await page.waitForURL(/settings\/activity\/links\?from=/);
  const row = page
    .getByRole("list", { name: "Links" })
    .getByRole("listitem")
    .filter({ hasText: slug });
  await expect(row).toContainText("by Server token");
  const undo = row.getByRole("button", { name: "Undo Title: Before" });
  // Others may change it again, even to the same, while the page is open.
  await service.api.patch(slug, { title: "Between" });
  await service.api.patch(slug, { title: "After" });
  await undo.click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "This link has just been changed. Try again.",
  );
  expect((await service.api.get(slug)).title).toBe("After");
  await page.reload();
  await expect(row).toHaveCount(3);
  await row.getByRole("button", { name: "Undo Title: Between" }).click();
  await expect.poll(async () => (await service.api.get(slug)).title).toBe("Between");
  await expect(row).toHaveCount(4);
});

test("the next steps say what is done, lead to where it is, and stay until they are dismissed", async ({
  page,
  service,
}) => {
  await service.api.create({});
  const pool = openPool(service.databaseUrl, 1);
  const has = async (what: string) =>
    (await pool.query(`SELECT EXISTS (${what}) AS "has"`)).rows[0].has as boolean;
  // Other tests have people and receivers, too.
  const isAnybodyElse = await has(
    `SELECT FROM "Owner" OFFSET 1) OR EXISTS (SELECT FROM "OwnerInvite" WHERE "expiresAt" > now()`,
  );
  const isImported = await has(`SELECT FROM "Link" WHERE "createdBy" LIKE 'import:%'`);
  const { rows } = await pool.query(
    `INSERT INTO "Receiver" ("name", "kind", "url", "secret", "events", "createdAt", "updatedAt")
     VALUES ('Steps', 'webhook', 'https://example.com/', '', '{}', now(), now()) RETURNING "id"`,
  );
  await openPage(page, `${service.url}/dashboard/overview`);
  const steps = page.getByRole("region", { name: "Next steps" });
  const dismiss = steps.getByRole("button", { name: "Dismiss" });
  const text = (step: string, isDone: boolean) => (isDone ? `${step}Done` : step);
  await expect(steps.getByRole("listitem")).toHaveText([
    "Use your own domain with HTTPS",
    text("Invite a person", isAnybodyElse),
    "Set up notificationsDone",
    text("Import links", isImported),
  ]);
  await pool.query(`DELETE FROM "Receiver" WHERE "id" = $1`, [rows[0].id]);
  if (!(await has(`SELECT FROM "Receiver" WHERE "enabled"`))) {
    await openPage(page, `${service.url}/dashboard/overview`);
    await expect(steps.getByRole("listitem").nth(2)).toHaveText("Set up notifications");
  }
  await pool.end();
  await expect(steps.getByRole("link", { name: "Set up notifications" })).toHaveAttribute(
    "href",
    "/dashboard/settings/messages",
  );
  await dismiss.click();
  await expect(steps).toHaveCount(0);
  await undo(page).click();
  await expect(steps).toBeVisible();
  await dismiss.click();
  await expect(page.getByText("Next steps dismissed")).toBeVisible();
  await openPage(page, `${service.url}/dashboard/overview`);
  await expect(steps).toHaveCount(0);
});
