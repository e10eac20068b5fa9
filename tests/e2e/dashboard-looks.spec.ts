// Run: test
import type { Locator, Page } from "@playwright/test";
import { openPool } from "../support/databases";
import { isFullRun } from "../support/run";
import { browsers, visit } from "../support/visitor";
import {
  checkLooks,
  click,
  expect,
  lookAt,
  openPage,
  scriptBytes,
  smallTargets,
  test,
  widths,
} from "./owner";

const longTag = "A tag with a name that is as long as tags can be";

/** Pages and dialogs, with the steps that open them. */
const screens: Record<string, (page: Page, url: string) => Promise<unknown>> = {
  overview: async (page, url) => {
    await openPage(page, `${url}/dashboard/overview`);
    await expect(page.getByRole("region", { name: "Recent links" })).toBeVisible();
  },
  "statistics-table": async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics`);
    await page.getByRole("button", { name: "Show as a table" }).click();
    await expect(page.getByRole("region", { name: /^Clicks by .* as a table$/ })).toBeVisible();
  },
  tags: (page, url) => openPage(page, `${url}/dashboard/tags`),
  messages: (page, url) => openPage(page, `${url}/dashboard/settings/messages`),
  "messages-log": async (page, url) => {
    await openPage(page, `${url}/dashboard/settings/messages`);
    await page.getByRole("link", { name: "Look receiver" }).click();
    await page.getByText("Message and response").first().click();
  },
  "messages-new": async (page, url) => {
    await openPage(page, `${url}/dashboard/settings/messages`);
    await page.getByRole("button", { name: "Slack" }).click();
    await page.locator("[data-modal]").getByRole("button", { name: "Send a test" }).click();
    await expect(
      page.getByText("Must be a full http or https address, or an email address"),
    ).toBeVisible();
  },
  "public-pages": (page, url) => openPage(page, `${url}/dashboard/settings/public`),
  activity: async (page, url) => {
    await openPage(page, `${url}/dashboard/settings/activity`);
    await expect(page.getByRole("table", { name: "Activity" })).toBeVisible();
  },
  "activity-filtered": async (page, url) => {
    await openPage(page, `${url}/dashboard/settings/activity`);
    await page.getByLabel("Kind").selectOption("Roles");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("link", { name: "Clear filters" })).toBeVisible();
    await expect(page.getByText("Editor to Reader").first()).toBeVisible();
    await expect(page.getByLabel("Kind")).toHaveValue("roles");
  },
  "tags-edit": async (page, url) => {
    await openPage(page, `${url}/dashboard/tags`);
    await page.getByRole("button", { name: "More for Look", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(page.getByRole("dialog", { name: "Edit Look" })).toBeVisible();
  },
  "links-tagged": (page, url) =>
    openPage(page, `${url}/dashboard/links?q=look-&tag=Look,${encodeURIComponent(longTag)}`),
  "link-tagged": async (page, url) => {
    await openPage(page, `${url}/dashboard/links/look-off`);
    await expect(page.getByRole("list", { name: "History" })).toBeVisible();
  },
  statistics: async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics`);
    await expect(page.locator(".recharts-surface").first()).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Links", exact: true }).getByRole("link").first(),
    ).toBeVisible();
  },
  "statistics-campaigns": async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics?more=campaigns`);
    await page.getByRole("list", { name: "Campaigns" }).locator("summary").first().click();
    await expect(page.getByRole("list", { name: /^Links of/ }).first()).toBeVisible();
  },
  "statistics-hours": async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics?more=hours`);
    await expect(page.getByText(/^Most clicks:/)).toBeVisible();
  },
  "statistics-bots": (page, url) => openPage(page, `${url}/dashboard/statistics?more=bots`),
  "statistics-scope": async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics`);
    await page.getByRole("group", { name: "Scope" }).locator("summary").first().click();
    await expect(
      page.getByRole("combobox", { name: "Link, channel, campaign, tag" }),
    ).toBeFocused();
    await expect(page.getByRole("option", { name: /look-plain/ })).toBeVisible();
  },
  "statistics-filtered": async (page, url) => {
    await openPage(
      page,
      `${url}/dashboard/statistics?slug=look-plain,look-off&utm_source=newsletter`,
    );
    await page.getByRole("group", { name: "Scope" }).locator("summary").first().click();
    for (const slug of ["look-plain", "look-off"])
      await expect(page.getByRole("option", { name: new RegExp(slug) }).first()).toHaveAttribute(
        "aria-current",
        "true",
      );
  },
  "statistics-none": async (page, url) => {
    await openPage(page, `${url}/dashboard/statistics?tag=${encodeURIComponent(longTag)}`);
    await expect(page.getByRole("heading", { name: "No clicks yet" })).toBeVisible();
  },
  "links-mine": async (page, url) => {
    await openPage(page, `${url}/dashboard/links?createdBy=me`);
    await expect(page.getByRole("link", { name: "Remove filter: My links" })).toBeInViewport({
      ratio: 1,
    });
  },
  links: (page, url) => openPage(page, `${url}/dashboard/links?q=look-`),
  "links-none": async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-&state=broken`);
    await expect(page.getByRole("link", { name: "Show all links" })).toBeVisible();
  },
  missed: async (page, url) => {
    await openPage(page, `${url}/dashboard/missed`);
    await expect(page.getByRole("list", { name: "Not-found visits" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Ignored slugs" })).toBeVisible();
  },
  "link-menu": async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-`);
    await page.getByRole("button", { name: "More for look-plain" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  },
  create: async (page, url) => {
    await openPage(page, `${url}/dashboard/links`);
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: /^Slug/ }).fill("look-plain");
    await expect(page.getByText("Already taken", { exact: true })).toBeVisible();
  },
  share: async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-plain`);
    await page.getByRole("button", { name: "More for look-plain" }).click();
    await page.getByRole("menuitem", { name: "Channel links" }).click();
    await expect(page.getByRole("button", { name: /Newsletter/ })).toContainText("3");
  },
  delete: async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-plain`);
    await page.getByRole("button", { name: "More for look-plain" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("3 clicks");
  },
  palette: async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-plain`);
    await page.keyboard.press("Control+k");
    await expect(
      page.getByRole("combobox", { name: "Search links, pages and actions" }),
    ).toBeFocused();
    await page.keyboard.type("look");
    await expect(page.getByRole("option", { name: /look-plain/ }).first()).toBeVisible();
  },
  keyboard: async (page, url) => {
    await openPage(page, `${url}/dashboard/links?q=look-plain`);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  },
};

