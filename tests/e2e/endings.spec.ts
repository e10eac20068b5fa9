// Run: all
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { browsers } from "../support/visitor";
import {
  accessibilityFindings,
  checkLooks,
  expect,
  lookAt,
  openPage,
  test,
  unfold,
  widths,
} from "./owner";
import { forgetFailures } from "./service";

// The one of the test browser is that of a bot, whose visits do not count.
test.use({ userAgent: browsers.windows });

const unique = () => `e${Math.random().toString(36).slice(2, 9)}`;
const looks = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test("the chips of the dialog set start, end, password, query and preview, and show a problem", async ({
  page,
  service,
}) => {
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: / link$/ });
  await dialog
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill("https://example.com/rich");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await unfold(dialog, "Limit", "Fallback", "Query", "Preview");
  await expect(dialog.getByText("Email scanners that pretend to be browsers")).toBeVisible();
  const offer = dialog.getByRole("button", { name: "Set a password" });
  await offer.click();
  await expect(dialog.getByRole("textbox", { name: /^Password/ })).toBeFocused();
  await dialog.getByRole("textbox", { name: /^Click limit/ }).fill("0");
  await offer.click();
  await expect(dialog.getByRole("textbox", { name: /^Password/ })).toBeFocused();
  await dialog
    .getByRole("textbox", { name: /^Fallback destination/ })
    .fill("https://example.com/over");
  await dialog.getByRole("switch", { name: /^Forward query parameters/ }).check();
  await dialog.getByRole("switch", { name: /^Also UTM parameters/ }).check();
  await dialog.getByRole("textbox", { name: /^Preview text/ }).fill("Words of my own");
  await expect(dialog.getByRole("complementary").getByText("Words of my own")).toBeVisible();
  await dialog.getByRole("textbox", { name: /^Password/ }).fill("open sesame");
  await expect(offer).toBeHidden();
  await expect(
    dialog.getByText("Apps show no preview while the link has a password"),
  ).toBeVisible();
  await expect(dialog.getByRole("complementary").getByText("Words of my own")).toBeHidden();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Must be a whole number, 1 or more")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: /^Click limit/ })).toBeFocused();
  // What has a value is not folded: its chip leads there.
  await dialog.getByRole("button", { name: "Limit", exact: true }).click();
  await expect(dialog.getByRole("textbox", { name: /^Click limit/ })).toBeFocused();
  await dialog.getByRole("textbox", { name: /^Click limit/ }).fill("9");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).toMatchObject({
    maxClicks: 9,
    expiredUrl: "https://example.com/over",
    hasPassword: true,
    forwardQuery: true,
    forwardUtm: true,
    description: "Words of my own",
  });

  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove password" }).click();
  await expect(dialog.getByRole("textbox", { name: /^Password/ })).toBeFocused();
  await unfold(dialog, "Expiry", "Start");
  await dialog.getByRole("button", { name: "1 day" }).click();
  await expect(dialog.getByLabel(/^Start date/)).toHaveCount(0);
  await dialog
    .getByRole("group", { name: "Start date" })
    .getByRole("button", { name: "Date…" })
    .click();
  await dialog.getByLabel(/^Start date/).fill("2999-01-01T08:00");
  await expect(dialog.getByText("Starts after it expires: the link will never work")).toBeVisible();
  await dialog.getByRole("button", { name: "Never" }).click();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).toMatchObject({
    startsAt: "2999-01-01T08:00:00.000Z",
    maxClicks: 9,
  });
  expect(await service.api.get(slug)).not.toHaveProperty("hasPassword");
  await expect(page.getByText("Until then, visitors see a 404 page.")).toBeVisible();
  // The second time, its part of the dialog is loaded before the dialog opens.
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Change start date" }).click();
    await expect(dialog.getByLabel(/^Start date/)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Change start date" })).toBeFocused();
  }

  await openPage(page, `${service.url}/dashboard/links?state=scheduled`);
  await expect(page.locator(`li[data-slug="${slug}"]`)).toContainText("Starts");
});

test("a password that a kept draft or a copy lacks is asked for", async ({ page, service }) => {
  const { slug } = await service.api.create({ slug: unique(), password: "open sesame" });
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: / link$/ });
  await dialog
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill("https://example.com/kept");
  await unfold(dialog, "Password");
  await dialog.getByRole("textbox", { name: /^Password/ }).fill("open sesame");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("c");
  await expect(dialog.getByText("Enter the password again. It was not saved")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Destination", exact: true }).fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openPage(page, `${service.url}/dashboard/links?q=${slug}`);
  await page.getByRole("button", { name: `More for ${slug}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(dialog.getByText(`The password of /${slug} is not copied`)).toBeVisible();
});

for (const width of widths) {
  test(`the unfolded fields fit ${width} px, and a start is in the owner's time zone`, async ({
    page,
    context,
    service,
  }) => {
    const slug = unique();
    await context.addCookies([{ name: "timezone", value: "Asia/Colombo", url: service.url }]);
    await lookAt(page, width);
    await openPage(page, `${service.url}/dashboard/links`);
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: / link$/ });
    await dialog
      .getByRole("textbox", { name: "Destination", exact: true })
      .fill("https://example.com/later");
    await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
    await unfold(dialog, "Start", "Password");
    await dialog
      .getByRole("group", { name: "Start date" })
      .getByRole("button", { name: "Date…" })
      .click();
    await dialog.getByLabel(/^Start/).fill("2031-03-04T10:15");
    await dialog.getByRole("textbox", { name: /^Password/ }).fill("open sesame");
    await checkLooks(page, "more");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog).toBeHidden();
    expect((await service.api.get(slug)).startsAt).toBe("2031-03-04T04:45:00.000Z");
    // The dialog shows it in the same zone again.
    await lookAt(page, 1280);
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(dialog.getByLabel(/^Start/)).toHaveValue("2031-03-04T10:15");
  });
}

