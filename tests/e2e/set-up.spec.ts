// Run: test
import { setUpKey } from "@/lib/owners/api-access";
import { startServer, type TestServer } from "../support/server";
import { accessibilityFindings, test as base, expect, nobody } from "./owner";
import { withDatabase } from "./service";

/** A server that nobody has set up yet. */
const test = base.extend<{ server: TestServer }>({
  ...nobody,
  server: async ({ page }, use) =>
    withDatabase(async (url) => {
      const server = await startServer(url);
      await use(server);
      // What it still loads would fail.
      await page.close();
      await server.stop("SIGKILL");
    }),
});

test("the terminal's link creates the first owner, then the set-up is closed", async ({
  page,
  server,
}) => {
  const url = server.url.replace("127.0.0.1", "localhost");
  // Whatever is opened first leads to the set-up.
  for (const path of ["/dashboard/sign-in", "/dashboard/overview"]) {
    await page.goto(`${url}${path}`);
    await expect(page).toHaveURL(`${url}/dashboard/setup`);
  }
  await page.goto(url);
  await page.getByRole("link", { name: "Set up Slugline" }).click();
  await expect(page.getByLabel("API token")).toBeFocused();
  // Its output is no terminal, and the test gives it the token.
  await expect(page.getByLabel("API token")).toHaveAccessibleDescription(
    "The value of API_TOKEN on the server.",
  );
  await page.getByLabel("API token").fill("not the token");
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText(/This is not the API token of this server/)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("correct horse battery");
  expect(await accessibilityFindings(page)).toEqual([]);

  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(`${url}/dashboard/setup#token=${setUpKey(server.token)}`);
  await expect(page.getByText("Verified: you opened the set-up link.")).toBeVisible();
  await expect(page).toHaveURL(`${url}/dashboard/setup`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/\/dashboard\/overview/);
  expect(sent.filter((address) => address.includes(setUpKey(server.token)))).toEqual([]);

  // An empty instance asks for one thing; numbers follow with the first link, comparisons with the
  // first click.
  await expect(page.getByRole("heading", { name: "Create your first short link" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Today" })).toBeHidden();
  await expect(page.getByLabel("Long URL")).toBeFocused();
  for (const path of ["links", "statistics"]) {
    await page.goto(`${url}/dashboard/${path}`);
    await expect(page.getByRole("heading", { name: "Create your first short link" })).toBeVisible();
    await expect(page.getByText("curl")).toBeHidden();
  }
  await page.goto(`${url}/dashboard/overview`);
  await expect(page.getByLabel("Long URL")).toBeFocused();
  await page.screenshot({ path: "test-results/e2e/screens/first-run.png" });
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.type("https://example.com/first");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Channel links" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Today" })).toContainText("0clicks today");
  const highlights = page.getByRole("region", { name: "Highlights" });
  await expect(highlights).toContainText("A health check fails: API token.");
  await highlights.getByRole("button", { name: "Dismiss" }).click();
  // Neither a click nor a check says anything yet.
  await expect(highlights).toContainText("Nothing to report yet.");
  await expect(highlights).not.toContainText("works");
  await expect(page.getByRole("region", { name: "Recent links" }).getByRole("listitem")).toHaveText(
    [/example\.com\/first.*0 clicks/],
  );
  await expect(page.getByText(/same as|none new|no change/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Channel links" })).toBeVisible();

  await page.goto(`${url}/dashboard/setup`);
  await expect(page).not.toHaveURL(/setup/);
  await page.context().clearCookies();
  await page.goto(`${url}/dashboard/overview`);
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByText("First time?")).toBeHidden();
  await page.goto(url);
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});