test.beforeAll(async ({ service }) => {
  const day = 86_400_000;
  const links = [
    { slug: "look-plain", title: "Field guide to paper maps" },
    {
      slug: "look-off",
      enabled: false,
      tags: ["Look", "Print & web"],
      note: "Printed on the posters.\nAsk before a change.",
    },
    { slug: "look-over", expiresAt: "2020-01-01" },
    { slug: "look-soon", expiresAt: new Date(Date.now() + 2 * day).toISOString() },
    {
      slug: `look-${"long-".repeat(11)}x`,
      tags: ["Look", longTag, "Third", "Fourth"],
      title: "A title that is longer than any row can show ".repeat(4),
      url: `https://example.com/${"path/".repeat(60)}`,
    },
  ];
  for (const link of links)
    await service.api.call("POST", "/api/links", { url: "https://www.example.com/guide", ...link });
  await service.api.patch("look-off", {
    title: `Changed ${Date.now()}`,
    tags: ["Look", "Print & web"],
  });
  const receiver = {
    name: "Look receiver",
    kind: "webhook",
    url: "https://hooks.example.invalid/",
    events: ["link.broken"],
  };
  const { body } = await service.api.call<{ id: string }>("POST", "/api/webhooks", receiver);
  await service.api.call("POST", `/api/webhooks/${body.id}/test`);
  const missed = async () =>
    ((await service.api.call("GET", "/api/missed-links")).body as { missedLinks: unknown[] })
      .missedLinks.length;
  for (const slug of ["look-missed", "x".repeat(64)])
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows } });
  await service.api.call("PATCH", "/api/missed-links/look-ignored", { ignored: true });
  await expect.poll(missed).toBeGreaterThan(1);
  const pool = openPool(service.databaseUrl, 1);
  const name = `${"Somebody with a long name ".repeat(3)}(somebody@example.com)`;
  await pool.query(
    `INSERT INTO "AuditEvent" ("id", "at", "event", "byId", "by", "aboutId", "about", "detail", "browser", "count", "lastAt")
     SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now() - n * interval '50 minutes', e, 'owner:x', $1, 'owner:y', $2, d, b, c, l
     FROM generate_series(1, 15) n, LATERAL (VALUES
       ('role-changed', 'editor to reader', 'Firefox on Windows', 1, NULL), ('exported', 'links as CSV', 'Chrome on Mac OS', 14, now()),
       ('settings-changed', 'SITE_NAME, ACCENT_COLOR, HOME_URL', 'Safari on iOS', 1, NULL), ('sign-in-failed', NULL, NULL, 3, now())
     ) v (e, d, b, c, l) WHERE v.e = (ARRAY['role-changed', 'exported', 'settings-changed', 'sign-in-failed'])[1 + n % 4] ON CONFLICT DO NOTHING`,
    [name, "Noor (noor@example.com)"],
  );
  await pool.query(
    `UPDATE "AuditEvent" SET "byId" = NULL, "by" = NULL WHERE "event" = 'sign-in-failed'`,
  );
  await pool.end();
  if ((await service.api.get("look-plain")).clickCount === 0)
    await click(service, "look-plain?utm_source=newsletter", 3);
});

