// Run: all
import { checkLooks, expect, lookAt, test, widths } from "./owner";

for (const width of widths) {
  test(`the documentation page fits ${width} px`, async ({ page, service }) => {
    await lookAt(page, width);
    const printed: string[] = [];
    page.on("console", (message) => printed.push(message.text()));
    await page.goto(`${service.url}/api/docs`);
    await expect(page.getByRole("heading", { name: "Create a link" })).toBeVisible();
    await checkLooks(page, "api-docs");
    await page.goto(`${service.url}/api/docs#createLink`);
    await page.locator("#main details").evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await checkLooks(page, "api-docs-open");
    expect(printed).toEqual([]);
  });
}

test("a request can be tried on the page", async ({ page, service, complaints }) => {
  const { slug } = await service.api.create({ title: "Tried" });
  await page.goto(`${service.url}/api/docs`);
  const operation = page.getByRole("region", { name: "Get a link", exact: true });
  await operation.getByText("Try it").click();
  await operation.getByLabel("slug").fill(slug);
  await operation.getByRole("button", { name: "Send GET" }).click();
  await expect(operation.locator("output")).toContainText("401");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("401")]);
  await page.getByLabel("Token for trying requests on this page").fill(service.server.token);
  await operation.getByRole("button", { name: "Send GET" }).click();
  await expect(operation.locator("output")).toContainText('"title": "Tried"');
});

test("operations are folded, found by a word, and opened by their address", async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/api/docs`);
  const operation = page.getByRole("region", { name: "Create a link", exact: true });
  await expect(operation.getByRole("heading", { name: "Responses" })).toBeHidden();
  const list = page.getByRole("navigation", { name: "Operations" });
  await list.getByRole("searchbox", { name: "Find" }).fill("create a li");
  await expect(list.getByRole("link")).toHaveCount(1);
  await list.getByRole("link").click();
  await expect(operation.getByRole("heading", { name: "Responses" })).toBeVisible();
});
