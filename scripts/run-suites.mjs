import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { auditProduction } from "./audit.mjs";

/*
 * Runs checks and test suites one after the other, so that each suite has all cores, and counts passed and failed tests.
 * A failed check stops the run; suites all run, so that one report covers everything.
 */

const reports = "test-results";
let passed = 0;
/** @type {string[]} What failed, repeated at the end: thousands of lines may lie between. */
const failures = [];

/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} BrowserTest */
/** @typedef {{ title: string, specs?: { title: string, tests: BrowserTest[] }[], suites?: BrowserTests[] }} BrowserTests */

/** @param {string} title @param {string} program A program in node_modules/.bin. @param {string[]} parameters */
export function check(title, program, ...parameters) {
  console.log(`\n# ${title}`);
  if (run(program, parameters) !== 0) fail(title);
}

/** Fails on known high and critical advisories of production dependencies. If the registry lists no advisories, it only reports that. */
export function advisories() {
  console.log("\n# advisories");
  const { outcome, detail } = auditProduction();
  console.log(outcome === "unknown" ? `Not checked: ${detail}` : detail);
  if (outcome === "vulnerable") fail("advisories");
}

/**
 * @param {string} project A project of vitest.config.ts, or several by a pattern.
 * @param {string} title
 * @param {string[]} files Parts of file names; empty means all files.
 */
export function vitestSuite(project, title = project, files = []) {
  const report = `${reports}/${project.replace("*", "")}.json`;
  suite(
    title,
    report,
    "vitest",
    ["run", ...files, "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ({ numPassedTests, testResults }) => ({ passed: numPassedTests, failed: testResults.flatMap(failedTests) }),
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

/**
 * The same suite with clicks distributed over two servers by Citus, whose extension the system's Postgres must have.
 * @param {string} project @param {string[]} files See `vitestSuite`.
 */
export function vitestSuiteOnCitus(project, files) {
  const [programs, libraries] = ["--bindir", "--pkglibdir"].map((what) => spawnSync("pg_config", [what], { encoding: "utf8" }).stdout?.trim());
  if (!programs || !existsSync(`${programs}/initdb`) || !existsSync(`${libraries}/citus.so`)) {
    console.log(`\n# ${project} tests on Citus: skipped, because the system's Postgres does not have it (docs/scaling.md)`);
    return;
  }
  process.env.TEST_CITUS_BIN = programs;
  vitestSuite(project, `${project} on Citus:`, files);
  delete process.env.TEST_CITUS_BIN;
}

/** @param {string} config A Playwright configuration file. */
export function browserSuite(config) {
  suite("browser", `${reports}/e2e.json`, "playwright", ["test", "-c", config], ({ stats, suites }) => ({
    passed: stats.expected,
    failed: suites.flatMap(failedBrowserTests),
  }));
}

/** Prints the summary of all suites. */
export function finish() {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

/** @param {string} name */
function fail(name) {
  failures.push(name);
  finish();
}

/**
 * The failed tests in one file of a Vitest report. A file that could not run has none, and counts as one failure.
 * @param {{ name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 */
function failedTests({ name, status, assertionResults }) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.flatMap((test) =>
    test.status === "failed" ? [`${file}: ${test.fullName}${reason(test.failureMessages.join("\n"))}`] : [],
  );
  return status === "failed" && failed.length === 0 ? [file] : failed;
}

/** @param {BrowserTests} suite @returns {string[]} */
function failedBrowserTests({ title, specs = [], suites = [] }) {
  // A test that passed only in its second try is a failure, too.
  const own = specs.flatMap((spec) => {
    const failed = spec.tests.filter(({ status }) => status === "unexpected" || status === "flaky");
    const messages = failed.flatMap((test) => test.results.map(({ error }) => error?.message ?? ""));
    return failed.length > 0 ? [spec.title + reason(messages.join("\n"))] : [];
  });
  return [...own, ...suites.flatMap(failedBrowserTests)].map((name) => `${title}: ${name}`);
}

/** The beginning of a message, indented, without its colors. @param {string} message */
function reason(message) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^ *at (.*node_modules|new Promise)/.test(line));
  return lines
    .slice(0, 12)
    .map((line) => `\n      ${line.slice(0, 200)}`)
    .join("");
}

/**
 * A suite that fails without a failed test, for example because it did not start, counts as one failure.
 * @param {string} title @param {string} report @param {string} program @param {string[]} parameters
 * @param {(result: any) => { passed: number, failed: string[] }} count
 */
function suite(title, report, program, parameters, count) {
  console.log(`\n# ${title} tests`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const status = run(program, parameters);
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: [] };
  passed += counted.passed;
  failures.push(...counted.failed);
  if (status !== 0 && counted.failed.length === 0) failures.push(`${title} tests: see above`);
}

/** @param {string} program @param {string[]} parameters */
function run(program, parameters) {
  return spawnSync(`node_modules/.bin/${program}`, parameters, { stdio: "inherit", shell: process.platform === "win32" }).status;
}
