// Run: all
import type { Browser, Page } from "@playwright/test";
import { ownerCommand, printedPath } from "../support/owner-command";
import { appCode } from "../support/second-factor";
import { startServer } from "../support/server";
import { checkLooks, lookAt, openPage, readQrCode, widths } from "./owner";
import { type BrowserService, expect, test } from "./service";

const password = "correct horse battery";
const settings = (url: string) => `${url}/dashboard/settings/sessions`;

async function freshPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { "X-Forwarded-For": address } });
  return context.newPage();
}

/** Accepts an invitation, and so is signed in. */
async function join(page: Page, service: BrowserService, email: string): Promise<void> {
  const printed = await ownerCommand(["add", email, "--role", "reader"], {
    DATABASE_URL: service.databaseUrl,
    BASE_URL: service.url,
  });
  await page.goto(service.url + printedPath(printed));
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);
}

/** With the keyboard alone. */
async function givePassword(page: Page, url: string, email: string): Promise<void> {
  await openPage(page, `${url}/dashboard/sign-in`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

async function readSecret(page: Page): Promise<string> {
  const uri = new URL(await readQrCode(page));
  const secret = uri.searchParams.get("secret") ?? "";
  await expect(page.getByText(secret.replaceAll(/(.{4})(?!$)/g, "$1 "))).toBeVisible();
  return secret;
}

test("an authenticator app is set up, asked for and removed, with the keyboard alone", async ({
  page,
  service,
}) => {
  const email = "noor@example.com";
  await join(page, service, email);
  await openPage(page, settings(service.url));
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Set up the authenticator app" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Authenticator app" });
  const secret = await readSecret(page);
  await dialog.getByRole("textbox", { name: "Code" }).focus();
  await page.keyboard.type("000000");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/This code is wrong/)).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Code" }).fill(appCode(secret, -1));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const codes = card.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: "Download" }).press("Enter");
  expect((await download).suggestedFilename()).toBe("slugline-recovery-codes.txt");
  await page.reload();
  await expect(card).toContainText("10 of 10 left");
  await expect(card).not.toContainText(recovery);

  await page
    .getByRole("main")
    .getByRole("button", { name: "Sign out", exact: true })
    .press("Enter");
  await page.waitForURL(/\/dashboard\/sign-in/);
  await givePassword(page, service.url, email);
  await page.waitForURL(/second-step/);
  const code = page.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This code is wrong/)).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(appCode(secret));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Remember this browser for 30 days")).toBeChecked();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);

  await page.context().clearCookies({ name: "slugline.session" });
  await givePassword(page, service.url, email);
  await page.waitForURL(/\/dashboard\/overview/);

  await page.context().clearCookies();
  await givePassword(page, service.url, email);
  await page.getByRole("link", { name: "Use a recovery code" }).press("Enter");
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.keyboard.type(recovery.toUpperCase());
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);

  await openPage(page, settings(service.url));
  await expect(card).toContainText("9 of 10 left");
  await card.getByRole("button", { name: "Remove Authenticator app" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Off");
});

for (const width of widths) {
  test(`the second factor at ${width} px`, async ({ browser, page, service }) => {
    await lookAt(page, width);
    const email = `looks${width}@example.com`;
    await join(page, service, email);
    await openPage(page, settings(service.url));
    const card = page.getByRole("region", { name: "Two-factor authentication" });
    await card.scrollIntoViewIfNeeded();
    await checkLooks(page, "second-factor-off", { fullPage: true });
    await card.getByRole("button", { name: "Set up the authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    const secret = await readSecret(page);
    await checkLooks(page, "second-factor-set-up");
    await dialog.getByRole("textbox", { name: "Code" }).fill(appCode(secret, -1));
    await dialog.getByLabel("Current password").fill(password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await checkLooks(page, "second-factor-codes", { fullPage: true });
    await card.getByRole("button", { name: "Generate new codes" }).click();
    await checkLooks(page, "second-factor-confirm");

    const guest = await freshPage(browser, `203.0.113.${width / 40}`);
    await lookAt(guest, width);
    await givePassword(guest, service.url, email);
    await guest.waitForURL(/second-step/);
    await checkLooks(guest, "second-step");
    await guest.getByRole("link", { name: "Use a recovery code" }).click();
    await expect(guest.getByLabel("Recovery code")).toBeFocused();
    await checkLooks(guest, "second-step-recovery");

    const other = await startServer(service.databaseUrl, {
      env: { API_TOKEN: service.server.token, REQUIRE_SECOND_FACTOR: "all" },
    });
    try {
      const later = `later${width}@example.com`;
      await join(await freshPage(browser, `203.0.113.${20 + width / 40}`), service, later);
      await givePassword(guest, other.url, later);
      await guest.waitForURL(/sign-in\/set-up/);
      await expect(guest.getByRole("textbox", { name: "Code" })).toBeFocused();
      await checkLooks(guest, "second-factor-required", { fullPage: true });
      await guest.getByRole("textbox", { name: "Code" }).fill(appCode(await readSecret(guest)));
      await guest.keyboard.press("Enter");
      await expect(guest.getByRole("list", { name: "Recovery codes" })).toBeVisible();
      await checkLooks(guest, "second-factor-required-codes", { fullPage: true });
      await guest.getByRole("link", { name: "Continue" }).click();
      await guest.waitForURL(/\/dashboard\/overview/);
    } finally {
      await other.stop();
      await guest.context().close();
    }
  });
}