/** Without `npm run test:all`: the pages that each owner sees daily, at the narrowest width. */
const main = ["overview", "statistics", "links", "create", "delete"];

for (const width of widths) {
  for (const [name, open] of Object.entries(screens)) {
    if (!isFullRun && (width !== widths[0] || !main.includes(name))) continue;
    test(`${name} fits ${width} px and passes axe`, async ({ page, service }) => {
      await lookAt(page, width);
      await open(page, service.url);
      await checkLooks(page, name);
      if (width > 360) return;
      const small = (within: Locator) => smallTargets(within, { least: 36, lenient: true });
      // What lies over the page covers the controls below it.
      const above = page.locator("[data-modal], [role=menu]");
      if ((await above.count()) > 0) return expect(await small(above.last())).toEqual([]);
      if (name.startsWith("statistics-")) {
        expect(await small(page.getByRole("group", { name: "Scope" }))).toEqual([]);
        await page.keyboard.press("Escape");
      }
      expect(await small(page.locator("body"))).toEqual([]);
    });
  }
}

for (const [width, height] of [
  [360, 740],
  [390, 844],
  [640, 400],
  [1_280, 600],
] as const) {
  if (!isFullRun && height > 400) continue;
  test(`at ${width}x${height} the top of every dialog can be reached`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, `${service.url}/dashboard/links?q=look-plain`);
    await page.keyboard.press("c");
    const [head, first] = [
      page.getByRole("dialog").locator("header"),
      page.getByRole("textbox", { name: "Destination" }),
    ];
    await expect(first).toBeFocused();
    expect(await topOf(head)).toBeGreaterThanOrEqual(0);
    expect(await topOf(first)).toBeGreaterThanOrEqual((await topOf(head)) + 56);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More for look-plain" }).click();
    await page.getByRole("menuitem", { name: "Channel links" }).click();
    await expect(page.getByRole("button", { name: /Newsletter/ })).toBeInViewport();
    expect(await topOf(page.getByRole("dialog").locator("header"))).toBeGreaterThanOrEqual(0);
  });
}

/** Pixels below the top edge of the screen, once nothing moves any more. */
async function topOf(element: Locator): Promise<number> {
  await element.evaluate((node) =>
    Promise.all(
      (node.closest("[data-modal]") ?? node).getAnimations().map((animation) => animation.finished),
    ),
  );
  return (await element.boundingBox())?.y ?? Number.NaN;
}

test("a chosen theme is rendered by the server, without a flash", async ({ page, service }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openPage(page, `${service.url}/dashboard/overview`);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "theme")?.value)
    .toBe("dark");
  const answer = await page.request.get(`${service.url}/dashboard/overview`);
  expect(await answer.text()).toContain('<html lang="en" data-theme="dark"');
});

// Of these, 3 KB say texts in the language of the viewer, and 2 KB keep the page when a script is
// lost: neither the notice nor the error pages can be loaded later. The 3 KB that render the rows of
// Links save 6 KB of its HTML, and that is not kept by browsers.
for (const [path, limit] of Object.entries({ links: 158, overview: 163 }))
  test(`${path} ships less than ${limit} KB of JavaScript`, async ({ page, service }) => {
    expect(await scriptBytes(page, `${service.url}/dashboard/${path}`)).toBeLessThan(limit * 1_024);
  });
