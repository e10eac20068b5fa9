// Run: all
import type { Page } from "@playwright/test";
import { browsers, visit } from "../support/visitor";
import {
  accessibilityFindings,
  checkLooks,
  click,
  expect,
  lookAt,
  openPage,
  readQrCode,
  test,
  widths,
} from "./owner";
import type { BrowserService } from "./service";

const unique = () => `b${Math.random().toString(36).slice(2, 9)}`;
const board = (page: Page) => page.getByRole("region", { name: "Channels", exact: true });
const channel = (page: Page, name: string) =>
  board(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

/** A link with clicks through two spellings of one channel, a plain one, and a preview. */
async function sharedLink(service: BrowserService, slug = unique()): Promise<string> {
  await service.api.create({ slug, title: "Field guide to paper maps" });
  await click(service, `${slug}?utm_source=newsletter&utm_medium=email`, 3);
  await click(service, `${slug}?utm_source=Newsletter&utm_medium=email`, 2);
  await click(service, slug, 1);
  await visit(service.server, `/${slug}`, { headers: { "user-agent": browsers.slack } });
  return slug;
}

test("the board has a card for each channel; pressing one filters the page", async ({
  page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = await sharedLink(service);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  // Both spellings have the name of the preset.
  await expect(channel(page, "Newsletter")).toHaveCount(2);
  await expect(channel(page, "Newsletter").first()).toContainText(
    /3 clicks.*50%.*Last click just now/s,
  );
  await expect(channel(page, "No channel")).toContainText("1 click");
  await expect(board(page)).toContainText(
    "newsletter / email and Newsletter / email are counted separately",
  );

  await board(page)
    .getByRole("button", { name: "Copy the short link for Newsletter", exact: true })
    .first()
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${service.url}/${slug}?utm_source=newsletter&utm_medium=email`,
  );
  await board(page)
    .getByRole("button", { name: "QR code for Newsletter", exact: true })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "QR code" })).toBeVisible();
  await expect(async () =>
    expect(await readQrCode(page)).toBe(
      `${service.url}/${slug}?utm_source=newsletter&utm_medium=email`,
    ),
  ).toPass();
  await page.keyboard.press("Escape");

  await channel(page, "Newsletter").first().getByRole("link").click();
  await expect(page).toHaveURL(/utm_source=newsletter&utm_medium=email/);
  await expect(
    page.getByRole("region", { name: "Totals" }).getByText("3", { exact: true }).first(),
  ).toBeVisible();
  await expect(channel(page, "Newsletter").first().getByRole("link")).toHaveAttribute(
    "aria-current",
    "true",
  );
  await channel(page, "Newsletter").first().getByRole("link").click();
  await expect(page).not.toHaveURL(/utm_/);
});

test("a channel can be added before it has clicks, removed, and restored", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  await visit(service.server, `/${slug}`);
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await board(page).getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Channel links" });
  const add = dialog.getByRole("button", { name: "Add channel" });
  await expect(dialog.getByRole("textbox", { name: "Source" })).toBeFocused();
  await expect(dialog.getByLabel("Source")).toHaveValue("");
  await expect(add).toBeHidden();
  await dialog.getByLabel("Source").fill("flyer");
  await dialog.getByLabel("Medium").fill("print");
  await dialog.getByLabel("Campaign").fill("spring");
  await add.click();
  await expect(dialog.getByRole("textbox", { name: "Source" })).toBeFocused();
  const added = page
    .getByRole("region", { name: "Notifications" })
    .getByRole("dialog")
    .filter({ hasText: `Added flyer to the channels of /${slug}` });
  await expect(add).toBeHidden();
  // It can be added again once that was undone.
  await added.getByRole("button", { name: /^Undo/ }).click();
  await add.click();
  await expect(added).toBeVisible();
  await expect(add).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(channel(page, "flyer")).toContainText(/0 clicks.*No clicks in this range.*spring/s);
  await board(page).getByRole("button", { name: "Remove flyer, spring" }).click();
  await expect(channel(page, "flyer")).toHaveCount(0);
  await expect(board(page).getByRole("button", { name: "Add channel" })).toBeFocused();
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(channel(page, "flyer")).toBeVisible();
});

test("creating a link asks where it will be shared and gives the short links", async ({
  page,
  service,
  context,
}, { outputDir }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = unique();
  await openPage(page, `${service.url}/dashboard/links`);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByLabel("Destination").fill("https://example.com/shared");
  await dialog.getByRole("textbox", { name: /^Slug/ }).fill(slug);
  await dialog.getByRole("button", { name: "QR poster" }).click();
  await dialog.getByRole("button", { name: "Another channel" }).click();
  await dialog.getByLabel("Source").fill("podcast");
  await dialog.getByLabel("Campaign").fill("spring");
  const channels = dialog.getByRole("group", { name: /^Channels/ });
  await expect(channels).toContainText("2 more short links");
  // The draft survives, channels included.
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await expect(channels).toContainText("2 more short links");
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();

  const ready = page.getByRole("dialog", { name: "Link created" });
  await expect(ready.getByRole("listitem")).toHaveCount(3);
  expect(await accessibilityFindings(page)).toEqual([]);
  const at = `${service.url}/${slug}`;
  const addresses = [
    at,
    `${at}?utm_source=qr-poster&utm_medium=print&utm_campaign=spring`,
    `${at}?utm_source=podcast&utm_campaign=spring`,
  ];
  await ready.getByRole("button", { name: "Copy all" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`No channel: ${addresses[0]}\nQR poster: ${addresses[1]}\npodcast: ${addresses[2]}`);
  await ready.getByRole("button", { name: "Copy the short link for podcast" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(addresses[2]);

  const [sheet] = await Promise.all([
    context.waitForEvent("page"),
    ready.getByRole("link", { name: "QR sheet" }).click(),
  ]);
  await sheet.waitForLoadState();
  await expect(sheet.getByRole("heading", { name: "QR codes" })).toBeVisible();
  await sheet.emulateMedia({ media: "print" });
  await expect(sheet.getByRole("button", { name: "Print" })).toBeHidden();
  const codes = sheet.getByRole("listitem");
  // Of a link with a channel that is printed, the others are not ticked.
  await expect(codes).toContainText(["QR poster"]);
  await sheet.emulateMedia({ media: "screen" });
  for (const tick of await sheet.getByRole("checkbox").all()) await tick.check();
  await sheet.emulateMedia({ media: "print" });
  // As wide as A4 without its margins.
  await sheet.setViewportSize({ width: 718, height: 1_000 });
  await sheet.screenshot({ path: `${outputDir}/../screens/channel-sheet-print.png` });
  await expect(codes).toHaveCount(3);
  const read: string[] = [];
  for (const code of await codes.all()) {
    const found = await readQrCode(sheet, code);
    await expect(code).toContainText(found.replace(/^https?:\/\//, ""));
    read.push(found);
  }
  expect(read.sort()).toEqual([...addresses].sort());
  for (const format of ["A4", "Letter"]) expect(pagesOf(await sheet.pdf({ format }))).toBe(1);

  await sheet.emulateMedia({ media: "screen" });
  await sheet.getByRole("checkbox", { name: /podcast, spring/ }).uncheck();
  await sheet.emulateMedia({ media: "print" });
  await expect(codes.filter({ visible: true })).toHaveCount(2);
});

/** Pages of a PDF by Chromium, whose page objects are not compressed. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("the sheet of a link that does not exist is not found", async ({ page, service }) => {
  expect((await page.goto(`${service.url}/dashboard/links/${unique()}/sheet`))?.status()).toBe(404);
});

test.describe("looks", () => {
  const slug = "board-looks";
  test.beforeAll(async ({ service }) => {
    if ((await service.api.call("GET", `/api/links/${slug}`)).status === 200) return;
    await sharedLink(service, slug);
    for (const source of [
      "x",
      "linkedin",
      "podcast",
      "a-source-with-a-very-long-name-that-does-not-fit",
      "print-ad",
      "radio",
    ]) {
      await click(
        service,
        `${slug}?utm_source=${source}&utm_medium=social&utm_campaign=black-friday-with-a-long-name-${source.slice(0, 1)}`,
        2,
      );
    }
  });

  for (const width of widths) {
    test(`board, sheet and campaigns at ${width} px`, async ({ page, service }) => {
      await lookAt(page, width, 800);
      const screens = {
        board: `links/${slug}`,
        sheet: `links/${slug}/sheet`,
        channels: "statistics?more=campaigns",
      };
      for (const [name, path] of Object.entries(screens)) {
        await openPage(page, `${service.url}/dashboard/${path}`);
        if (name === "board")
          await expect(board(page).getByText("Show all 9 channels")).toBeVisible();
        await checkLooks(page, `channel-${name}`, { fullPage: true });
      }
      await page.keyboard.press("c");
      const dialog = page.getByRole("dialog", { name: "New link" });
      await dialog.getByLabel("Destination").fill(`https://example.com/${unique()}`);
      await dialog.getByRole("button", { name: "Another channel" }).click();
      for (const name of ["Newsletter", "LinkedIn"])
        await dialog.getByRole("button", { name, exact: true }).click();
      await dialog.getByLabel("Source").fill("newsletters");
      await dialog.getByText("Another channel.").scrollIntoViewIfNeeded();
      await checkLooks(page, "channel-create");
      await dialog.getByRole("button", { name: "Create link" }).click();
      await expect(
        page.getByRole("dialog", { name: "Link created" }).getByRole("listitem"),
      ).toHaveCount(4);
      await expect(page.getByRole("button", { name: "Done" })).toBeInViewport({ ratio: 1 });
      await checkLooks(page, "channel-ready");
    });
  }

  test("on a phone targets are 44 px high", async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, `${service.url}/dashboard/links/${slug}`);
    for (const button of await board(page).getByRole("button").filter({ visible: true }).all()) {
      const box = await button.boundingBox();
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        (await button.getAttribute("aria-label")) ?? "",
      ).toBeGreaterThanOrEqual(44);
    }
  });
});
