import { finish, vitestSuiteOnCitus } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/**
 * Statistics, recording, deletion, retention and a lost server where clicks are distributed.
 * STATS_CASES=2000 for the long form of the property test.
 */
setup({ build: true, development: true });
await vitestSuiteOnCitus("integration", [
  "api-exports",
  "both-ways",
  "citus",
  "endings",
  "exact-statistics",
  "feed.test",
  "late-clicks",
  "local-days",
  "places.test",
  "record-clicks",
  "remove-history",
  "rollups",
  "scope-report",
  "several-instances",
  "integration/statistics.test",
]);
await vitestSuiteOnCitus("faults", ["citus-server-down"]);
finish();
