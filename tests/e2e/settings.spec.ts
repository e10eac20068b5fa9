// Run: all
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { versionOfSources } from "../../scripts/project.mjs";
import { DashboardClient } from "../support/dashboard";
import { ownerCommand, printedPath } from "../support/owner-command";
import { startReceiver } from "../support/receiver";
import { browsers, visit } from "../support/visitor";
import {
  accessibilityFindings,
  checkLooks,
  expect,
  lookAt,
  openPage,
  reloadPage,
  test,
  widths,
} from "./owner";
import { type BrowserService, forgetFailures, owner } from "./service";

/** Of these sources, but for the commit: the build may be of an earlier one. */
const version = versionOfSources().replace(/\.\d+\+.*$/, "");
const settings = (url: string, part: string) => `${url}/dashboard/settings/${part}`;

/**
 * Signs in as a person does, from an address of their own, so that wrong attempts of one test do
 * not slow another.
 */
async function signIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function shownText(page: Page, text: RegExp): Promise<string> {
  return (await page.getByText(text).textContent()) ?? "";
}

async function freshPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { "X-Forwarded-For": address },
  });
  return context.newPage();
}

/** Makes a token in the dialog and returns its text, which is shown this once. */
async function makeToken(
  page: Page,
  service: BrowserService,
  name: string,
  role: "reader" | "editor",
): Promise<string> {
  await openPage(page, settings(service.url, "tokens"));
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("region", { name: `${name} is ready` })).toBeVisible();
  return shownText(page, /^slg_\S{43}$/);
}

/** Makes an invitation on the open page and returns its link. */
async function makeInvitation(page: Page, role: "owner" | "editor" | "reader"): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Role", { exact: true }).selectOption(role);
  await page.getByRole("button", { name: "Create invitation" }).click();
  return shownText(page, /\/dashboard\/invite\//);
}

test("an API token is created, shown once, used, revoked and restored", async ({
  page,
  service,
}) => {
  const token = await makeToken(page, service, "Release script", "editor");
  expect(
    (
      await service.api.call(
        "POST",
        "/api/links",
        { url: "https://example.com/by-token" },
        { token },
      )
    ).status,
  ).toBe(201);
  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("row", { name: /Release script/ });
  await expect(row).toContainText("Editor");
  await expect(row).toContainText(token.slice(-4));
  await expect(row).toContainText("just now");

  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Revoked Release script")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await service.api.call("GET", "/api/stats", undefined, { token })).status).toBe(401);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  expect((await service.api.call("GET", "/api/stats", undefined, { token })).status).toBe(200);
});

test("a digest keeps its time zone when somebody elsewhere saves its receiver", async ({
  page,
  service,
}) => {
  const digest = { day: 3, hour: 9, timeZone: "Asia/Tokyo" };
  const { body } = await service.api.call<{ id: string }>("POST", "/api/webhooks", {
    ...{ name: "Weekly", kind: "webhook", url: "https://hooks.example.invalid/" },
    ...{ events: ["digest.weekly"], digest },
  });
  const own = `/api/webhooks/${body.id}`;
  const stored = async () =>
    (await service.api.call<{ digest: typeof digest }>("GET", own)).body.digest;
  await page.goto(settings(service.url, `messages/${body.id}`));
  const save = async () => {
    const button = page.getByRole("button", { name: "Save receiver" });
    await button.click();
    await expect(button).toHaveCount(0);
  };
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("In Asia/Tokyo")).toBeVisible();
  await save();
  expect(await stored()).toEqual(digest);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Hour").selectOption("10");
  await expect(page.getByText("In Asia/Tokyo")).toHaveCount(0);
  await save();
  expect(await stored()).toMatchObject({ day: 3, hour: 10 });
  expect((await stored()).timeZone).not.toBe("Asia/Tokyo");
  await service.api.call("DELETE", own);
});

interface Stored {
  id: string;
  url: string;
  events: string[];
}

/** Receivers whose addresses have this text. */
async function receiversAt({ api }: BrowserService, text: string): Promise<Stored[]> {
  const { body } = await api.call<{ webhooks: Stored[] }>("GET", "/api/webhooks");
  return body.webhooks.filter(({ url }) => url.includes(text));
}

/** The dialog of a new receiver. */
async function openNewReceiver(page: Page, service: BrowserService, kind: string) {
  await openPage(page, settings(service.url, "messages"));
  await page.getByRole("button", { name: kind, exact: true }).click();
  const dialog = page.locator("[data-modal]");
  return {
    dialog,
    address: dialog.getByLabel("1. Address"),
    test: dialog.getByRole("button", { name: "3. Send a test" }),
    done: dialog.getByRole("button", { name: "Done" }),
    save: dialog.getByRole("button", { name: "Save receiver" }),
  };
}

