import { readdirSync, readFileSync } from "node:fs";

/** `npm run verify`, `npm test` and `npm run test:all`. Each has all that the one before has. */
export const runs = /** @type {const} */ (["verify", "test", "all"]);

/** @typedef {(typeof runs)[number]} Run */

/** The first line of a test file names its run. Unit tests are in all of them. */
const named = new RegExp(`^// Run: (${runs.join("|")})\\n`);
const folders = ["tests/integration", "tests/e2e", "tests/faults", "tests/generators"];

/** The test files of a folder that belong to a run. @param {string} folder @param {Run} run */
export function filesOf(folder, run) {
  return testFiles(folder).filter(
    (file) => runs.indexOf(runOf(file) ?? "all") <= runs.indexOf(run),
  );
}

/**
 * Files that name no run, and what CONTRIBUTING.md, which says why, lists otherwise.
 * @returns {string[]}
 */
export function misplacedTests() {
  const sections = readFileSync("CONTRIBUTING.md", "utf8")
    .split(/^### .*`npm (?=run verify|test|run test:all)/m)
    .slice(1);
  return folders.flatMap(testFiles).flatMap((file) => {
    const run = runOf(file);
    if (run === null)
      return [
        `${file} names no run. Begin it with "// Run: ", then ${runs.join(", ")} (CONTRIBUTING.md, Tests and their runs).`,
      ];
    const name = file.replace(/^tests\/|\.(test|spec)\.ts$/g, "");
    const listed = runs.filter((_, index) => sections[index]?.includes(`\`${name}\``));
    return listed.join() === run
      ? []
      : [
          `${file} is in the run ${run}. CONTRIBUTING.md lists \`${name}\` in: ${listed.join(", ") || "none"}.`,
        ];
  });
}

/** @param {string} folder */
function testFiles(folder) {
  const names = readdirSync(folder).filter((name) => /\.(test|spec)\.ts$/.test(name));
  return names.sort().map((name) => `${folder}/${name}`);
}

/**
 * The run that a test file names; null for unit tests.
 * @param {string} file
 * @returns {Run | null}
 */
function runOf(file) {
  return /** @type {Run | null} */ (named.exec(readFileSync(file, "utf8"))?.[1] ?? null);
}
