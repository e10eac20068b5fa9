// Run: all
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { page as answerPage, type Destination, startDestination } from "../support/destinations";
import { png } from "../support/pictures";
import {
  checkLooks,
  expect,
  lookAt,
  openPage,
  readQrCode,
  readQrFile,
  test,
  widths,
} from "./owner";

const unique = () => `t${Math.random().toString(36).slice(2, 9)}`;
const theirTitle = "The 2026 field guide to paper maps";
const article = (image: string) =>
  `<title>${theirTitle}</title><meta property="og:site_name" content="Example Maps"><meta property="og:description" content="How to fold one."><meta property="og:image" content="${image}">`;

let destination: Destination;
test.beforeEach(async ({ service }) => {
  destination = await startDestination(
    {
      "/maps": answerPage(article("/map.png")),
      "/lies": answerPage(article("/not-an-image.png")),
      "/map.png": answerPage(png(800, 800), { "Content-Type": "image/png" }),
      "/not-an-image.png": answerPage("<script>alert(1)</script>", { "Content-Type": "image/png" }),
    },
    undefined,
    { address: "127.0.0.1", port: service.destinationPort },
  );
});
test.afterEach(() => destination.close());

async function openNewLink(page: Page, url: string): Promise<Locator> {
  await openPage(page, url);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New link" });
  await expect(dialog.getByLabel("Destination")).toBeFocused();
  return dialog;
}

const imageOf = (dialog: Locator) => dialog.locator("img[src^='/dashboard/preview-image']");
const widthOf = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => element.naturalWidth);

for (const width of widths) {
  test(`a new link shows the page's image and offers its title, ${width} px`, async ({
    page,
    service,
  }) => {
    await lookAt(page, width, 860);
    const dialog = await openNewLink(page, `${service.url}/dashboard/links`);
    await page.keyboard.type(`${destination.url}/maps`);
    const image = imageOf(dialog);
    await expect.poll(() => widthOf(image)).toBe(800);
    // The frame was there before the picture, which fills it without being stretched.
    expect(await image.evaluate((element) => getComputedStyle(element).objectFit)).toBe("contain");
    const offer = dialog.getByRole("button", { name: `Use “${theirTitle}”` });
    await expect(offer).toBeVisible();
    await checkLooks(page, "preview-image");
    await image.scrollIntoViewIfNeeded();
    await checkLooks(page, "preview-image-scrolled");
    for (const { headers } of destination.requests)
      expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
  });
}

test("the page's title is taken by a press or by Tab, and never over what was typed", async ({
  page,
  service,
}) => {
  const dialog = await openNewLink(page, `${service.url}/dashboard/links`);
  const title = dialog.getByLabel("Title");
  const offer = dialog.getByRole("button", { name: /^Use “/ });
  await page.keyboard.type(`${destination.url}/maps`);
  await offer.click();
  await expect(title).toHaveValue(theirTitle);
  await expect(title).toBeFocused();
  await expect(offer).toBeHidden();
  await expect(
    dialog.getByRole("status").filter({ hasText: "Title filled in from the page" }),
  ).toBeAttached();

  // Cleared: it is offered again, but Tab leaves the field as it does everywhere.
  await page.keyboard.press("Delete");
  await expect(offer).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(title).toHaveValue("");
  await expect(title).not.toBeFocused();
  await offer.focus();
  await page.keyboard.press("Enter");
  await expect(title).toHaveValue(theirTitle);

  await title.fill("My own");
  await dialog.getByLabel("Destination").fill(`${destination.url}/lies`);
  await expect.poll(() => destination.requests.some(({ url }) => url === "/lies")).toBe(true);
  await expect(dialog.getByText("Could not load The image")).toBeVisible();
  await expect(offer).toBeHidden();
  await expect(title).toHaveValue("My own");
});

test("Tab takes the title of an edited link, too", async ({ page, service }) => {
  const { slug } = await service.api.create({ slug: unique(), url: `${destination.url}/maps` });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  const title = dialog.getByLabel("Title");
  await expect(dialog.getByRole("button", { name: `Use “${theirTitle}”` })).toBeVisible();
  await title.focus();
  await page.keyboard.press("Tab");
  await expect(title).toHaveValue(theirTitle);
  await expect
    .poll(() =>
      title.evaluate(
        (field: HTMLInputElement) =>
          getSelection()?.toString() || field.value.slice(field.selectionStart ?? 0),
      ),
    )
    .toBe(theirTitle);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await service.api.get(slug)).title).toBe(theirTitle);
});

async function openQr(page: Page, url: string): Promise<Locator> {
  await openPage(page, url);
  await page.getByRole("button", { name: "QR code", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "QR code" });
  await expect(dialog.getByText("Scan successful")).toBeVisible();
  return dialog;
}

async function download(page: Page, button: Locator): Promise<{ name: string; file: Buffer }> {
  const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: saved.suggestedFilename(), file: readFileSync(await saved.path()) };
}

