// Run: all
import { expect, type Page } from "@playwright/test";
import { access } from "@/lib/core/access";
import { openPool } from "../support/databases";
import { browsers, visit } from "../support/visitor";
import { openPage, test as owners } from "./owner";
import { type BrowserService, runService } from "./service";

/** What breaks lines differently, without a blank in it. */
const texts = {
  "a word": "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200),
  Arabic: "مستشفياتهمالمتخصصة".repeat(12).slice(0, 200),
  Chinese: "短网址服务的统计数据".repeat(20),
  emoji: "👩‍👩‍👧‍👦🎉".repeat(15),
  "an address": `https://example.com/${"a".repeat(1_980)}`,
};
const sizes = [
  [360, 740],
  [640, 400],
  [768, 1_024],
  [1_280, 800],
] as const;

/** A server of its own: in lists of other tests these texts would be in the way. */
const test = owners.extend<object, { service: BrowserService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => runService(use),
    { scope: "worker", timeout: 60_000 },
  ],
});

/** Writes the texts wherever something that people or visitors wrote is shown. */
async function fill({ api, server, databaseUrl }: BrowserService): Promise<void> {
  for (const [index, text] of Object.values(texts).entries()) {
    const slug = `long-${index}-${"x".repeat(56)}`.slice(0, 63);
    const address = `https://${"host".repeat(15)}.example/${encodeURIComponent(text).slice(0, 1_900)}`;
    await api.create({
      slug,
      url: address,
      title: text.slice(0, 500),
      note: text,
      description: text.slice(0, 1_000),
      tags: [text.slice(0, 50), `${index}${text.slice(0, 48)}`],
      aliases: [`alias-${slug}`.slice(0, 64)],
      expiredUrl: address,
      ios: address,
      geo: { DE: address },
    });
    await api.patch(slug, { note: `${text.slice(0, 1_900)} again`, url: `${address}2` });
    await api.call("POST", "/api/webhooks", {
      name: text.slice(0, 100),
      kind: "webhook",
      url: address.slice(0, 2_000),
      events: ["link.broken"],
    });
    const label = encodeURIComponent(text.slice(0, 200));
    for (const name of [slug, `missed-${index}-${"y".repeat(54)}`])
      await visit(
        server,
        `/${name}?utm_source=${label}&utm_medium=${label}&utm_campaign=${label}&utm_term=${label}&utm_content=${label}`,
        {
          headers: {
            "user-agent": browsers.windows,
            referer: `https://${"referrer".repeat(7)}.example/`,
          },
        },
      );
  }
  const pool = openPool(databaseUrl, 1);
  for (const [index, text] of Object.values(texts).entries()) {
    const email = `${"somebody".repeat(7)}${index}@${"mail".repeat(15)}.example`;
    const id = `long-${index}`;
    await pool.query(
      `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ($1, $2, $3, now(), now())`,
      [id, text.slice(0, 100), email],
    );
    await pool.query(
      `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "ownerId", "createdAt")
       VALUES (gen_random_uuid(), $1, $2, 'slg_abcd', 'wxyz', true, $3, now())`,
      [text.slice(0, 100), Buffer.from(id), id],
    );
    await pool.query(
      `INSERT INTO "AuditEvent" ("id", "at", "event", "byId", "by", "aboutId", "about", "detail", "browser", "count")
       VALUES (gen_random_uuid(), now(), 'role-changed', $1, $2, $1, $2, $3, $3, 1)`,
      [id, email, text.slice(0, 200)],
    );
  }
  await pool.query(`INSERT INTO "SiteSetting" VALUES ('SITE_NAME', $1)`, [
    texts["a word"].slice(0, 60),
  ]);
  await pool.end();
}

