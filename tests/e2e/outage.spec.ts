// Run: test
import type { Browser, Page } from "@playwright/test";
import { isFullRun } from "../support/run";
import { TcpProxy } from "../support/tcp-proxy";
import { accessibilityFindings, goOffline, openPage, reloadPage } from "./owner";
import {
  type BrowserService,
  test as base,
  expect,
  forgetFailures,
  owner,
  runService,
} from "./service";

/** The way from the server to its database. */
interface Line {
  proxy: TcpProxy;
  /** As if the database had stopped: all connections end, and new ones fail. */
  stop: () => void;
  /** As if the database hung: connections stay open without an answer. */
  hang: () => void;
  restore: () => void;
  through: (url: string) => Promise<string>;
}

const test = base.extend<object, { line: Line }>({
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const nowhere = 1;
      let [database, upstream] = [nowhere, nowhere];
      const proxy = await TcpProxy.start(() => upstream);
      await use({
        proxy,
        stop: () => {
          upstream = nowhere;
          proxy.cut();
        },
        hang: () => {
          proxy.swallowsNew = true;
          proxy.silence();
        },
        restore: () => {
          upstream = database;
          proxy.swallowsNew = false;
          // Silenced connections never speak again.
          proxy.cut();
        },
        through: async (url) => {
          const address = new URL(url);
          database = upstream = Number(address.port);
          address.port = String(proxy.port);
          return address.href;
        },
      });
      await proxy.stop();
    },
    { scope: "worker" },
  ],
  service: [
    async ({ line }, use) => runService(use, line.through),
    { scope: "worker", timeout: 60_000 },
  ],
});

/** One journey is enough in shorter runs. */
const fullTest = isFullRun ? test : test.skip;

// Each test breaks the one connection of the server.
test.describe.configure({ mode: "default" });
test.afterEach(async ({ line, service }) => {
  await restore(line, service);
});

async function restore(line: Line, { server }: BrowserService): Promise<void> {
  line.restore();
  await expect
    .poll(async () => (await fetch(`${server.url}/api/readyz`)).status, { timeout: 30_000 })
    .toBe(200);
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
}

async function anotherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Fills in the dialog for a new link. */
async function fillNewLink(page: Page, url: string, slug: string): Promise<void> {
  await openPage(page, `${url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill(`https://example.com/${slug}`);
  await dialog.getByRole("textbox", { name: /Slug/ }).fill(slug);
  await dialog.getByLabel("Title").fill("Typed once");
}

async function expectKept(page: Page, slug: string, message: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "New link" });
  await expect(dialog.getByText(message)).toBeInViewport({ timeout: 20_000 });
  await expect(dialog.getByLabel("Destination")).toHaveValue(`https://example.com/${slug}`);
  await expect(dialog.getByRole("textbox", { name: /Slug/ })).toHaveValue(slug);
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed once");
}

const create = (page: Page) =>
  page.getByRole("dialog", { name: "New link" }).getByRole("button", { name: /Create/ });
const away = "The database does not answer. Try again in a moment.";

