import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };
// Neither UTC nor a whole hour: a day boundary read in local time shows at once. BASE_URL means something else to Vite.
const env = { TZ: "Asia/Kathmandu", BASE_URL: "" };
// Threads take the time zone of the process.
process.env.TZ = env.TZ;
/** These only end what hangs: how fast this machine happens to be decides nothing. */
const unitTimeouts = { testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } };
const integrationTimeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], env, pool: "threads", maxWorkers: 2, ...unitTimeouts },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          env,
          globalSetup: ["tests/support/global-postgres.ts"],
          // Each file waits for its servers about half of the time.
          maxWorkers: 3,
          ...integrationTimeouts,
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
          hookTimeout: 120_000,
          testTimeout: 120_000 * Math.max(1, Number(process.env.FAULT_ROUNDS) || 1),
        },
      },
    ],
  },
});
