import { advisories, check, vitestSuite } from "./run-suites.mjs";

/** The checks of `npm run verify`, cheapest first. */
export function verify() {
  check("format", "biome", "format", ".");
  check("lint and layers", "biome", "check", "--error-on-warnings", "--formatter-enabled=false", ".");
  check("route types", "next", "typegen");
  check("types", "tsc", "--noEmit");
  advisories();
  vitestSuite("unit*", "unit");
  vitestSuite("integration");
}
