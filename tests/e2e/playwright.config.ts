import { defineConfig } from "@playwright/test";
import { launchOptions } from "../../scripts/browser.mjs";

const browser = await launchOptions();

export default defineConfig({
  testDir: ".",
  globalSetup: "./global-postgres.ts",
  outputDir: "../../test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  forbidOnly: true,
  workers: 2,
  // These only end what hangs: how fast this machine happens to be decides nothing.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Pages live for seconds here: optimizing their scripts would take a fifth of all time.
  use: {
    launchOptions: { ...browser, args: [...browser.args, "--js-flags=--no-opt --no-maglev"] },
  },
});
