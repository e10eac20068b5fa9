import { finish, vitestSuite, vitestSuiteOnSystemPostgres } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/** The fault tests in their long form: many more rounds and longer outages than `npm test` has time for. */
setup({ build: true });
process.env.FAULT_ROUNDS ??= "10";
vitestSuite("faults");
vitestSuiteOnSystemPostgres("integration");
vitestSuiteOnSystemPostgres("faults");
finish();
