import { mkdirSync } from "node:fs";
import { accessibilityFindings, expect, test } from "./owner";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`the documentation page fits ${width} px, ${colorScheme}`, async ({ page, service }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const printed: string[] = [];
      page.on("console", (message) => printed.push(message.text()));
      await page.goto(`${service.url}/api/docs`);
      await expect(page.getByRole("heading", { name: "Create a link" })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      mkdirSync("test-results/e2e/screens", { recursive: true });
      await page.screenshot({ path: `test-results/e2e/screens/api-docs-${colorScheme}-${width}.png` });
      await page.goto(`${service.url}/api/docs#createLink`);
      await page.locator("#main details").evaluateAll((all) => {
        for (const one of all) (one as HTMLDetailsElement).open = true;
      });
      await page.screenshot({ path: `test-results/e2e/screens/api-docs-open-${colorScheme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(printed).toEqual([]);
    });
  }
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
