import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { filesOf, misplacedTests } from "./test-runs.mjs";

/*
 * Runs checks and test suites, several at a time where one mostly waits, and counts passed and
 * failed tests. A failed check stops the run; suites all run, so that one report covers everything.
 */

const reports = "test-results";
let passed = 0;
/** @type {string[]} What failed, repeated at the end: thousands of lines may lie between. */
const failures = [];
let hasFailedCheck = false;
/** @type {Timed[]} */
const suites = [];
/** @type {Timed[]} */
const files = [];
const from = performance.now();

// Removed at the end, with what killed servers and failed tests left in it.
const folder = mkdtempSync(join(tmpdir(), "slugline-tests-"));
// For root, Postgres runs as another user.
chmodSync(folder, 0o1777);
process.env.TMPDIR = folder;
process.on("exit", () => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    // A process that outlives its tests may still write there.
    console.error(error);
  }
});

/** @typedef {import("./test-runs.mjs").Run} Run */
/** @typedef {{ name: string, ms: number }} Timed */
/**
 * @typedef {{ status: string, results: { duration: number, error?: { message?: string } }[] }}
 *   BrowserTest
 */
/**
 * @typedef {{ title: string, specs?: { title: string, tests: BrowserTest[] }[], suites?:
 *   BrowserTests[] }} BrowserTests
 */
/** @typedef {{ passed: number, failed: string[], files: Timed[] }} Counted */

/**
 * @param {string} title
 * @param {string} program A program in node_modules/.bin.
 * @param {string[]} parameters
 */
export async function check(title, program, ...parameters) {
  if ((await run(title, program, parameters)) !== 0) failCheck(title);
}

/** A check that is a function of one of our scripts. @param {string} title @param {string} call */
export function ownCheck(title, call) {
  return check(title, process.execPath, "--input-type=module", "-e", call);
}

/** Ends the run if a check has failed. */
export function stopIfFailed() {
  if (hasFailedCheck) finish();
}

/** @param {string} title */
function failCheck(title) {
  failures.push(title);
  hasFailedCheck = true;
}

/** Fails if a test file names no run, or another one than CONTRIBUTING.md says. */
export function placedTests() {
  console.log("\n# runs of the tests");
  const problems = misplacedTests();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) failCheck("runs of the tests");
}

/** Unit tests, which are in every run. */
export function unitSuite() {
  return vitestSuite("unit*", "unit");
}

/**
 * The tests of a project of vitest.config.ts that belong to a run.
 * @param {"integration" | "faults" | "generators"} project
 * @param {Run} run
 */
export function suiteOf(project, run) {
  return vitestSuite(project, project, filesOf(`tests/${project}`, run));
}

/**
 * @param {string} project A project of vitest.config.ts, or several by a pattern.
 * @param {string} title
 * @param {string[]} only Parts of file names; empty means all files.
 * @param {Record<string, string>} env Further variables.
 */
export function vitestSuite(project, title = project, only = [], env = {}) {
  const report = `${reports}/${project.replace("*", "")}.json`;
  return suite(
    title,
    report,
    "vitest",
    [
      "run",
      ...only,
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failed: testResults.flatMap(failedTests),
      files: testResults.map(
        (
          /** @type {{ name: string, startTime: number, endTime: number }} */ {
            name,
            startTime,
            endTime,
          },
        ) => ({
          name: relative(process.cwd(), name),
          ms: endTime - startTime,
        }),
      ),
    }),
    env,
  );
}

/**
 * The same suite on the system's Postgres with default settings. The embedded one has another
 * version and build.
 * @param {string} project @param {string[]} only @param {Record<string, string>} env See
 *   `vitestSuite`.
 */
export async function vitestSuiteOnSystemPostgres(project, only = [], env = {}) {
  const { status, stdout } = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  const folder = status === 0 ? stdout.trim() : "";
  if (!existsSync(`${folder}/initdb`)) {
    console.log(`\n# ${project} tests on the system's Postgres: skipped, for none is installed`);
    return;
  }
  const title = `${project} on the system's Postgres:`;
  await vitestSuite(project, title, only, { TEST_POSTGRES_BIN: folder, ...env });
}

/**
 * The same suite with clicks distributed over two servers by Citus, whose extension the system's
 * Postgres must have.
 * @param {string} project @param {string[]} only See `vitestSuite`.
 */
