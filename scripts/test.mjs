import { verify } from "./checks.mjs";
import { browserSuite, finish, suiteOf, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

const run = process.argv[2] === "all" ? "all" : "test";
// Tests take their long form in the full run (tests/support/run.ts).
process.env.TEST_RUN = run;
setup({ build: true, development: true });
verify(run);
browserSuite(run);
suiteOf("faults", run);
if (run === "all") {
  suiteOf("generators", run);
  // What depends on the server's version. The long form of the fault tests runs everything there.
  process.env.TEST_RUN = "test";
  vitestSuiteOnSystemPostgres("integration", [
    "connections",
    "exact-statistics",
    "guarded-pool",
    "links-api",
    "record-clicks",
    "rollups",
  ]);
}
finish();