/** What is wider than the screen, or than the dialog that it is in, and what makes it so. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll("[data-modal]")];
    return parts.flatMap((part) => {
      if (part.scrollWidth <= part.clientWidth) return [];
      const edge = part.getBoundingClientRect().left + part.clientWidth + 1;
      const sticksOut = (element: Element) => element.getBoundingClientRect().right > edge;
      const isClipped = (element: Element): boolean =>
        element.parentElement !== null &&
        element.parentElement !== part &&
        (getComputedStyle(element.parentElement).overflowX !== "visible" ||
          isClipped(element.parentElement));
      const causes = [...part.querySelectorAll("*")]
        .filter((each) => sticksOut(each) && !isClipped(each))
        .map((each) => `${each.tagName} ${each.className} ${each.textContent?.slice(0, 40)}`);
      return [`${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`, ...causes.slice(0, 3)];
    });
  });
}

async function expectFit(page: Page, what: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // A chart follows the width of the screen a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => overflow(page), { message: `${what} at ${width}`, timeout: 3_000 })
      .toEqual([]);
  }
}

const visible = "visible=true";
const fields = [
  "input:not([type])",
  ...["text", "url", "search", "email"].map((type) => `input[type=${type}]`),
  "textarea",
].join(", ");

/** Types each text into every text field of the page, or of the dialog on it. */
async function typeEverywhere(page: Page, what: string): Promise<void> {
  const dialog = page.locator("[data-modal]");
  const part = (await dialog.count()) > 0 ? dialog : page.locator("main");
  for (const fold of await part.locator("summary").locator(visible).all()) await fold.click();
  const chip = part
    .getByRole("group", { name: "More fields" })
    .getByRole("button", { expanded: false });
  while ((await chip.count()) > 0) await chip.first().click();
  for (const [name, text] of Object.entries(texts)) {
    for (const field of await part.locator(fields).locator(visible).all()) await field.fill(text);
    await expectFit(page, `${what} with ${name}`);
  }
}

test.beforeAll(({ service }) => fill(service));

const longSlug = `long-0-${"x".repeat(56)}`.slice(0, 63);
const pages = Object.keys(access.pages)
  .filter((path) => !path.includes("["))
  .concat([`/dashboard/links/${longSlug}`, `/dashboard/links/${longSlug}/sheet`, `/${longSlug}+`]);

for (const path of pages)
  test(`${path.replace(longSlug, "[slug]")} fits every screen with long texts`, async ({
    page,
    service,
  }) => {
    test.setTimeout(120_000);
    await openPage(page, service.url + path);
    // Whoever is signed in is led elsewhere.
    test.skip(new URL(page.url()).pathname !== path, "is another page");
    await expectFit(page, path);
    await typeEverywhere(page, path);
  });

/** Opens a dialog of the bar for all links with long texts. */
const bulk = (button: string) => async (page: Page, url: string) => {
  await openPage(page, `${url}/dashboard/links?q=long-`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page
    .getByRole("region", { name: "Selected links" })
    .getByRole("button", { name: button })
    .click();
};
/** Opens a dialog from the menu of a link. */
const ofLink = (item: string) => async (page: Page, url: string) => {
  await openPage(page, `${url}/dashboard/links?q=long-0`);
  await page.getByRole("button", { name: `More for ${longSlug}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
/** Opens a dialog by a button of a page. */
const onPage = (path: string, button: string | RegExp) => async (page: Page, url: string) => {
  await openPage(page, `${url}/dashboard/${path}`);
  await page.getByRole("button", { name: button }).first().click();
};

/** Dialogs, by the steps that open them. */
const dialogs: Record<string, (page: Page, url: string) => Promise<unknown>> = {
  create: async (page, url) => {
    await openPage(page, `${url}/dashboard/links`);
    await page.keyboard.press("c");
  },
  several: async (page, url) => {
    await openPage(page, `${url}/dashboard/links`);
    await page.keyboard.press("c");
    await page.getByRole("button", { name: "Several" }).click();
  },
  palette: async (page, url) => {
    await openPage(page, `${url}/dashboard/links`);
    await page.keyboard.press("Control+k");
  },
  edit: onPage(`links/${longSlug}`, /^Edit$/),
  share: onPage(`links/${longSlug}`, "Share"),
  receiver: onPage("settings/messages", "Slack"),
  invitation: onPage("settings/people", "Invite a person"),
  token: onPage("settings/tokens", "New token"),
  tag: async (page, url) => {
    await onPage("tags", /^More for /)(page, url);
    await page.getByRole("menuitem", { name: "Edit" }).click();
  },
  duplicate: ofLink("Duplicate"),
  "expiry of one": ofLink("Set expiry"),
  figures: ofLink("Share statistics"),
  QR: ofLink("QR code"),
  delete: ofLink("Delete"),
  expiry: bulk("Set expiry"),
  tags: bulk("Tags"),
  channels: bulk("Channels"),
  replace: bulk("Change destination"),
  "delete of several": async (page, url) => {
    await bulk("More actions")(page, url);
    await page.getByRole("menuitem", { name: "Delete" }).click();
  },
};

for (const [name, open] of Object.entries(dialogs))
  test(`the dialog ${name} fits every screen with long texts`, async ({ page, service }) => {
    test.setTimeout(120_000);
    await open(page, service.url);
    await expect(page.locator("[data-modal]")).toBeVisible();
    await typeEverywhere(page, name);
  });
