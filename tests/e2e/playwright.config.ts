import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";

/** The browser from npm, unpacked in this project: the system's own temporary folder is shared with other users. */
async function unpackedChromium(): Promise<string> {
  const folder = resolve("node_modules/.cache/chromium");
  mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  forbidOnly: true,
  workers: 1,
  timeout: 20_000,
  use: {
    launchOptions: {
      // CHROMIUM_PATH names a browser that is there already.
      executablePath: process.env.CHROMIUM_PATH ?? (await unpackedChromium()),
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
});