test("a QR code in colour with a logo is read back before it is saved", async ({
  page,
  service,
  context,
}, { outputDir }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { slug, shortUrl } = await service.api.create({ slug: unique() });
  const dialog = await openQr(page, `${service.url}/dashboard/links/${slug}`);
  await dialog.getByLabel("Code color").fill("#0f766e");
  await dialog.getByLabel("Background").fill("#fdf6e3");
  await dialog.getByLabel("Logo file").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: png(300, 150, [180, 83, 9]),
  });
  // A logo needs more error correction than it had.
  await expect(dialog.getByRole("button", { name: "30%" })).toHaveAttribute("aria-pressed", "true");
  await expect(dialog.getByRole("button", { name: "15%" })).toBeDisabled();
  await dialog.getByRole("button", { name: "8", exact: true }).click();
  await dialog.getByRole("button", { name: "600 px" }).click();
  await expect(dialog.getByText("Scan successful")).toBeVisible();
  expect(await readQrCode(page)).toBe(shortUrl);

  const svg = await download(page, dialog.getByRole("button", { name: "SVG" }));
  expect(svg.name).toBe(`${slug}.svg`);
  expect(svg.file.toString()).toMatch(/fill="#0f766e".*<image href="data:image\/png;base64,/);
  expect(await readQrFile(page, svg.file, "image/svg+xml")).toBe(shortUrl);
  const picture = await download(page, dialog.getByRole("button", { name: "PNG" }));
  expect(picture.name).toBe(`${slug}.png`);
  expect(await readQrFile(page, picture.file, "image/png")).toBe(shortUrl);
  expect(picture.file.readUInt32BE(16)).toBeGreaterThanOrEqual(600);
  expect(picture.file.readUInt32BE(16)).toBeLessThan(700);

  await dialog.getByRole("button", { name: "Copy image" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    if (!item) throw new Error("the clipboard is empty");
    const bytes = new Uint8Array(await (await item.getType("image/png")).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  expect(await readQrFile(page, Buffer.from(copied, "base64"), "image/png")).toBe(shortUrl);

  for (const width of widths.toReversed()) {
    await lookAt(page, width, 860);
    await checkLooks(page, "qr-design");
  }
  await dialog.getByText("PNG size").scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${outputDir}/../screens/qr-design-dark-360-scrolled.png` });

  await page.setViewportSize({ width: 1280, height: 860 });
  await dialog.getByRole("button", { name: "Slugline" }).click();
  for (const margin of ["2", "4"]) {
    await dialog.getByRole("button", { name: margin, exact: true }).click();
    await expect(dialog.getByText("Scan successful")).toBeVisible();
    const saved = await download(page, dialog.getByRole("button", { name: "PNG" }));
    expect(await readQrFile(page, saved.file, "image/png")).toBe(shortUrl);
  }
  await page.screenshot({ path: `${outputDir}/../screens/qr-design-slugline.png` });

  // The next link starts with the same look.
  await page.reload();
  await openQr(page, page.url());
  await expect(page.getByLabel("Code color")).toHaveValue("#0f766e");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByLabel("Code color")).toHaveValue("#000000");
});

test("a QR code that does not scan is not handed out, and the dialog says why", async ({
  page,
  service,
}) => {
  const { slug } = await service.api.create({ slug: unique() });
  const dialog = await openQr(page, `${service.url}/dashboard/links/${slug}`);
  const downloads: string[] = [];
  page.on("download", (saved) => downloads.push(saved.suggestedFilename()));
  await dialog.getByLabel("Code color").fill("#ffd400");
  await expect(dialog.getByText(/^The contrast is 1\.4:1/)).toBeVisible();
  for (const name of ["SVG", "PNG", "Copy image"]) {
    await dialog.getByRole("button", { name }).click();
    // Beside the code, and in a toast.
    await expect(page.getByText(/^The contrast is 1\.4:1/)).not.toHaveCount(1);
  }
  await dialog.getByLabel("Code color").fill("#ffffff");
  await dialog.getByLabel("Background").fill("#000000");
  await expect(dialog.getByText(/^The code is not darker/)).toBeVisible();
  expect(downloads).toEqual([]);

  await dialog.getByLabel("Logo file").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("not a picture"),
  });
  await expect(dialog.getByRole("alert")).toHaveText(
    /The browser cannot read this file as an image/,
  );
});

test("what the scanner cannot read is not handed out either", async ({ page, service }) => {
  // The codes of some longer addresses can be read in spite of the logo.
  const { slug } = await service.api.create({ slug: unique() });
  // A look that no control allows: a logo over what too little error correction repairs, kept by
  // another version.
  await page.addInitScript(() => {
    if (localStorage.getItem("qr-design")) return;
    const noise =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
    localStorage.setItem(
      "qr-design",
      JSON.stringify({ level: "low", logo: `data:image/svg+xml,${encodeURIComponent(noise)}` }),
    );
  });
  await openPage(page, `${service.url}/dashboard/links/${slug}`);
  await page.getByRole("button", { name: "QR code", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "QR code" });
  await expect(dialog.getByText(/^This code cannot be scanned/)).toBeVisible();
  const downloads: string[] = [];
  page.on("download", (saved) => downloads.push(saved.suggestedFilename()));
  await dialog.getByRole("button", { name: "PNG" }).click();
  await expect(page.getByText(/^This code cannot be scanned/)).not.toHaveCount(1);
  expect(downloads).toEqual([]);
  await dialog.getByRole("button", { name: "30%" }).click();
  await expect(dialog.getByText("Scan successful")).toBeVisible();
  await download(page, dialog.getByRole("button", { name: "PNG" }));
});
