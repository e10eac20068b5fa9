// Run: all
import { visit } from "../support/visitor";
import {
  accessibilityFindings,
  test as base,
  checkLooks,
  expect,
  lookAt,
  openPage,
  readQrCode,
  unfold,
  widths,
} from "./owner";
import { type BrowserService, runService } from "./service";

const test = base.extend<object, { service: BrowserService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => runService(use, undefined, { DOMAINS: "go.brand.example,l.example:8443" }),
    { scope: "worker", timeout: 60_000 },
  ],
});

const unique = () => `h${Math.random().toString(36).slice(2, 9)}`;
const at = (host: string) => ({ headers: { Host: host } });

test("a link prefers a further host, at which it is copied, shared and counted", async ({
  page,
  service,
}) => {
  const slug = unique();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: / link$/ });
  await dialog
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill("https://example.com/");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  const host = dialog.getByRole("combobox", { name: "Host" });
  await unfold(dialog, "Host");
  await host.selectOption("go.brand.example");
  await expect(dialog.getByText("go.brand.example/", { exact: true })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText(`Created and copied go.brand.example/${slug}`)).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(`http://go.brand.example/${slug}`);
  expect(await service.api.get(slug)).toMatchObject({
    domain: "go.brand.example",
    shortUrl: `${service.url}/${slug}`,
  });

  await visit(service.server, `/${slug}`, at("go.brand.example"));
  await visit(service.server, `/${slug}`, at("l.example"));
  await visit(service.server, `/${slug}`);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: `go.brand.example/${slug}` })).toBeVisible();
  await main.getByRole("tab", { name: "Host", exact: true }).click();
  const hosts = main.getByRole("list", { name: "Short link host" });
  const usual = new URL(service.url).host;
  for (const name of ["go.brand.example", "l.example:8443", usual])
    await expect(hosts.getByRole("link", { name: `${name} 1 click` })).toBeVisible();
  await main.getByRole("button", { name: "QR code", exact: true }).click();
  expect(await readQrCode(page)).toBe(`http://go.brand.example/${slug}`);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await host.selectOption("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).not.toHaveProperty("domain");
  await expect(
    main.getByRole("heading", { name: new RegExp(`^localhost:.*/${slug}$`) }),
  ).toBeVisible();
});

test("an owner gives a further host a front page of its own", async ({ page, service }) => {
  await openPage(page, `${service.url}/dashboard/settings/public`);
  const field = page.locator('[name="HOME_URL@l.example"]');
  await field.fill("https://go.brand.example/");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/must not be an address of this service/i).first()).toBeVisible();
  await field.fill("https://brand.example/");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const front = await visit(service.server, "/", at("l.example:8443"));
  expect([front.status, front.headers.location]).toEqual([302, "https://brand.example/"]);
  expect((await visit(service.server, "/", at("go.brand.example"))).status).toBe(200);
});

for (const width of widths) {
  test(`the form, the page and the settings with further hosts, at ${width} px`, async ({
    page,
    service,
  }) => {
    const { slug } = await service.api.create({
      slug: unique(),
      url: "https://example.com/",
      domain: "go.brand.example",
    });
    for (const host of ["go.brand.example", "l.example", "localhost"])
      await visit(service.server, `/${slug}`, at(host));
    await lookAt(page, width);
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    await page.getByRole("tab", { name: "Host", exact: true }).click();
    await expect(page.getByRole("list", { name: "Short link host" })).toBeVisible();
    await checkLooks(page, "hosts-page", { fullPage: true });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Host" })).toBeVisible();
    await checkLooks(page, "hosts-form");
    await openPage(page, `${service.url}/dashboard/settings/public`);
    await checkLooks(page, "hosts-settings", { fullPage: true });
    await openPage(page, `${service.url}/dashboard/settings/doctor`);
    await expect(page.getByText(/does not reach this service/).first()).toBeVisible();
    await checkLooks(page, "hosts-health", { fullPage: true });
  });
}
