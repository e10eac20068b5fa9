import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/*
 * Runs checks and test suites one after the other (the machine's cores are for the suite that runs) and adds up what
 * passed and failed. Stops at a failed check; runs every suite, so that one report tells all.
 */

const reports = "test-results";
const totals = { passed: 0, failed: 0 };

/** @param {string} title @param {string} program A program of node_modules/.bin. @param {string[]} parameters */
export function check(title, program, ...parameters) {
  console.log(`\n# ${title}`);
  if (run(program, parameters) !== 0) finish(1);
}

/** @param {string} project A project of vitest.config.ts. */
export function vitestSuite(project) {
  const report = `${reports}/${project}.json`;
  suite(
    project,
    report,
    "vitest",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    (result) => ({
      passed: result.numPassedTests,
      failed: result.numFailedTests,
    }),
  );
}

/** @param {string} config A configuration file of Playwright. */
export function browserSuite(config) {
  suite("browser", `${reports}/e2e.json`, "playwright", ["test", "-c", config], ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/** Ends with the line that sums up all suites. */
export function finish(failedChecks = 0) {
  const failed = totals.failed + failedChecks;
  console.log(`\n${totals.passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/**
 * A suite that ends badly without a report of its failures (it did not start, say) counts as one failure.
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
