import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };
// Neither UTC nor a whole hour: a day boundary read in local time shows at once.
const env = { TZ: "Asia/Kathmandu" };
/** Vite's variable of this name is a path. */
const noBaseUrl = { BASE_URL: "" };

export default defineConfig({
  test: {
    projects: [
      { resolve: { alias }, test: { name: "unit", include: ["tests/unit/**/*.test.ts"], env: { ...env, ...noBaseUrl }, maxWorkers: 2 } },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          env,
          globalSetup: ["tests/support/global-postgres.ts"],
          hookTimeout: 60_000,
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias },
        // Each file kills a Postgres and servers of its own, and mostly waits: two at a time take half as long.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          env,
          maxWorkers: 2,
          hookTimeout: 60_000,
          testTimeout: 60_000 * Math.max(1, Number(process.env.FAULT_ROUNDS) || 1),
        },
      },
    ],
  },
});
