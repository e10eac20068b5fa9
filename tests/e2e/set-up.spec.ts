import { test as base, expect } from "@playwright/test";
import { migrate } from "@/lib/database/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import { startPostgres } from "../support/postgres";
import { startServer, type TestServer } from "../support/server";
import { accessibilityFindings } from "./owner";

/** A server that nobody has set up yet. */
const test = base.extend<{ server: TestServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  server: async ({}, use) => {
    const { adminUrl, stop } = await startPostgres();
    try {
      const name = await createDatabase(adminUrl);
      await migrate(databaseUrl(adminUrl, name));
      const server = await startServer(databaseUrl(adminUrl, name));
      await use(server);
      await server.stop();
      await dropDatabase(adminUrl, name);
    } finally {
      await stop();
    }
  },
});

test("the terminal's link creates the first owner, then the set-up is closed", async ({ page, server }) => {
  const url = server.url.replace("127.0.0.1", "localhost");
  await page.goto(`${url}/dashboard/sign-in`);
  await expect(page.getByText("First time? Open the setup link from your terminal.")).toBeVisible();

  await page.goto(`${url}/dashboard/setup`);
  await expect(page.getByLabel("API token")).toBeFocused();
  await page.getByLabel("API token").fill("not the token");
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText(/This is not the API token of this server/)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("correct horse battery");
  expect(await accessibilityFindings(page)).toEqual([]);

  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(`${url}/dashboard/setup#token=${encodeURIComponent(server.token)}`);
  await expect(page.getByText("Verified: you opened the link from your terminal.")).toBeVisible();
  await expect(page).toHaveURL(`${url}/dashboard/setup`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
  expect(sent.filter((address) => address.includes(server.token))).toEqual([]);

  await page.goto(`${url}/dashboard/setup`);
  await expect(page).not.toHaveURL(/setup/);
});