test("a visitor types the password and arrives, also on another host", async ({
  page,
  service,
  complaints,
}) => {
  const destination = createServer((_request, response) =>
    response.setHeader("Content-Type", "text/html").end("<h1>Arrived</h1>"),
  );
  await once(destination.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(destination.address() as AddressInfo).port}/place`;
  const { slug } = await service.api.create({ url, password: "open sesame" });
  await page.goto(`${service.url}/${slug}?utm_source=poster`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is protected");
  expect(await accessibilityFindings(page)).toEqual([]);
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("sesame");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/Incorrect password/);
  expect(await accessibilityFindings(page)).toEqual([]);
  // The browser reports the 403 of the form.
  forgetFailures(complaints, /status of 403/);
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading")).toHaveText("Arrived");
  expect(page.url()).toBe(url);
  // This browser is known now.
  await page.goto(`${service.url}/${slug}`);
  await expect(page.getByRole("heading")).toHaveText("Arrived");
  expect(await service.api.get(slug)).toMatchObject({ clickCount: 2 });
  expect((await service.api.stats(slug)).utmSources).toContainEqual({ source: "poster", count: 1 });
  destination.close();
});

test("a browser that has fetched a link with a click limit ahead of a press still arrives, and is one click", async ({
  page,
  service,
  complaints,
}) => {
  let start = "";
  const site = createServer(({ url = "" }, response) =>
    response.setHeader("Content-Type", "text/html").end(url === "/" ? start : "<h1>Arrived</h1>"),
  );
  await once(site.listen(0, "127.0.0.1"), "listening");
  const { port } = site.address() as AddressInfo;
  const { slug, id } = await service.api.create({
    url: `http://127.0.0.1:${port}/place`,
    maxClicks: 1,
  });
  const short = `${service.url}/${slug}`;
  const rules = JSON.stringify({
    prefetch: [{ source: "list", urls: [short], eagerness: "immediate" }],
  });
  start = `<link rel="prefetch" href="${short}"><script type="speculationrules">${rules}</script><a href="${short}">Go</a>`;
  await page.goto(`http://localhost:${port}/`);
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  const kinds = () =>
    database
      .query(`SELECT "kind" FROM "UncountedVisit" WHERE "linkId" = $1`, [id])
      .then(({ rows }) => rows.map(({ kind }) => kind));
  await expect.poll(kinds).toEqual(["prefetch"]);
  await page.getByRole("link", { name: "Go" }).click();
  await expect(page.getByRole("heading")).toHaveText("Arrived");
  expect(await service.api.get(slug)).toMatchObject({ clickCount: 1 });
  // The browser reports that it discards the answer to what it fetched ahead.
  forgetFailures(complaints, /status of 503|NotSameOrigin/);
  await database.end();
  site.close();
});

test("the dialog says what a click limit means, and repairs a destination copied from HTML", async ({
  page,
  service,
}) => {
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: / link$/ });
  await dialog
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill("https://example.com/?a=1&amp;b=2");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await unfold(dialog, "Limit");
  await dialog.getByRole("textbox", { name: /^Click limit/ }).fill("5");
  await expect(
    dialog.getByText(/Email scanners that pretend to be browsers can use up the limit/),
  ).toBeVisible();
  await expect(dialog.getByText("With a click limit, apps show no preview")).toBeVisible();
  await dialog.getByRole("button", { name: "Replace with &" }).scrollIntoViewIfNeeded();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await checkLooks(page, "click-limit");
  }
  await dialog.getByRole("button", { name: "Replace with &" }).click();
  await expect(dialog.getByRole("textbox", { name: "Destination", exact: true })).toHaveValue(
    "https://example.com/?a=1&b=2",
  );
  await expect(dialog.getByRole("button", { name: "Replace with &" })).toBeHidden();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog).toBeHidden();
  expect(await service.api.get(slug)).toMatchObject({
    url: "https://example.com/?a=1&b=2",
    maxClicks: 5,
  });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await expect(page.getByText("With a click limit, apps show no preview")).toBeVisible();
});

test("the preview page leads on to the destination", async ({ page, service }) => {
  const { slug } = await service.api.create({
    url: "https://example.com:9/elsewhere",
    title: "A title",
  });
  await page.goto(`${service.url}/${slug}+`);
  await expect(page.getByText("example.com:9")).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await expect(page.getByRole("link", { name: "Continue" })).toHaveAttribute("href", `/${slug}`);
});

for (const { width, colorScheme } of looks) {
  test(`password and preview pages fit ${width} px, ${colorScheme}`, async ({ page, service }, {
    outputDir,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    const [locked, shown] = [
      await service.api.create({ password: "pw" }),
      await service.api.create({ title: "A rather long title of a link ".repeat(3) }),
    ];
    const limited = await service.api.create({ maxClicks: 5 });
    await page
      .context()
      .addCookies([{ name: "slugline.test", value: limited.slug, url: service.url }]);
    for (const [name, path] of Object.entries({
      password: `/${locked.slug}`,
      preview: `/${shown.slug}+`,
      "not-counted": `/${limited.slug}`,
    })) {
      await page.goto(service.url + path);
      await page.evaluate(() => document.fonts.ready);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(width);
      await page.screenshot({
        path: `${outputDir}/../screens/${name}-${colorScheme}-${width}.png`,
      });
    }
  });
}