export async function vitestSuiteOnCitus(project, only) {
  const [programs, libraries] = ["--bindir", "--pkglibdir"].map((what) =>
    spawnSync("pg_config", [what], { encoding: "utf8" }).stdout?.trim(),
  );
  if (!programs || !existsSync(`${programs}/initdb`) || !existsSync(`${libraries}/citus.so`)) {
    console.log(
      `\n# ${project} tests on Citus: skipped, because the system's Postgres does not have it (docs/scaling.md)`,
    );
    return;
  }
  await vitestSuite(project, `${project} on Citus:`, only, { TEST_CITUS_BIN: programs });
}

/** The browser tests that belong to a run. @param {Run} run */
export function browserSuite(run) {
  const parameters = ["test", "-c", "tests/e2e/playwright.config.ts", ...filesOf("tests/e2e", run)];
  return suite("browser", `${reports}/e2e.json`, "playwright", parameters, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: suites.flatMap(failedBrowserTests),
    files: suites.map((/** @type {BrowserTests} */ file) => ({
      name: `tests/e2e/${file.title}`,
      ms: durationOf(file),
    })),
  }));
}

/** Prints how long what took, and the summary of all suites. */
export function finish() {
  console.log(
    `\nSeconds: ${[...suites, { name: "all, with installation and build", ms: performance.now() - from }].map(seconds).join(", ")}`,
  );
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 10);
  if (slowest.length > 0) console.log(`Slowest files: ${slowest.map(seconds).join(", ")}`);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

/** @param {Timed} timed */
const seconds = ({ name, ms }) => `${name} ${(ms / 1000).toFixed(0)}`;

/**
 * The sum of all its tests, which run one after the other.
 * @param {BrowserTests} suite
 * @returns {number}
 */
function durationOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.map(durationOf)].reduce((sum, ms) => sum + ms, 0);
}

/**
 * The failed tests in one file of a Vitest report. A file that could not run has none, and counts
 * as one failure.
 * @param {{ name: string, status: string, assertionResults: { status: string, fullName: string,
 *   failureMessages: string[] }[] }} file
 */
function failedTests({ name, status, assertionResults }) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.flatMap((test) =>
    test.status === "failed"
      ? [`${file}: ${test.fullName}${reason(test.failureMessages.join("\n"))}`]
      : [],
  );
  return status === "failed" && failed.length === 0 ? [file] : failed;
}

/** @param {BrowserTests} suite @returns {string[]} */
function failedBrowserTests({ title, specs = [], suites = [] }) {
  // A test that passed only in its second try is a failure, too.
  const own = specs.flatMap((spec) => {
    const failed = spec.tests.filter(({ status }) => status === "unexpected" || status === "flaky");
    const messages = failed.flatMap((test) =>
      test.results.map(({ error }) => error?.message ?? ""),
    );
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
 * A suite that fails without a failed test, for example because it did not start, counts as one
 * failure.
 * @param {string} title
 * @param {string} report
 * @param {string} program
 * @param {string[]} parameters
 * @param {(result: any) => Counted} count
 * @param {Record<string, string>} [env]
 */
async function suite(title, report, program, parameters, count, env) {
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const status = await run(`${title.replace(/:$/, "")} tests`, program, parameters, env);
  /** @type {Counted} */
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: [], files: [] };
  passed += counted.passed;
  files.push(...counted.files);
  failures.push(...counted.failed);
  if (status !== 0 && counted.failed.length === 0) failures.push(`${title} tests: see above`);
}

/** Ends when all that was started before has been printed. */
let printed = Promise.resolve();

/**
 * Runs a program. What others print meanwhile follows when it has ended.
 * @param {string} title
 * @param {string} program One of node_modules/.bin, or the path of another.
 * @param {string[]} parameters
 * @param {Record<string, string>} [env] Further variables.
 * @returns {Promise<number | null>} Its exit code.
 */
async function run(title, program, parameters, env) {
  const begun = performance.now();
  const child = spawn(
    program === process.execPath ? program : `node_modules/.bin/${program}`,
    parameters,
    {
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && program !== process.execPath,
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }), ...env },
    },
  );
  /** @type {Uint8Array[] | null} */
  let held = [Buffer.from(`\n# ${title}\n`)];
  /** @param {Uint8Array} output */
  const print = (output) => void (held ? held.push(output) : process.stdout.write(output));
  child.stdout.on("data", print);
  child.stderr.on("data", print);
  const ended = once(child, "close");
  const before = printed;
  printed = ended.then(() => before);
  await before;
  for (const output of held) process.stdout.write(output);
  held = null;
  const [status] = await ended;
  suites.push({ name: title.replace(/ tests$/, ""), ms: performance.now() - begun });
  return status;
}
