// Run: all
import { test as base, expect, type Page } from "@playwright/test";
import getPort from "get-port";
import { startProvider, type TestProvider } from "../support/oidc-provider";
import { startServer } from "../support/server";
import { callbackPath, newBrowser, oidcVariables, signInAt } from "../support/single-sign-on";
import { checkLooks, lookAt, widths } from "./owner";
import { owner, withDatabase } from "./service";

interface Started {
  url: string;
  provider: TestProvider;
}

/** A server with a provider of single sign-on beside it. */
const test = base.extend<{ started: Started }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  started: async ({}, use) =>
    withDatabase(async (database) => {
      const port = await getPort({ host: "127.0.0.1" });
      const url = `http://localhost:${port}`;
      const provider = await startProvider(url + callbackPath);
      provider.people.mara = { email: owner.email, email_verified: true, groups: ["admins"] };
      provider.people.kim = { email: "kim@example.com", email_verified: true, name: "Kim Long" };
      provider.people.stranger = { email: "stranger@example.org", email_verified: true };
      const server = await startServer(database, {
        env: {
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          PORT: String(port),
          ...oidcVariables(provider),
          OIDC_ALLOWED: "@example.com",
          OIDC_OWNER_GROUP: "admins",
        },
      });
      await use({ url, provider });
      await server.stop("SIGKILL");
      await provider.stop();
    }),
});

const signIn = (page: Page) => page.getByRole("link", { name: "Sign in with Acme ID" });

test("somebody signs in at the provider, also at the other name of this machine", async ({
  page,
  started: { url, provider },
}) => {
  await signInAt(provider, newBrowser({ url }), "kim");
  provider.person = undefined;
  await page.goto(`${url.replace("localhost", "127.0.0.1")}/dashboard/links?q=spring`);
  await signIn(page).click();
  await page.getByRole("link", { name: "mara" }).click();
  await page.waitForURL(`${url}/dashboard/links?q=spring`);
  await page.goto(`${url}/dashboard/settings/people`);
  const row = page.getByRole("row", { name: owner.email });
  await expect(row.getByText("Acme ID, Password")).toBeVisible();
  await expect(page.getByText("gets the role of their groups there")).toBeVisible();
  for (const width of widths) {
    await lookAt(page, width);
    await checkLooks(page, "people-single-sign-on");
  }
  await row.getByRole("button", { name: /^Disconnect/ }).click();
  await expect(row.getByText("Acme ID")).toHaveCount(0);
  await page.goto(`${url}/dashboard/settings/doctor`);
  await expect(page.getByText("Acme ID responds at")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `Copy ${url}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url + callbackPath);
  for (const width of widths) {
    await lookAt(page, width);
    await checkLooks(page, "doctor-single-sign-on", { fullPage: true });
  }
});

test("a refusal says why, and the page is there without the provider", async ({
  page,
  started: { url, provider },
}) => {
  await page.goto(`${url}/dashboard/sign-in?next=/dashboard/links`);
  await signIn(page).click();
  await page.getByRole("link", { name: "stranger" }).click();
  await expect(page.getByText("You are not allowed to sign in here.")).toBeVisible();
  expect(page.url()).toMatch(/\/dashboard\/sign-in\?reason=not_allowed&next=%2Fdashboard%2Flinks/);
  for (const width of widths) {
    await lookAt(page, width);
    await checkLooks(page, "sign-in-refused");
  }
  provider.fault = "error";
  await signIn(page).click();
  await expect(page.getByText("Acme ID cannot be reached")).toBeVisible();
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${url}/dashboard/links`);
});
