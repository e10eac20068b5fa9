import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesOf, runOf, runs } from "../scripts/test-runs.mjs";

/*
 * How strong the tests are: breaks one promise or feature after the other, each in a copy of its
 * own, and prints the first run that notices. `node tests/break-twenty.mjs [part of a name ...]`. It
 * takes a minute for each. The test that guards the promise is asked first; only where it notices
 * nothing, all the others are.
 */

/**
 * What is broken, in which file and how, and which test guards it.
 * @type {[name: string, file: string, from: string, to: string, test: string][]}
 */
const breaks = [
  [
    "a click is answered before it is durable",
    "lib/visits/visit-recorder.ts",
    "if (recorded && (await this.isDone(entry, recorded))) return",
    "if (recorded) void this.isDone(entry, recorded);\n    if (recorded) return",
    "tests/integration/endings.test.ts",
  ],
  [
    "no click goes to the journal",
    "lib/visits/visit-recorder.ts",
    "await this.journal().append(entry);",
    'await (entry ? Promise.reject(new Error("no journal")) : this.journal().append(entry));',
    "tests/faults/database-away.test.ts",
  ],
  [
    "one bad click takes its neighbours along",
    "lib/visits/visit-recorder.ts",
    "if (clicks.length === 1 && first) return new Map([[first, refusal]]);",
    "if (first) return new Map(clicks.map((each) => [each, refusal]));",
    "tests/faults/bad-clicks.test.ts",
  ],
  [
    "visitors wait for a hung statement",
    "lib/visits/visit-recorder.ts",
    "const databaseLimitMs = 250;",
    "const databaseLimitMs = 60_000;",
    "tests/faults/hung-statements.test.ts",
  ],
  [
    "an edit is not heard",
    "lib/visits/link-change-listener.ts",
    'else this.caches.forget(payload ?? "");',
    "else void payload;",
    "tests/faults/changes-act.test.ts",
  ],
  [
    "the scraper reads private addresses",
    "lib/previews/scrape-policy.ts",
    'address.range() !== "unicast" || ',
    "",
    "tests/unit/previews/public-address.test.ts",
  ],
  [
    "a visitor overrides a parameter of the destination",
    "lib/core/forward-query.ts",
    "!read.some((each) => own.has(each)) &&",
    "own.size >= 0 &&",
    "tests/unit/core/forward-query.test.ts",
  ],
  [
    "a read-only token writes",
    "lib/http/api/api-route.ts",
    'requireRole(caller, access.api[path][isRead(method) ? "read" : "write"]);',
    'requireRole(caller, access.api[path][method === "DELETE" ? "write" : "read"]);',
    "tests/integration/access.test.ts",
  ],
  [
    "visitors of one network are one visitor",
    "lib/visits/record-visit.ts",
    "Buffer.from(address)",
    "Buffer.from(address.slice(0, 8))",
    "tests/unit/visits/visitor-hash.test.ts",
  ],
  [
    "an instance that stops closes its connections at once",
    "lib/http/front/front.ts",
    "const idleGraceMs = 1_500;",
    "const idleGraceMs = 0;",
    "tests/faults/rolling-restart.test.ts",
  ],
  [
    "an exported cell is a formula",
    "lib/core/formula-guard.ts",
    "return value.replace(unguarded,",
    "return value.replace(unguarded.source ? /$^/ : unguarded,",
    "tests/unit/core/table-file.test.ts",
  ],
  [
    "guesses at passwords are unlimited",
    "lib/limits/guess-limits.ts",
    "if (isOverLimit(error)) throw tooManyGuesses(error.msBeforeNext);",
    "if (isOverLimit(error) && error.msBeforeNext < 0) throw tooManyGuesses(0);\n      if (isOverLimit(error)) return { counted: 0, giveBack: async () => {} };",
    "tests/integration/lock-out.test.ts",
  ],
  [
    "a page of another site writes",
    "lib/core/own-origin.ts",
    "if (given === null || given.origin !== origin) return false;",
    "if (given === null || given.origin === origin) return true;",
    "tests/unit/core/own-origin.test.ts",
  ],
  [
    "a backup lacks bot hits",
    "lib/backup/backup-tables.ts",
    "UncountedVisit: true",
    "UncountedVisit: false",
    "tests/faults/backup.test.ts",
  ],
  [
    "a web thread that dies stays away",
    "lib/web/web-thread.ts",
    "void this.replace();",
    "if (process.uptime() < 0) void this.replace();",
    "tests/unit/web/web-thread.test.ts",
  ],
  [
    "a link with a maximum redirects once more",
    "lib/visits/limits/limited-clicks.ts",
    "else if (rest <= 0)",
    "else if (rest < 0)",
    "tests/faults/limited-clicks.test.ts",
  ],
  [
    "an import cuts a row that is too long",
    "lib/transfer/table-rows.ts",
    "if (fields.length > this.width) {",
    "if (fields.length > this.width * 100) {",
    "tests/unit/transfer/read-link-rows.test.ts",
  ],
  [
    "a prefetch is a click",
    "lib/visits/describe/classify-visitor.ts",
    '["sec-purpose", "purpose", "x-purpose", "x-moz"]',
    '["x-moz"]',
    "tests/unit/visits/classify-visitor.test.ts",
  ],
  [
    "campaigns have the medium as their name",
    "lib/visits/describe/campaign.ts",
    'utmCampaign: tag("utm_campaign")',
    'utmCampaign: tag("utm_medium")',
    "tests/unit/visits/campaign.test.ts",
  ],
  [
    "the key C opens no dialog",
    "components/layout/dashboard-keys.tsx",
    "    c: () =>",
    "    n: () =>",
    "tests/e2e/links.spec.ts",
  ],
];

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--project"];
const build = ["-e", 'import("./scripts/setup.mjs").then(({ setup }) => setup({ build: true }))'];
const browser = ["node_modules/@playwright/test/cli.js", "test", "-x"];
const inBrowser = [...browser, "-c", "tests/e2e/playwright.config.ts"];