test("a receiver is made in three steps, once however often its test fails", async ({
  page,
  service,
}) => {
  const named = () => receiversAt(service, "three-steps");
  const { dialog, address, test, done } = await openNewReceiver(page, service, "Discord");
  for (const path of ["first", "second"]) {
    await address.fill(`https://three-steps.example.invalid/${path}`);
    await expect(done).toBeHidden();
    await test.click();
    await expect(dialog.getByRole("alert")).toContainText(
      "Discord did not accept the test. Check the address and test again.",
    );
    // It is one of the receivers already, and gets messages.
    await expect(dialog.getByText("Saved and on: Discord")).toBeVisible();
    await expect
      .poll(async () => (await named()).map(({ url }) => url))
      .toEqual([`https://three-steps.example.invalid/${path}`]);
  }
  await done.click();
  const toggle = page.getByRole("row", { name: /^Discord/ }).getByRole("switch");
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toggle).toBeChecked();
  for (const { id } of await named()) await service.api.call("DELETE", `/api/webhooks/${id}`);
});

test("the secret of a tested webhook stays until it is copied, and later changes are saved", async ({
  page,
  service,
}) => {
  const receiver = await startReceiver(service.destinationPort);
  const stored = async () => (await receiversAt(service, "/tested"))[0];
  const { dialog, address, test, done, save } = await openNewReceiver(page, service, "Webhook");
  await address.fill(`${receiver.url}/tested`);
  await test.click();
  await expect(dialog.getByText("Webhook accepted the test (204)")).toBeVisible();
  await expect(test).toBeHidden();
  await done.click();
  const secret = page.getByText(/^whsec_/);
  await expect(secret).toBeVisible();

  await page.getByRole("button", { name: "Slack" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(secret).toBeVisible();
  await page.getByRole("button", { name: "Webhook", exact: true }).click();
  await address.fill(`${receiver.url}/second`);
  await test.click();
  await expect(dialog.getByText("Webhook accepted the test (204)")).toBeVisible();

  const before = (await stored())?.events;
  await address.fill(`${receiver.url}/changed`);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Discard your changes?")).toBeVisible();
  await expect(done).toBeHidden();
  await dialog.getByRole("checkbox").first().uncheck();
  await save.click();
  await expect(page.getByText("Saved: Webhook")).toBeVisible();
  await expect(dialog).toBeHidden();
  const [changed] = await receiversAt(service, "/changed");
  expect(changed?.events).toEqual(before?.slice(1));
  expect(receiver.received.map(({ path }) => path)).toEqual(["/tested", "/second"]);
  // Each has its own secret.
  await expect(secret).toHaveCount(2);
  await page
    .getByRole("region", { name: "Webhook is ready" })
    .first()
    .getByRole("button", { name: "Done" })
    .click();
  await expect(secret).toHaveCount(1);
  for (const { id } of await receiversAt(service, receiver.url))
    await service.api.call("DELETE", `/api/webhooks/${id}`);
  await receiver.close();
});

test("a receiver whose answer got lost is changed by the next try, not made twice", async ({
  page,
  service,
  complaints,
}) => {
  const { dialog, address, test } = await openNewReceiver(page, service, "Discord");
  let answers = 0;
  await page.route("**/dashboard/settings/messages*", async (route) => {
    if (route.request().method() !== "POST" || ++answers > 1) return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await address.fill("https://lost-answer.example.invalid/first");
  await test.click();
  await expect(dialog.getByRole("alert")).toContainText("The server did not respond.");
  await address.fill("https://lost-answer.example.invalid/second");
  await test.click();
  await expect(dialog.getByRole("alert")).toContainText("Discord did not accept the test.");
  const made = await receiversAt(service, "lost-answer");
  expect(made.map(({ url }) => url)).toEqual(["https://lost-answer.example.invalid/second"]);
  for (const { id } of made) await service.api.call("DELETE", `/api/webhooks/${id}`);
  forgetFailures(complaints, /ERR_CONNECTION_RESET/);
});

/** Settings as an earlier version, or the API, may have stored them. */
async function withStored(
  { databaseUrl }: BrowserService,
  stored: Record<string, string>,
  run: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const names = Object.keys(stored);
  const clear = () => client.query('DELETE FROM "SiteSetting" WHERE "name" = ANY($1)', [names]);
  try {
    await clear();
    for (const pair of Object.entries(stored))
      await client.query('INSERT INTO "SiteSetting" ("name", "value") VALUES ($1, $2)', pair);
    await run();
  } finally {
    await clear();
    await client.end();
  }
}

test("a switch that is stored as off can be switched on, and has one toast however often it is pressed", async ({
  page,
  service,
}) => {
  await withStored(service, { IGNORE_CASE: "false" }, async () => {
    await openPage(page, settings(service.url, "public"));
    const toggle = page.getByRole("switch", { name: "Ignore letter case" });
    const saved = page.getByText("Saved: Ignore letter case");
    await toggle.check();
    await expect(saved).toBeVisible();
    await expect(toggle).toBeChecked();
    for (const isOn of [false, true]) {
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await toggle.setChecked(isOn);
      await answer;
    }
    await expect(toggle).toBeChecked();
    await expect(saved).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toggle).not.toBeChecked();
  });
});

test("a switch that is refused says why at its field", async ({ page, service, complaints }) => {
  const provider = {
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_ID: "slugline",
    OIDC_CLIENT_SECRET: "of another server",
  };
  await withStored(service, provider, async () => {
    await openPage(page, settings(service.url, "sign-on"));
    await page.getByLabel("Client secret", { exact: true }).fill("secret");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    const toggle = page.getByRole("switch");
    await toggle.click();
    await expect(toggle).toHaveAccessibleDescription(
      /Requires that you have signed in with this provider/,
    );
    await expect(toggle).not.toBeChecked();
    await expect(page.getByText("PASSWORD_SIGN_IN")).toHaveCount(0);
  });
  forgetFailures(complaints, /status of 400/);
});

test("no toast lies over the bar that saves settings", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, settings(service.url, "public"));
  await page.getByLabel("Name", { exact: true }).fill("Toasty");
  await page.getByRole("switch", { name: "Ignore letter case" }).click();
  const toast = page.getByRole("dialog").filter({ hasText: "Saved: Ignore letter case" });
  await expect(toast).toBeVisible();
  const bar = page.getByRole("button", { name: "Discard" }).locator("..");
  const edges = async () => {
    const [upper, lower] = [await toast.boundingBox(), await bar.boundingBox()];
    return (lower?.y ?? Number.NaN) - ((upper?.y ?? Number.NaN) + (upper?.height ?? 0));
  };
  await expect.poll(edges).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(bar).toBeHidden();
});

test("a stopped import says what may have been imported after all", async ({ page, service }) => {
  await page.goto(settings(service.url, "data"));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  await page.route("**/settings/data/import?dryRun=false*", () => isHeld());
  await page.getByLabel(/^File of links/).setInputFiles({
    name: "links.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("url,slug\nhttps://example.com/stopped,stopped-import\n"),
  });
  await page.getByRole("button", { name: "Import 1 link" }).click();
  await held;
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Stopped." })).toHaveText(
    "Stopped. Up to a batch more may have been imported. Import the file again: existing links are reported and not changed.",
  );
});

