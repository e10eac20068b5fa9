import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";

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
      // From npm, so that no browser has to be installed; CHROMIUM_PATH names one that is there already.
      executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
});
