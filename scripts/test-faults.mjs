import { finish, vitestSuite, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/** The long form of the fault tests: many more rounds and longer outages than in `npm test`. */
setup({ build: true, development: true });
process.env.TEST_RUN = "all";
process.env.FAULT_ROUNDS ??= "10";
await vitestSuite("faults");
await vitestSuiteOnSystemPostgres("integration");
await vitestSuiteOnSystemPostgres("faults");
finish();