test("tools made for YOURLS are answered once that is switched on", async ({ page, service }) => {
  await page.goto(settings(service.url, "tokens"));
  const ask = async () => {
    const body = new URLSearchParams({
      action: "version",
      format: "json",
      signature: service.server.token,
    });
    return (await fetch(`${service.url}/yourls-api.php`, { method: "POST", body })).status;
  };
  const toggle = page.getByRole("switch", { name: "Enable /yourls-api.php" });
  await expect(toggle).not.toBeChecked();
  for (const [isOn, status] of [
    [true, 200],
    [false, 403],
  ] as const) {
    await toggle.setChecked(isOn);
    await expect(page.getByText("Saved: Enable /yourls-api.php")).toBeVisible();
    await expect.poll(ask).toBe(status);
    await page.reload();
    await expect(toggle).toBeChecked({ checked: isOn });
  }
});

test("a new token is shown no longer than it works", async ({ page, service }) => {
  const token = await makeToken(page, service, "Short-lived", "reader");
  await page.getByRole("button", { name: "Revoke Short-lived" }).click();
  await expect(page.getByText("Revoked Short-lived")).toBeVisible();
  await expect(page.getByText(token, { exact: true })).toHaveCount(0);
});

test("the palette knows pages, settings and commands by their synonyms", async ({
  page,
  service,
}) => {
  await openPage(page, `${service.url}/dashboard/overview`);
  const choose = async (query: string, name: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: /Search links/ }).fill(query);
    await expect(page.getByRole("option").first()).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: /Search links/ })).toHaveCount(0);
  };
  await choose("doctor", "Health check");
  await page.waitForURL(/settings\/doctor/);
  await choose("dark", "Dark theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await choose("system theme", "System theme");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await choose("upload", "Import and export");
  await page.waitForURL(/settings\/data/);
  await choose("new token", "New API token");
  await expect(page.getByRole("dialog", { name: "New token" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/settings\/tokens$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await choose("invite", "Invite a person");
  await page.waitForURL(/settings\/people/);
  for (const [query, name] of [
    ["log out", "Sign out"],
    ["timezone", "Preferences"],
    ["hotkeys", "Keyboard shortcuts"],
    ["gdpr", "What is stored"],
    ["change password", "Sessions"],
    ["branding", "Public pages"],
  ] as const) {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: /Search links/ }).fill(query);
    await expect(page.getByRole("option").first()).toContainText(name);
    await page.keyboard.press("Escape");
  }
});

