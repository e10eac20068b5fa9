import { defineConfig } from "@playwright/test";
import { launchOptions } from "../../scripts/browser.mjs";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  forbidOnly: true,
  workers: 1,
  timeout: 20_000,
  use: { launchOptions: await launchOptions() },
});
