import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { auditProduction } from "./audit.mjs";

/*
 * Runs checks and test suites one after the other, so that each suite has all cores, and counts passed and failed tests.
 * A failed check stops the run; suites all run, so that one report covers everything.
 */

const reports = "test-results";
const totals = { passed: 0, failed: 0 };

/** @param {string} title @param {string} program A program in node_modules/.bin. @param {string[]} parameters */
export function check(title, program, ...parameters) {
  console.log(`\n# ${title}`);
  if (run(program, parameters) !== 0) finish(1);
}

/** Fails on known high and critical advisories of production dependencies. If the registry lists no advisories, it only reports that. */
export function advisories() {
  console.log("\n# advisories");
  const { outcome, detail } = auditProduction();
  console.log(outcome === "unknown" ? `Not checked: ${detail}` : detail);
  if (outcome === "vulnerable") finish(1);
}

/**
 * @param {string} project A project of vitest.config.ts.
 * @param {string} title
 * @param {string[]} files Parts of file names; empty means all files.
 */
export function vitestSuite(project, title = project, files = []) {
  const report = `${reports}/${project}.json`;
  suite(
    title,
    report,
    "vitest",
    ["run", ...files, "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    (result) => ({
      passed: result.numPassedTests,
      failed: result.numFailedTests,
    }),
  );
}

/**
 * The same suite on the system's Postgres with default settings. The embedded one has another version and build.
 * @param {string} project @param {string[]} files See `vitestSuite`.
 */
export function vitestSuiteOnSystemPostgres(project, files = []) {
  const { status, stdout } = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  const folder = status === 0 ? stdout.trim() : "";
  if (!existsSync(`${folder}/initdb`)) {
    console.log(`\n# ${project} tests on the system's Postgres: skipped, for none is installed`);
    return;
  }
  process.env.TEST_POSTGRES_BIN = folder;
  vitestSuite(project, `${project} on the system's Postgres:`, files);
  delete process.env.TEST_POSTGRES_BIN;
}

/** @param {string} config A Playwright configuration file. */
export function browserSuite(config) {
  suite("browser", `${reports}/e2e.json`, "playwright", ["test", "-c", config], ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/** Prints the summary of all suites. */
export function finish(failedChecks = 0) {
  const failed = totals.failed + failedChecks;
  console.log(`\n${totals.passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/**
 * A suite that fails without a report, for example because it did not start, counts as one failure.
 * @param {string} title @param {string} report @param {string} program @param {string[]} parameters
 * @param {(result: any) => { passed: number, failed: number }} count
 */
function suite(title, report, program, parameters, count) {
  console.log(`\n# ${title} tests`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const status = run(program, parameters);
  const { passed, failed } = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  totals.passed += passed;
  totals.failed += status === 0 ? failed : Math.max(failed, 1);
}

/** @param {string} program @param {string[]} parameters */
function run(program, parameters) {
  return spawnSync(`node_modules/.bin/${program}`, parameters, { stdio: "inherit", shell: process.platform === "win32" }).status;
}
