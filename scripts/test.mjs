import { prepare } from "./checks.mjs";
import { browserSuite, finish, suiteOf, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";

const run = process.argv[2] === "all" ? "all" : "test";
// Tests take their long form in the full run (tests/support/run.ts).
process.env.TEST_RUN = run;
await prepare();
await suiteOf("integration", run);
await browserSuite(run);
// Alone: what kills servers under load needs the cores itself.
await suiteOf("faults", run);
if (run === "all") {
  await suiteOf("generators", run);
  // What depends on the server's version. The long form of the fault tests runs everything there.
  const files = [
    "connections",
    "exact-statistics",
    "guarded-pool",
    "links-api",
    "record-clicks",
    "rollups",
  ];
  await vitestSuiteOnSystemPostgres("integration", files, { TEST_RUN: "test" });
}
finish();