for (const width of [360, 800, 1280]) {
  test(`the account menu at ${width} px: theme, time zone, shortcuts, settings, sign out`, async ({
    browser,
    service,
    complaints,
  }) => {
    const page = await freshPage(browser, `203.0.113.${40 + width / 40}`);
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, service.url, owner);
    await page.waitForURL(/\/dashboard\/overview/);
    await openPage(page, `${service.url}/dashboard/links`);
    const account = page.getByRole("button", { name: "Account: mara" });
    await account.click();
    for (const item of await page.getByRole("menu").locator("[role^=menuitem]").all()) {
      if (width === 360) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(page.getByRole("menu")).toContainText(`Slugline ${version}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
    await page.screenshot({
      path: `${test.info().outputDir}/../screens/account-menu-dark-${width}.png`,
    });
    await page.keyboard.press("Escape");
    await expect(account).toBeFocused();
    await account.click();
    await page.getByRole("menuitem", { name: /Keyboard shortcuts/ }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await account.click();
    await page.getByRole("menuitem", { name: /Time zone/ }).click();
    await page.waitForURL(/settings\/preferences/);
    await expect(page.getByRole("main").getByRole("button", { name: "Dark" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await account.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/dashboard\/sign-in/);
    await page.goto(settings(service.url, "tokens"));
    await expect(page).toHaveURL(/\/dashboard\/sign-in/);
    await page.context().close();
  });
}

test("the navigation of the settings stays in place, and shows the current page at 360 px", async ({
  page,
  service,
}) => {
  const tops = new Set<number>();
  for (const part of parts) {
    await page.goto(settings(service.url, part));
    tops.add(
      (await page.getByRole("navigation", { name: "Settings" }).boundingBox())?.y ?? Number.NaN,
    );
  }
  expect([...tops]).toHaveLength(1);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const part of parts) {
    await openPage(page, settings(service.url, part));
    await expect(
      page.getByRole("navigation", { name: "Settings" }).locator("[aria-current]"),
    ).toBeInViewport({ ratio: 1 });
  }
});

test("an unknown address below /dashboard is answered inside the dashboard", async ({
  page,
  service,
}) => {
  expect((await page.goto(`${service.url}/dashboard/no-such/page`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
});

test("an invited reader sees links and no control, and has the controls once made an editor", async ({
  page,
  browser,
  service,
}) => {
  await service.api.create({ slug: "for-readers" });
  await page.goto(settings(service.url, "people"));
  const guest = await freshPage(browser, "203.0.113.77");
  await guest.goto(await makeInvitation(page, "reader"));
  await guest.getByLabel("Email").fill("rita@example.com");
  await guest.getByLabel("Password", { exact: true }).fill("a fine long password");
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL(/\/dashboard\/overview/);
  await openPage(guest, `${service.url}/dashboard/links/for-readers`);
  await expect(guest.getByRole("button", { name: "QR code" }).first()).toBeVisible();
  for (const name of [
    "New link",
    "Edit",
    "Edit title",
    "Add alias",
    "Add channel",
    "Check now /for-readers",
  ])
    await expect(guest.getByRole("button", { name, exact: true })).toHaveCount(0);
  await guest.keyboard.press("c");
  await guest.getByRole("button", { name: "More for for-readers" }).click();
  await expect(guest.getByRole("menuitem", { name: "Test link" })).toBeVisible();
  await expect(guest.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  await expect(guest.getByRole("dialog")).toHaveCount(0);
  await guest.goto(`${service.url}/dashboard/links`);
  await checkLooks(guest, "links-reader");
  await guest.goto(settings(service.url, "people"));
  await expect(guest.getByRole("heading", { name: "People" })).toHaveCount(0);

  await reloadPage(page);
  await page.getByLabel("Role of rita@example.com").selectOption("editor");
  await expect(page.getByText("rita@example.com now has the Editor role")).toBeVisible();
  await expect(page.getByLabel(`Role of ${owner.email}`)).toBeDisabled();
  await guest.goto(`${service.url}/dashboard/links/for-readers`);
  await expect(guest.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await guest.context().close();
  await page.getByRole("button", { name: "Remove rita@example.com" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("rita@example.com", { exact: true })).toHaveCount(0);
});

test("an invited person becomes an owner, once; signs out; is removed", async ({
  page,
  browser,
  service,
}) => {
  await page.goto(settings(service.url, "people"));
  const link = await makeInvitation(page, "owner");

  const guest = await freshPage(browser, "203.0.113.20");
  await guest.goto(link);
  await guest.getByLabel("Email").fill("Noor@Example.com");
  await guest.getByLabel("Password", { exact: true }).fill("short");
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByText("Choose a password of at least 12 characters.")).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue("Noor@Example.com");
  await guest.getByLabel("Password", { exact: true }).fill("a fine long password");
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL(/\/dashboard\/overview/);

  const second = await freshPage(browser, "203.0.113.21");
  await second.goto(link);
  await expect(
    second.getByRole("heading", { name: "This link has expired or was already used" }),
  ).toBeVisible();

  await openPage(guest, settings(service.url, "sessions"));
  await guest.getByRole("button", { name: "Sign out", exact: true }).click();
  await guest.waitForURL(/\/dashboard\/sign-in/);
  await guest.goto(settings(service.url, "tokens"));
  await expect(guest).toHaveURL(/\/dashboard\/sign-in\?next=/);
  await signIn(guest, service.url, { email: "noor@example.com", password: "a fine long password" });
  await guest.waitForURL(/\/dashboard\/overview/);

  await makeToken(guest, service, "Noor's script", "reader");
  await guest.goto(settings(service.url, "people"));
  await makeInvitation(guest, "owner");
  await expect(guest.getByRole("region", { name: "The invitation is ready" })).toBeVisible();
  await guest.getByRole("button", { name: `Reset password of ${owner.email}` }).click();
  await expect(
    guest.getByRole("region", { name: `A new password for ${owner.email}` }),
  ).toBeVisible();

  await reloadPage(page);
  await page.getByRole("button", { name: "Remove noor@example.com" }).click();
  await expect(page.getByRole("alertdialog").getByRole("listitem")).toHaveText([
    "1 session",
    "1 API token that they created",
    "1 pending invitation that they sent",
    "1 link to reset the password of another person",
  ]);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /noor@example.com/ })).toHaveCount(0);
  await guest.goto(settings(service.url, "tokens"));
  await expect(guest).toHaveURL(/\/dashboard\/sign-in/);
  await guest.context().close();
  await second.context().close();
});

test("a forgotten password: another owner makes a link, which signs the other devices out", async ({
  page,
  browser,
  service,
}) => {
  const path = printedPath(
    await ownerCommand(["add", "ines@example.com"], {
      DATABASE_URL: service.databaseUrl,
      BASE_URL: service.url,
    }),
  );
  const before = await freshPage(browser, "203.0.113.30");
  await before.goto(service.url + path);
  await expect(before.getByLabel("Email")).toHaveValue("ines@example.com");
  await before.getByLabel("Password", { exact: true }).fill("soon to be forgotten");
  await before.getByRole("button", { name: "Accept invitation" }).click();
  await before.waitForURL(/\/dashboard\/overview/);

  await page.goto(settings(service.url, "people"));
  await expect(page.getByRole("button", { name: `Reset password of ${owner.email}` })).toHaveCount(
    0,
  );
  await page.getByRole("button", { name: "Reset password of ines@example.com" }).click();
  await expect(
    page.getByRole("region", { name: "A new password for ines@example.com" }),
  ).toBeVisible();
  const link = await shownText(page, /\/dashboard\/reset\//);
  await page.reload();
  await expect(page.getByText(link)).toHaveCount(0);

  const guest = await freshPage(browser, "203.0.113.31");
  await guest.goto(`${service.url}/dashboard/sign-in`);
  await expect(
    guest.getByText(
      "Forgot your password? Run npm run owner -- reset EMAIL on the server, or ask another owner.",
    ),
  ).toBeVisible();
  await guest.goto(link);
  await guest.reload();
  await expect(guest.getByText("For ines@example.com.")).toBeVisible();
  expect(await accessibilityFindings(guest)).toEqual([]);
  await guest.getByLabel("New password").fill("short");
  await guest.getByRole("button", { name: "Set password" }).click();
  await expect(guest.getByText("Choose a password of at least 12 characters.")).toBeVisible();
  await expect(guest.getByLabel("New password")).toHaveValue("short");
  await guest.getByLabel("New password").fill("short, but then longer");
  await guest.getByRole("button", { name: "Set password" }).click();
  await guest.waitForURL(/\/dashboard\/overview/);

  await before.goto(settings(service.url, "tokens"));
  await expect(before).toHaveURL(/\/dashboard\/sign-in/);
  await before.goto(link);
  await expect(
    before.getByRole("heading", { name: "This link has expired or was already used" }),
  ).toBeVisible();
  await signIn(before, service.url, {
    email: "ines@example.com",
    password: "short, but then longer",
  });
  await before.waitForURL(/\/dashboard\/overview/);
  await Promise.all([guest.context().close(), before.context().close()]);
});

test("another browser is signed out from the list of sessions", async ({
  page,
  browser,
  service,
}) => {
  const other = await freshPage(browser, "203.0.113.23");
  await signIn(other, service.url, owner);
  await other.waitForURL(/\/dashboard\/overview/);
  await page.goto(settings(service.url, "sessions"));
  await expect(page.getByText("This browser")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out of all other sessions" }).click();
  await expect(page.getByText("Signed out of all other sessions", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out of all other sessions" })).toHaveCount(0);
  await other.goto(settings(service.url, "sessions"));
  await expect(other).toHaveURL(/\/dashboard\/sign-in/);
  await other.context().close();
});

test("a changed password signs the other browsers out", async ({ page, browser, service }) => {
  const password = "the first password";
  await page.goto(settings(service.url, "people"));
  const link = await makeInvitation(page, "owner");
  const [here, there] = [
    await freshPage(browser, "203.0.113.24"),
    await freshPage(browser, "203.0.113.25"),
  ];
  await here.goto(link);
  await here.getByLabel("Email").fill("lee@example.com");
  await here.getByLabel("Password", { exact: true }).fill(password);
  await here.getByRole("button", { name: "Accept invitation" }).click();
  await here.waitForURL(/\/dashboard\/overview/);
  await signIn(there, service.url, { email: "lee@example.com", password });
  await there.waitForURL(/\/dashboard\/overview/);

  await here.goto(settings(service.url, "sessions"));
  await here.getByLabel("Current password").fill("not this one");
  await here.getByLabel("New password").fill("the second password");
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("This is not your current password.")).toBeVisible();
  await here.getByLabel("Current password").fill(password);
  await here.getByLabel("New password").fill("the second password");
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText(/Password changed/)).toBeVisible();
  await here.reload();
  await expect(here.getByText("This browser")).toHaveCount(1);
  await there.goto(settings(service.url, "sessions"));
  await expect(there).toHaveURL(/\/dashboard\/sign-in/);
  await signIn(there, service.url, { email: "lee@example.com", password });
  await expect(there.getByText("Incorrect email or password.")).toBeVisible();
  await Promise.all([here.context().close(), there.context().close()]);
});

test("a field takes no keys while its form is being sent, so none are lost, and the email stays", async ({
  browser,
  service,
}) => {
  const page = await freshPage(browser, "203.0.113.26");
  await page.goto(`${service.url}/dashboard/sign-in`);
  const password = page.getByLabel("Password", { exact: true });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/sign-in", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.getByLabel("Email").fill("stranger@example.com");
  await password.fill("a first guess");
  await password.press("Enter");
  await expect(password).not.toBeEditable();
  await password.pressSequentially("x");
  await expect(password).toHaveValue("a first guess");
  answer();
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("stranger@example.com");
  await expect(password).toHaveValue("");
  await expect(password).toBeEditable();
  await password.fill("a second guess");
  await expect(password).toHaveValue("a second guess");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const guesser = new DashboardClient(service.server, "203.0.113.26");
  for (let attempt = 2; attempt <= 10; attempt++)
    await guesser.submit("/dashboard/sign-in", { email: "a@example.com", password: "a guess" });
  await password.press("Enter");
  await expect(page.getByText(/Too many wrong attempts. Try again in \d+ minutes/)).toBeVisible();
  await page.context().close();
});

test("preferences: theme without a flash, time zone, shortcuts off", async ({ page, service }) => {
  await openPage(page, settings(service.url, "preferences"));
  await page.getByRole("main").getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByLabel("Time zone").selectOption("Europe/Zurich");
  await saved;
  await expect(page.getByText(/The time there is now .* GMT\+[12]/)).toBeVisible();
  const switched = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("switch", { name: "Keyboard shortcuts" }).uncheck();
  await switched;
  await reloadPage(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("switch", { name: "Keyboard shortcuts" })).not.toBeChecked();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("links are exported, checked and imported; errors are listed by row", async ({
  page,
  service,
}) => {
  const formula = await service.api.create({
    slug: "sheet-formula",
    title: '=HYPERLINK("https://evil.example","x")',
  });
  await page.goto(settings(service.url, "data"));
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV", exact: true }).click();
  const exported = await (await download).createReadStream().then((stream) => stream.toArray());
  const csv = Buffer.concat(exported).toString("utf8");
  expect(csv).toContain(`"${formula.slug}","https://example.com/","'=HYPERLINK(`);
  for (const field of csv.split(/[\r\n,;]+/)) expect(field).not.toMatch(/^"?[=+@\t]/);

  const file = [
    "url,slug,title,enabled,expiresAt",
    "https://example.com/spring,import-spring,Spring sale,true,2030-04-30",
    "https://example.com/off,import-off,'=1+1,false,",
    "javascript:alert(1),import-bad,,,",
    "https://example.com/taken,sheet-formula,,,",
    "https://example.com/maybe,import-maybe,,maybe,tomorrow",
  ].join("\n");
  await page
    .getByLabel(/^File of links/)
    .setInputFiles({ name: "links.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await expect(page.getByText("5 rows, 2 links ready, 3 rows refused")).toBeVisible();
  expect((await service.api.call("GET", "/api/links/import-spring")).status).toBe(404);

  await page.getByRole("button", { name: "Import 2 links" }).click();
  await expect(page.getByText("2 links imported, 3 rows refused")).toBeVisible();
  const table = page.getByRole("region", { name: "Rows to review" });
  const rows = table.getByRole("row");
  await expect(rows.filter({ hasText: "import-bad" })).toContainText(
    /^4.*full http or https address/,
  );
  await expect(rows.filter({ hasText: "sheet-formula" })).toContainText("is taken");
  await expect(rows.filter({ hasText: "import-maybe" })).toContainText(
    "enabled must be true or false",
  );
  // Also at this width no reason is cut off.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await service.api.get("import-spring")).toMatchObject({
    title: "Spring sale",
    enabled: true,
    expiresAt: "2030-04-30T00:00:00.000Z",
  });
  expect(await service.api.get("import-off")).toMatchObject({
    title: "=1+1",
    enabled: false,
    expiresAt: null,
  });
});

test("a file of another shortener is recognized, one of unknown columns is mapped, and an import is undone", async ({
  page,
  service,
  complaints,
}) => {
  await page.goto(settings(service.url, "data"));
  const choose = (name: string, text: string, encoding: BufferEncoding = "utf8") =>
    page
      .getByLabel(/^File of links/)
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text, encoding) });
  await choose(
    "yourls.csv",
    "keyword,url,title,timestamp,ip,clicks\nundo-me,https://example.com/,Moved,2020-01-02 03:04:05,203.0.113.9,4120\n",
  );
  await expect(page.getByText("Detected YOURLS: CSV")).toBeVisible();
  await expect(page.getByText("1 link ready")).toBeVisible();
  await expect(page.getByText("UTF-8, commas. Not imported: ip.")).toBeVisible();

  // "się" in windows-1250.
  await choose("polish.csv", "url;title;Owner\nhttps://example.com/;si\u00ea;x\n", "latin1");
  await expect(page.getByText(/its encoding is not certain/)).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
  await page.getByLabel("Encoding").selectOption("windows-1250");
  await expect(
    page.getByText("Windows-1250 (Polish, Czech, Hungarian), semicolons. Not imported: Owner."),
  ).toBeVisible();
  await expect(page.getByText("1 link ready")).toBeVisible();

  await choose(
    "own.csv",
    "Where to;Code\nhttps://example.com/mapped;docs/intro\nhttps://example.com/mapped;mapped\n",
  );
  await expect(
    page.getByText("No column of the file is known to hold the destination."),
  ).toBeVisible();
  await page.getByLabel("Destination").selectOption("Where to");
  await page.getByLabel(/^Slug or short URL/).selectOption("Code");
  expect(await accessibilityFindings(page)).toEqual([]);
  const undo = page.getByRole("button", { name: /^Undo import/ });
  const earlier = await undo.count();
  await page.getByRole("button", { name: "Import 1 link" }).click();
  await expect(page.getByText("1 link imported, 1 row refused")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "docs/intro" })).toContainText(
    "Free: docs-intro",
  );
  expect(await service.api.get("mapped")).toMatchObject({ url: "https://example.com/mapped" });

  await expect(undo).toHaveCount(earlier + 1);
  await undo.first().click();
  await expect(page.getByText("1 link deleted.")).toBeVisible();
  expect((await service.api.call("GET", "/api/links/mapped")).status).toBe(404);
});