for (const failure of ["stop", "hang"] as const) {
  (failure === "stop" ? test : fullTest)(
    `a save loses nothing when the database ${failure}s meanwhile`,
    async ({ page, service, line, complaints }) => {
      // A statement is given up after seconds.
      test.slow();
      const slug = `outage-${failure}`;
      await signIn(page, service.url);
      await fillNewLink(page, service.url, slug);
      line[failure]();
      await create(page).click();
      await expectKept(page, slug, new RegExp(away));
      await restore(line, service);
      await create(page).click();
      await expect(page.getByRole("dialog", { name: "New link" })).toBeHidden();
      expect(await service.api.get(slug)).toMatchObject({ title: "Typed once" });
      forgetFailures(complaints);
    },
  );

  fullTest(
    `the health check and the sign-in form are shown when the database ${failure}s`,
    async ({ page, browser, service, line, complaints }) => {
      test.slow();
      await signIn(page, service.url);
      line[failure]();
      await page.goto(`${service.url}/dashboard/settings/doctor`);
      await expect(page.getByRole("heading", { name: "Health check" })).toBeVisible();
      await expect(page.getByText("The database does not answer.", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Account: mara" })).toBeVisible();
      expect(await accessibilityFindings(page)).toEqual([]);
      // Other pages say so inside the dashboard, with a way to the health check.
      await page.goto(`${service.url}/dashboard/settings/people`);
      await expect(page.getByRole("heading", { name: "Could not load this page" })).toBeVisible({
        timeout: 20_000,
      });
      await page.getByRole("main").getByRole("link", { name: "health check" }).click();
      await expect(page.getByText("The database does not answer.", { exact: true })).toBeVisible();

      const guest = await anotherBrowser(browser);
      await guest.goto(`${service.url}/dashboard/sign-in`);
      await expect(guest.getByText(away)).toBeVisible();
      await guest.getByLabel("Email").fill(owner.email);
      await guest.getByLabel("Password", { exact: true }).fill(owner.password);
      await guest.getByRole("button", { name: "Sign in" }).click();
      await expect(guest.getByRole("button", { name: "Sign in" })).toBeEnabled({ timeout: 30_000 });
      await expect(guest.getByText(new RegExp(away))).toBeVisible();
      await expect(guest.getByLabel("Email")).toHaveValue(owner.email);
      await expect(guest.getByLabel("Password", { exact: true })).toHaveValue(owner.password);
      await restore(line, service);
      await guest.getByRole("button", { name: "Sign in" }).click();
      await guest.waitForURL(/\/dashboard\/overview/);
      await guest.context().close();
      forgetFailures(complaints);
    },
  );
}

fullTest(
  "in an outage the health check needs a session that was valid before",
  async ({ page, browser, service, line, complaints }) => {
    await signIn(page, service.url);
    const signedOut = await page.context().cookies();
    await openPage(page, `${service.url}/dashboard/settings/sessions`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/dashboard\/sign-in/);
    line.stop();
    const forged = signedOut.map((cookie) =>
      cookie.name === "slugline.session" ? { ...cookie, value: "forged" } : cookie,
    );
    for (const cookies of [signedOut, forged]) {
      const guest = await anotherBrowser(browser);
      await guest.context().addCookies(cookies);
      await guest.goto(`${service.url}/dashboard/settings/doctor`);
      await expect(
        guest.getByRole("heading", { name: /^(Slugline could not respond|Sign in)$/ }),
      ).toBeVisible();
      await expect(guest.getByRole("heading", { name: "Health check" })).toHaveCount(0);
      await expect(guest.getByText("cover your settings")).toHaveCount(0);
      await guest.context().close();
    }
    // The page that says so asks for texts that only a session gets.
    forgetFailures(complaints);
    forgetFailures(complaints, /status of 401.*\/dashboard\/ask\/texts$/);
  },
);

fullTest(
  "without network the page stays, whatever would open another one",
  async ({ page, service, complaints }) => {
    await signIn(page, service.url);
    await service.api.create({ slug: "stays-open" });
    await openPage(page, `${service.url}/dashboard/links?q=stays-open`);
    await goOffline(page);
    const offline = page
      .getByRole("region", { name: "Notifications" })
      .getByText("You are offline");
    const row = page.locator('li[data-slug="stays-open"]');
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(offline).toHaveCount(1);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(row).toBeVisible();
    await page.getByLabel("Sort").selectOption("clicks");
    await expect(page.getByLabel("Sort")).toHaveValue("newest");
    await page.keyboard.press("Control+k");
    await page.locator("[data-modal]").getByRole("combobox").fill("statistics");
    await page
      .getByRole("option", { name: /^Statistics/ })
      .first()
      .click();
    await expect(row).toBeVisible();
    await expect(offline).toHaveCount(1);
    await expect(page).toHaveURL(`${service.url}/dashboard/links?q=stays-open`);
    await page.context().setOffline(false);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(`${service.url}/dashboard/statistics`);
    // A form that opens a page.
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page.getByRole("searchbox")).toBeVisible();
    await page.context().setOffline(true);
    await page.locator('form[action="/dashboard/links"]').evaluate((form) => {
      (form as HTMLFormElement).requestSubmit();
    });
    await expect(page.getByRole("heading", { name: "Links" })).toBeVisible();
    await page.context().setOffline(false);
    forgetFailures(complaints, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  },
);

fullTest(
  "a browser without any network uses a server on its own machine",
  async ({ page, service }) => {
    await signIn(page, service.url);
    // Not Home: the field of one without links takes the keys.
    await openPage(page, `${service.url}/dashboard/statistics`);
    const session = await page.context().newCDPSession(page);
    // Says so to the page, and lets requests pass.
    await session.send("Network.overrideNetworkState", {
      offline: true,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    expect(await page.evaluate(() => navigator.onLine)).toBe(false);
    await expect(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press("l");
      await expect(page).toHaveURL(`${service.url}/dashboard/links`, { timeout: 1_000 });
    }).toPass();
    await page.getByRole("link", { name: "Statistics", exact: true }).click();
    await expect(page).toHaveURL(`${service.url}/dashboard/statistics`);
    // From the beginning, too.
    await reloadPage(page);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page).toHaveURL(`${service.url}/dashboard/overview`);
  },
);

fullTest(
  "a save without network loses nothing, in the dialog, in quick create and in a form",
  async ({ page, service, complaints }) => {
    await signIn(page, service.url);
    await fillNewLink(page, service.url, "offline-dialog");
    await page.context().setOffline(true);
    await create(page).click();
    await expectKept(page, "offline-dialog", /No connection\. Your input is still here/);
    await page.context().setOffline(false);
    await create(page).click();
    await expect(page.getByRole("dialog", { name: "New link" })).toBeHidden();

    await openPage(page, `${service.url}/dashboard/overview`);
    await page.getByLabel("Long URL").fill("https://example.com/offline");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Shorten" }).click();
    await expect(page.getByText(/No connection\. Your input is still here/)).toBeVisible();
    await expect(page.getByLabel("Long URL")).toHaveValue("https://example.com/offline");
    await page.context().setOffline(false);

    await openPage(page, `${service.url}/dashboard/settings/sessions`);
    await page.getByLabel("Current password").fill(owner.password);
    await page.getByLabel("New password").fill("another long password");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText(/No connection\. Your input is still here/)).toBeVisible();
    await expect(page.getByLabel("Current password")).toHaveValue(owner.password);
    await expect(page.getByLabel("New password")).toHaveValue("another long password");
    await page.context().setOffline(false);
    forgetFailures(complaints);
  },
);

/**
 * What the dialog asks in the background, such as whether a slug is free, is refused too, and the
 * browser reports that.
 */
const refusedQuestion = /status of 401 .*\/dashboard\/ask\//;

fullTest(
  "a save in a session that ended elsewhere links to the sign-in page and loses nothing",
  async ({ page, browser, service, complaints }) => {
    await signIn(page, service.url);
    await fillNewLink(page, service.url, "signed-out");
    const elsewhere = await anotherBrowser(browser);
    await signIn(elsewhere, service.url);
    await openPage(elsewhere, `${service.url}/dashboard/settings/sessions`);
    await elsewhere.getByRole("button", { name: "Sign out of all other sessions" }).click();
    await expect(
      elsewhere.getByText("Signed out of all other sessions", { exact: true }),
    ).toBeVisible();
    await elsewhere.context().close();

    await create(page).click();
    await expectKept(page, "signed-out", /Your session has ended/);
    const tab = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Sign in" }).click();
    await signIn(await tab, service.url);
    await create(page).click();
    await expect(page.getByRole("dialog", { name: "New link" })).toBeHidden();
    expect(await service.api.get("signed-out")).toMatchObject({ title: "Typed once" });
    forgetFailures(complaints, refusedQuestion);
  },
);

fullTest(
  "a save after the session's cookie has expired loses nothing either",
  async ({ page, service, complaints }) => {
    await signIn(page, service.url);
    await fillNewLink(page, service.url, "no-cookie");
    await page.context().clearCookies({ name: "slugline.session" });
    await create(page).click();
    await expectKept(page, "no-cookie", /Your session has ended/);
    forgetFailures(complaints, refusedQuestion);
  },
);
