import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import getPort from "get-port";
import { launchOptions } from "./browser.mjs";

/*
 * `node scripts/pictures.mjs [NAME ...]` takes the pictures of README.md and docs/use.md from the demo, which it starts and stops. Look at each before you commit it.
 */

const folder = "docs/pictures";
const screen = { width: 1280, height: 800 };
/** Of WebP. Text stays sharp, and no picture has 60 KB. */
const quality = 0.8;
/** Charts draw and icons load until then. */
const settledMs = 1_000;

/**
 * Opens what a task is about, and returns what the picture shows.
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("@playwright/test").Locator} Locator
 * @type {Record<string, (page: Page, open: (path: string) => Promise<unknown>) => Promise<Locator>>}
 */
const tasks = {
  overview: async (page, open) => {
    await open("overview");
    return page.locator("body");
  },
  link: async (page, open) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open("links/pod-42");
    return page.locator("body");
  },
  "make-a-link": async (page, open) => {
    await open("new");
    await page.getByLabel("Destination").fill("https://shop.example.com/spring?collection=maps");
    await page.getByRole("textbox", { name: /^Slug/ }).fill("spring");
    return page.getByRole("dialog");
  },
  "make-many": async (page, open) => {
    await open("new");
    await page.getByRole("button", { name: "Several" }).click();
    const lines = ["huts Huts", "trails Trails", "summits Summits"].map((line) => {
      const [slug, title] = line.split(" ");
      return `https://www.example.com/guides/${slug} ${slug} ${title}`;
    });
    await page.getByRole("textbox", { name: "Lines" }).fill(lines.join("\n"));
    await page
      .getByRole("list", { name: "Result per line" })
      .getByText("summits")
      .first()
      .waitFor();
    return page.getByRole("dialog");
  },
  "tell-channels-apart": async (page, open) => {
    await open("links/atlas-3");
    return page.getByRole("region", { name: "Channels", exact: true });
  },
  "print-a-code": async (page, open) => {
    await open("links/atlas-3");
    await page.getByRole("button", { name: "QR code", exact: true }).first().click();
    return page.getByRole("dialog", { name: "QR code" });
  },
  "let-it-end": async (page, open) => {
    await open("links/early-bird");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit link" });
    await dialog.getByText("Expiry").first().scrollIntoViewIfNeeded();
    return dialog;
  },
  "change-where-it-leads": async (page, open) => {
    await open("links?q=shop.example.com");
    for (const slug of ["black-friday", "north-wall"])
      await page.getByRole("checkbox", { name: `Select ${slug}` }).check();
    await page.getByRole("button", { name: "Change destination" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Find" }).fill("shop.example.com");
    await dialog.getByRole("textbox", { name: "Replace with" }).fill("store.example.com");
    await dialog.getByRole("button", { name: "Preview" }).click();
    return dialog;
  },
  "find-it-again": async (page, open) => {
    await open("links?tag=Shop&state=active&sort=clicks");
    return page.locator("body");
  },
  "read-the-numbers": async (page, open) => {
    await open("links/pod-42?days=30");
    return page.locator("body");
  },
  "show-them": async (page, open) => {
    await open("links/pod-42");
    await page.getByRole("button", { name: "Share statistics" }).click();
    return page.getByRole("dialog");
  },
  "be-told": async (page, open) => {
    await open("settings/messages");
    return page.locator("main");
  },
};

const wanted = process.argv.slice(2);
const port = await getPort({ host: "127.0.0.1" });
const demo = spawn(process.execPath, ["scripts/demo.mjs"], {
  env: { ...process.env, PORT: String(port), LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const address = await signInAddress();
  const browser = await chromium.launch(await launchOptions());
  const look = /** @type {const} */ ({ colorScheme: "light", reducedMotion: "reduce" });
  const context = await browser.newContext({ viewport: screen, locale: "en-US", ...look });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  const { origin } = new URL(address);
  mkdirSync(folder, { recursive: true });
  for (const [name, task] of Object.entries(tasks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.emulateMedia({ colorScheme: "light" });
    try {
      const shown = await task(page, (path) =>
        page.goto(`${origin}/dashboard/${path}`, { waitUntil: "networkidle" }),
      );
      await page.waitForTimeout(settledMs);
      const picture = await toWebp(page, await photograph(page, shown));
      writeFileSync(`${folder}/${name}.webp`, picture);
      console.log(`${folder}/${name}.webp: ${Math.ceil(picture.length / 1024)} KB`);
    } catch (error) {
      console.error(`${name}: ${String(error)}`);
      process.exitCode = 1;
    }
  }
  await browser.close();
} finally {
  demo.kill();
}

/** Of the demo's banner. @returns {Promise<string>} */
async function signInAddress() {
  let said = "";
  for await (const chunk of demo.stdout) {
    said += chunk;
    const address = /http:\/\/\S+\/dashboard\/demo\/[\w-]+/.exec(said)?.[0];
    if (address) return address;
  }
  throw new Error(`The demo did not start:\n${said}`);
}

/**
 * What of it is on the screen.
 * @param {Page} page @param {Locator} shown
 */
async function photograph(page, shown) {
  await shown.scrollIntoViewIfNeeded();
  const box = await shown.boundingBox();
  if (!box) throw new Error("There is nothing to show.");
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const clip = {
    ...{ x, y },
    width: Math.min(screen.width, box.x + box.width) - x,
    height: Math.min(screen.height, box.y + box.height) - y,
  };
  return page.screenshot({ clip, animations: "disabled", caret: "hide" });
}

/**
 * The browser encodes it, so that no further package is needed.
 * @param {Page} page @param {Buffer} png
 */
async function toWebp(page, png) {
  const blank = await page.context().newPage();
  const text = await blank.evaluate(
    async ([from, at]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${from}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", Number(at));
    },
    /** @type {const} */ ([png.toString("base64"), String(quality)]),
  );
  await blank.close();
  return Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
}
