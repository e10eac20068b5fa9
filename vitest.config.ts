import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = {
  "@": fileURLToPath(new URL(".", import.meta.url)),
  "#texts": fileURLToPath(new URL("tests/unit/support/english-texts.ts", import.meta.url)),
};
// Neither UTC nor a whole hour: a day boundary read in local time shows at once. BASE_URL means
// something else to Vite. Commands speak the language of the terminal: English here.
const env = { TZ: "Asia/Kathmandu", BASE_URL: "", LC_ALL: "C" };
// Threads take the time zone of the process.
process.env.TZ = env.TZ;
// Time limits only end what hangs: how fast this machine happens to be decides nothing.
const integrationTimeouts = {
  testTimeout: 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
// GitHub's parser of workflows imports JSON in a way that Node refuses, and names source maps that
// it does not have.
const server = { deps: { inline: [/@actions\//] } };
const logLevel = "error";
const unit = {
  env,
  server,
  setupFiles: "tests/unit/support/without-service.ts",
  pool: "threads",
  maxWorkers: 2,
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
} as const;
/**
 * Only files that replace modules, or import them anew, need modules of their own. Importing all for
 * each file takes most of the time of the unit tests.
 */
const replacing = readdirSync("tests/unit", { recursive: true, encoding: "utf8" })
  .map((file) => `tests/unit/${file}`)
  .filter(
    (file) =>
      file.endsWith(".test.ts") && /vi\.(mock|resetModules)\(/.test(readFileSync(file, "utf8")),
  );

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        logLevel,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          exclude: replacing,
          isolate: false,
          ...unit,
        },
      },
      { resolve: { alias }, test: { name: "unit-isolated", include: replacing, ...unit } },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          env,
          globalSetup: ["tests/support/global-postgres.ts"],
          // Files of one worker share the imported modules and, with `useSharedService`, a server.
          isolate: false,
          // Each file waits for its servers about half of the time.
          maxWorkers: 3,
          ...integrationTimeouts,
        },
      },
      {
        resolve: { alias },
        // Needs packages of its own, which it installs: only `npm run test:all` runs it.
        test: {
          name: "generators",
          include: ["tests/generators/*.test.ts"],
          env,
          globalSetup: ["tests/support/global-postgres.ts"],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        // Each file kills a Postgres and servers of its own, and waits half of the time. Three at a
        // time would keep requests waiting for the processor beyond their limits.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          env,
          isolate: false,
          maxWorkers: 2,
          hookTimeout: 120_000,
          testTimeout: 120_000 * Math.max(1, Number(process.env.FAULT_ROUNDS) || 1),
        },
      },
    ],
  },
});
