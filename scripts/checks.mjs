import { advisories, check, placedTests, suiteOf, unitSuite } from "./run-suites.mjs";

/** The checks of `npm run verify`, cheapest first. @param {import("./test-runs.mjs").Run} run */
export function verify(run) {
  placedTests();
  check("format", "biome", "format", ".");
  check("lint", "biome", "check", "--error-on-warnings", "--formatter-enabled=false", ".");
  check("route types", "next", "typegen");
  check("types", "tsc", "--noEmit");
  advisories();
  unitSuite();
  suiteOf("integration", run);
}