test("rows whose slug is taken get the free one by a press, before the import", async ({
  page,
  service,
}) => {
  const [one, two] = [await service.api.create({}), await service.api.create({})];
  await openPage(page, settings(service.url, "data"));
  const text = `url,slug\n${[one, two].map(({ slug }) => `https://example.com/free,${slug}`).join("\n")}\n`;
  await page
    .getByLabel(/^File of links/)
    .setInputFiles({ name: "links.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(page.getByText("0 links ready, 2 rows refused")).toBeVisible();
  await page
    .getByRole("row")
    .filter({ hasText: one.slug })
    .getByRole("button", { name: /^Use/ })
    .click();
  await expect(page.getByText("1 link ready, 1 row refused")).toBeVisible();
  await page.getByRole("button", { name: /^Use/ }).click();
  await page.getByRole("button", { name: "Import 2 links" }).click();
  await expect(page.getByText("2 links imported")).toBeVisible();
  const { links } = await service.api.list("?destination=https://example.com/free");
  expect(links).toHaveLength(2);
  expect(links.map(({ slug }) => slug)).not.toContain(one.slug);
});

test("the stored data page lists the real tables; the health check shows issues, also in the sidebar", async ({
  page,
  service,
}) => {
  await openPage(page, settings(service.url, "stored"));
  for (const details of await page.getByText("Details", { exact: true }).all())
    await details.click();
  for (const table of ["Click", "DailySalt", "OwnerSession", "ApiToken"])
    await expect(page.getByText(table, { exact: true })).toBeVisible();
  await expect(page.getByText(/utmCampaign/).first()).toBeVisible();
  const { slug } = await service.api.create({});
  await visit(service.server, `/${slug}?utm_source=stored-page`, {
    headers: { "user-agent": browsers.iphone },
  });
  await expect(async () => {
    await page.reload();
    await page.getByText("The latest click, as it is stored").click();
    await expect(page.getByRole("row", { name: "utmSource stored-page" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await page.goto(settings(service.url, "doctor"));
  await expect(
    page.getByText(`Short links begin with ${service.url}, where this page was opened.`),
  ).toBeVisible();
  await expect(page.getByText(/Postgres at DATABASE_URL, version \d+/)).toBeVisible();
  // The token of the tests is short, which is reported as an issue.
  await expect(page.getByText("Needs fixing", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "1 issue" })).toHaveAttribute(
    "href",
    "/dashboard/settings/doctor",
  );
});

const parts = [
  ...["tokens", "people", "sessions", "preferences", "data", "stored", "activity", "doctor"],
];

test("the health check has a text for a bug report, without secrets", async ({ page, service }) => {
  await page
    .context()
    .grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await page.goto(settings(service.url, "doctor"));
  await expect(page.getByText(`Slugline ${version}`)).toBeVisible();
  await page.getByRole("button", { name: "Copy for a bug report" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`Slugline ${version}`);
  expect(copied).toContain("API_TOKEN (set)");
  for (const secret of [service.server.token, service.databaseUrl, owner.password, owner.email])
    expect(copied).not.toContain(secret);
});

test("a table is never wider than its card", async ({ page, service }) => {
  await makeToken(page, service, "Narrow", "editor");
  for (const part of ["tokens", "people", "sessions", "activity"]) {
    await page.goto(settings(service.url, part));
    for (const width of [640, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      const table = page.getByRole("main").locator("table").first();
      const beyond = await table.evaluate(
        ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
      );
      expect(beyond, `${part}, ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

for (const width of widths) {
  test(`settings fit ${width} px, and axe finds nothing`, async ({ page, browser, service }) => {
    await lookAt(page, width);
    await makeToken(page, service, `Poster printer ${width}`, "reader");
    await checkLooks(page, "settings-token-ready");
    for (const part of parts) {
      await page.goto(settings(service.url, part));
      await checkLooks(page, `settings-${part}`);
    }
    await page.goto(settings(service.url, "people"));
    const link = await makeInvitation(page, "owner");
    const guest = await freshPage(browser, "203.0.113.27");
    await lookAt(guest, width);
    await guest.goto(`${service.url}/dashboard/sign-in`);
    await checkLooks(guest, "sign-in");
    await guest.goto(link);
    await checkLooks(guest, "invite");
    const reset = await ownerCommand(["reset", owner.email], {
      DATABASE_URL: service.databaseUrl,
      BASE_URL: service.url,
    });
    await guest.goto(service.url + printedPath(reset));
    await checkLooks(guest, "reset");
    await guest.context().close();
  });
}
