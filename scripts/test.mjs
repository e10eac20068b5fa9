import { verify } from "./checks.mjs";
import { browserSuite, finish, vitestSuite, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

setup({ build: true });
verify();
// The tests that depend on the server's version. The long form of the fault tests runs all of them there.
vitestSuiteOnSystemPostgres("integration", ["connections", "exact-statistics", "guarded-pool", "links-api", "record-clicks", "rollups"]);
browserSuite("tests/e2e/playwright.config.ts");
vitestSuite("faults");
if (process.argv[2] === "all") vitestSuite("generators");
finish();
