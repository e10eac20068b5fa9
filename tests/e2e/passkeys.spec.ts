// Run: all
import type { CDPSession, Page } from "@playwright/test";
import { ownerCommand, printedPath } from "../support/owner-command";
import { startServer } from "../support/server";
import { checkLooks, lookAt, openPage, widths } from "./owner";
import { type BrowserService, expect, forgetFailures, test } from "./service";

const password = "correct horse battery";
const settings = (url: string) => `${url}/dashboard/settings/sessions`;

interface Authenticator {
  cdp: CDPSession;
  id: string;
}

/** Chromium's own: a device that finds its passkeys by itself and checks its user. */
async function plugIn(page: Page, isUserVerified = true): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: isUserVerified ? "internal" : "usb",
      hasResidentKey: isUserVerified,
      hasUserVerification: isUserVerified,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

async function join(page: Page, service: BrowserService, email: string): Promise<void> {
  const printed = await ownerCommand(["add", email, "--role", "editor"], {
    DATABASE_URL: service.databaseUrl,
    BASE_URL: service.url,
  });
  await page.goto(service.url + printedPath(printed));
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);
}

async function addPasskey(page: Page, url: string, name: string): Promise<void> {
  await openPage(page, settings(url));
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("about:blank");
}

test("a passkey is the only step, or the second one, with the keyboard alone", async ({
  page,
  service,
}) => {
  const email = "pass@example.com";
  await join(page, service, email);
  const authenticator = await plugIn(page);
  await openPage(page, settings(service.url));
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Add a passkey" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Passkey" });
  await dialog.getByLabel("Current password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  const { credentials: none } = await authenticator.cdp.send("WebAuthn.getCredentials", {
    authenticatorId: authenticator.id,
  });
  expect(none).toEqual([]);
  await page.keyboard.press("Escape");
  await addPasskey(page, service.url, "Laptop");
  await expect(card.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await expect(card.getByRole("listitem").filter({ hasText: "Laptop" })).toContainText(
    "Not used yet",
  );
  const { credentials } = await authenticator.cdp.send("WebAuthn.getCredentials", {
    authenticatorId: authenticator.id,
  });
  expect(credentials).toMatchObject([{ rpId: "localhost", isResidentCredential: true }]);

  await signOut(page);
  await openPage(page, `${service.url}/dashboard/sign-in?next=/dashboard/links`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).press("Enter");
  await page.waitForURL(/\/dashboard\/links/);

  await signOut(page);
  await openPage(page, `${service.url}/dashboard/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/second-step/);
  const use = page.getByRole("button", { name: "Use a passkey" });
  await expect(use).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/overview/);

  await openPage(page, settings(service.url));
  await expect(card.getByRole("listitem").filter({ hasText: "Laptop" })).toContainText("Last used");
  await card.getByRole("button", { name: "Remove Laptop" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Off");
  await signOut(page);
  await openPage(page, `${service.url}/dashboard/sign-in`);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  // The browser still has it, unless nobody has one here.
  if (await button.isVisible()) {
    await button.press("Enter");
    await expect(page.getByText(/This passkey is not known here/)).toBeVisible();
  }
});

test("a security key that does not check its user is a second step only", async ({
  page,
  service,
}) => {
  const email = "key@example.com";
  await join(page, service, email);
  await plugIn(page, false);
  await addPasskey(page, service.url, "Security key");
  await signOut(page);
  await openPage(page, `${service.url}/dashboard/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText(/The browser did not provide a passkey/)).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/second-step/);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
});

test("the same answer of a passkey counts once, and only at the origin of the dashboard", async ({
  page,
  service,
  complaints,
}) => {
  await join(page, service, "once@example.com");
  await plugIn(page);
  await addPasskey(page, service.url, "Once");
  await signOut(page);
  await openPage(page, `${service.url}/dashboard/sign-in`);
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes("authenticatorData") ?? false,
  );
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const request = await sent;
  await page.waitForURL(/\/dashboard\/overview/);
  await page.context().clearCookies();
  const { "next-action": action = "", ...others } = await request.allHeaders();
  const again = await fetch(request.url(), {
    method: "POST",
    headers: {
      "Next-Action": action,
      Origin: service.url,
      "Content-Type": others["content-type"] ?? "",
    },
    body: request.postData() ?? "",
  });
  expect(await again.text()).toContain("This passkey is not known here");
  expect(again.headers.get("set-cookie") ?? "").not.toContain("slugline.session");
  forgetFailures(complaints);
});

test("the browser half is loaded on use", async ({ page, service }) => {
  await join(page, service, "lean@example.com");
  await plugIn(page);
  await addPasskey(page, service.url, "Lean");
  await signOut(page);
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") texts.push(response.text());
  });
  // A sentence of the library.
  const isLoaded = async () =>
    (await Promise.all(texts)).some((text) => text.includes("Authentication was not completed"));
  await openPage(page, `${service.url}/dashboard/sign-in`);
  expect(texts.length).toBeGreaterThan(0);
  expect(await isLoaded()).toBe(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect.poll(isLoaded).toBe(true);
  await page.waitForURL(/\/dashboard\/overview/);
});

test("whoever needs a second factor may set up a passkey instead of an app", async ({
  page,
  service,
}) => {
  const email = "needs@example.com";
  await join(page, service, email);
  await signOut(page);
  const other = await startServer(service.databaseUrl, {
    env: { API_TOKEN: service.server.token, REQUIRE_SECOND_FACTOR: "all" },
  });
  try {
    // There are no passkeys at an IP address.
    await openPage(page, `${other.url.replace("127.0.0.1", "localhost")}/dashboard/sign-in`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/sign-in\/set-up/);
    await plugIn(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForURL(/\/dashboard\/overview/);
  } finally {
    await other.stop();
  }
});

for (const width of widths) {
  test(`passkeys at ${width} px`, async ({ page, service }) => {
    await lookAt(page, width);
    const email = `wide${width}@example.com`;
    await join(page, service, email);
    await plugIn(page);
    await addPasskey(
      page,
      service.url,
      "A passkey with a name that is as long as names of passkeys may be at all",
    );
    await checkLooks(page, "passkeys", { fullPage: true });
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await checkLooks(page, "passkey-add");
    await signOut(page);
    await openPage(page, `${service.url}/dashboard/sign-in`);
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
    await checkLooks(page, "passkey-sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/second-step/);
    await checkLooks(page, "passkey-second-step");
  });
}
