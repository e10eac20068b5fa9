import { check, ownCheck, placedTests, stopIfFailed, unitSuite } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/** What every run begins with: the checks, then the unit tests beside the build. */
export async function prepare() {
  setup({ build: false, development: true });
  placedTests();
  const types = async () => {
    await check("route types", "next", "typegen");
    await check("types", "tsc", "--noEmit");
  };
  await Promise.all([
    check("format and lint", "biome", "check", "--error-on-warnings", "."),
    ownCheck("advisories", '(await import("./scripts/audit.mjs")).printAudit()'),
    types(),
  ]);
  stopIfFailed();
  const build = '(await import("./scripts/setup.mjs")).setup({ build: true, development: true })';
  await Promise.all([ownCheck("build", build), unitSuite()]);
  stopIfFailed();
}