/** What runs test files of one folder. @param {string[]} files @returns {string[][]} */
function stepsFor(files) {
  /** @param {string} folder @param {string[]} command */
  const of = (folder, command) => {
    const own = files.filter((file) => file.startsWith(`tests/${folder}/`));
    return own.length > 0 ? [[...command, ...own]] : [];
  };
  const served = [
    ...of("integration", [...vitest, "integration"]),
    ...of("e2e", inBrowser),
    ...of("faults", [...vitest, "faults"]),
  ];
  return [...of("unit", [...vitest, "unit*"]), ...(served.length > 0 ? [build, ...served] : [])];
}

/** The steps of a run, without those of the runs before. @param {(typeof runs)[number]} run */
function stepsOf(run) {
  const before = runs[runs.indexOf(run) - 1];
  const added = ["tests/integration", "tests/e2e", "tests/faults"].flatMap((folder) => {
    const earlier = before ? filesOf(folder, before) : [];
    // The full run repeats the earlier files in their long form.
    return filesOf(folder, run).filter((file) => run === "all" || !earlier.includes(file));
  });
  return run === "verify" ? [[...vitest, "unit*"], ...stepsFor(added)] : stepsFor(added);
}

/**
 * A copy of the project, with a change or without.
 * @template T
 * @param {(copy: string) => T} work
 */
function inCopy(work) {
  const copy = mkdtempSync(join(tmpdir(), "slugline-break-"));
  try {
    const skipped = new Set(["node_modules", ".git", ".data", "test-results"]);
    cpSync(".", copy, { recursive: true, filter: (source) => !skipped.has(source) });
    // Turbopack follows no link out of the copy.
    if (spawnSync("cp", ["-al", "node_modules", copy]).status !== 0)
      cpSync("node_modules", join(copy, "node_modules"), { recursive: true });
    return work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The first failure of these steps, or null.
 * @param {string} cwd
 * @param {(typeof runs)[number]} run
 * @param {string[][]} steps
 */
function firstFailure(cwd, run, steps) {
  for (const parameters of steps) {
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      cwd,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, TEST_RUN: run, NO_COLOR: "1" },
    });
    if (status !== 0)
      return (
        /(?:FAIL |^ *\d+\) )(.*)/m.exec(`${stdout}\n${stderr}`)?.[1] ??
        parameters.slice(0, 2).join(" ")
      );
  }
  return null;
}

/**
 * The first run that fails in a copy with this break, and its first failure.
 * @param {(typeof breaks)[number]} broken
 * @returns {[run: string, failure: string]}
 */
function caughtBy([name, file, from, to, test]) {
  return inCopy((copy) => {
    const text = readFileSync(file, "utf8");
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
    const types = [["node_modules/typescript/bin/tsc", "--noEmit"]];
    if (firstFailure(copy, "verify", types))
      throw new Error(`${name}: the break is no valid code.`);
    const guard = runOf(test) ?? "verify";
    const failure = firstFailure(copy, guard, stepsFor([test]));
    if (failure) return [guard, failure];
    for (const run of runs) {
      const found = firstFailure(copy, run, stepsOf(run));
      if (found) return [run, found];
    }
    return ["none", ""];
  });
}

const parts = process.argv.slice(2);
const chosen = breaks.filter(
  ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
for (const [, file, from] of chosen)
  if (readFileSync(file, "utf8").split(from).length !== 2)
    throw new Error(`${file} has not exactly one of: ${from}`);
const guards = [...new Set(chosen.map(([, , , , test]) => test))];
const broken = inCopy((copy) => firstFailure(copy, "test", stepsFor(guards)));
if (broken) throw new Error(`Fails without a break: ${broken}`);
const outcomes = chosen.map((each) => {
  const [run, failure] = caughtBy(each);
  process.stdout.write(`${each[0]}: ${run} (${failure})\n`);
  return run;
});
for (const [index, run] of runs.entries()) {
  const caught = outcomes.filter((each) =>
    runs.slice(0, index + 1).some((known) => known === each),
  ).length;
  process.stdout.write(`${run}: ${caught} of ${outcomes.length}\n`);
}
