import { finish, vitestSuite, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/** The long form of the fault tests: more rounds and longer outages than in `npm test`. Takes about an hour. */
setup({ build: true });
process.env.FAULT_ROUNDS ??= "3";
vitestSuite("faults");
vitestSuiteOnSystemPostgres("integration");
vitestSuiteOnSystemPostgres("faults");
finish();
