import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesOf, runs } from "../scripts/test-runs.mjs";

/*
 * How strong the tests are: breaks one promise or feature after the other, each in a copy of its
 * own, and prints the first run that notices. `node tests/break-twenty.mjs [part of a name]`. It
 * takes about two minutes for each.
 */

/**
 * What is broken, in which file, and how.
 * @type {[name: string, file: string, from: string, to: string][]}
 */
const breaks = [
  [
    "a click is answered before it is durable",
    "lib/visits/visit-recorder.ts",
    "if (recorded && (await this.isDone(entry, recorded))) return",
    "if (recorded) void this.isDone(entry, recorded);\n    if (recorded) return",
  ],
  [
    "no click goes to the journal",
    "lib/visits/visit-recorder.ts",
    "await this.journal().append(entry);",
    'if (Date.now() > 0) throw new Error("no journal");',
  ],
  [
    "one bad click takes its neighbours along",
    "lib/visits/visit-recorder.ts",
    "if (clicks.length === 1 && first) return new Map([[first, refusal]]);",
    "if (first) return new Map(clicks.map((each) => [each, refusal]));",
  ],
  [
    "visitors wait for a hung statement",
    "lib/visits/visit-recorder.ts",
    "const databaseLimitMs = 250;",
    "const databaseLimitMs = 60_000;",
  ],
  [
    "an edit is not heard",
    "lib/visits/link-change-listener.ts",
    'else this.caches.forget(payload ?? "");',
    "else void payload;",
  ],
  [
    "the scraper reads private addresses",
    "lib/previews/public-address.ts",
    'address.range() !== "unicast" || ',
    "",
  ],
  [
    "a visitor overrides a parameter of the destination",
    "lib/core/forward-query.ts",
    "!read.some((each) => own.has(each)) &&",
    "",
  ],
  [
    "a read-only token writes",
    "lib/http/api-route.ts",
    'requireRole(caller, access.api[path][isRead(method) ? "read" : "write"]);',
    'requireRole(caller, access.api[path][method === "DELETE" ? "write" : "read"]);',
  ],
  [
    "visitors of one network are one visitor",
    "lib/visits/visitor-hash.ts",
    "Buffer.from(address)",
    "Buffer.from(address.slice(0, 8))",
  ],
  [
    "an instance that stops closes its connections at once",
    "lib/http/front.ts",
    "const idleGraceMs = 1_500;",
    "const idleGraceMs = 0;",
  ],
  [
    "an exported cell is a formula",
    "lib/core/formula-guard.ts",
    "return value.replace(unguarded,",
    "return value.replace(/$^/,",
  ],
  [
    "guesses at passwords are unlimited",
    "lib/owners/guess-limits.ts",
    "if (isOverLimit(error)) throw tooManyGuesses(error.msBeforeNext);",
    "if (isOverLimit(error)) return { counted: 0, giveBack: async () => {} };",
  ],
  [
    "a page of another site writes",
    "lib/core/own-origin.ts",
    "if (given === null || given.origin !== origin) return false;",
    "if (given === null || given.origin === origin) return true;",
  ],
  [
    "a backup lacks bot hits",
    "lib/backup/backup-tables.ts",
    "UncountedVisit: true",
    "UncountedVisit: false",
  ],
  [
    "a web thread that dies stays away",
    "lib/web/web-thread.ts",
    "void this.replace();",
    "this.port = null;",
  ],
  [
    "a link with a maximum redirects once more",
    "lib/visits/limited-clicks.ts",
    "else if (rest <= 0)",
    "else if (rest < 0)",
  ],
  [
    "an import cuts a row that is too long",
    "lib/transfer/table-rows.ts",
    "if (fields.length > this.width) {",
    "if (fields.length > this.width * 100) {",
  ],
  [
    "a prefetch is a click",
    "lib/visits/classify-visitor.ts",
    '["sec-purpose", "purpose", "x-purpose", "x-moz"]',
    '["x-moz"]',
  ],
  [
    "campaigns have the medium as their name",
    "lib/visits/campaign.ts",
    'utmCampaign: tag("utm_campaign")',
    'utmCampaign: tag("utm_medium")',
  ],
  [
    "the key C opens no dialog",
    "components/layout/dashboard-keys.tsx",
    "    c: () =>",
    "    n: () =>",
  ],
];

/** The steps of a run, without those of the runs before. @param {(typeof runs)[number]} run */
function stepsOf(run) {
  const before = runs[runs.indexOf(run) - 1];
  /** @param {string} folder */
  const added = (folder) => {
    const earlier = before ? filesOf(folder, before) : [];
    return filesOf(folder, run).filter((file) => !earlier.includes(file));
  };
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1"];
  const build = 'import("./scripts/setup.mjs").then(({ setup }) => setup({ build: true }))';
  const steps =
    run === "verify"
      ? [
          ["node_modules/typescript/bin/tsc", "--noEmit"],
          [...vitest, "--project", "unit*"],
          ["-e", build],
        ]
      : [];
  const integration =
    run === "all" ? filesOf("tests/integration", run) : added("tests/integration");
  if (integration.length > 0) steps.push([...vitest, "--project", "integration", ...integration]);
  const browser = run === "all" ? filesOf("tests/e2e", run) : added("tests/e2e");
  if (browser.length > 0)
    steps.push([
      "node_modules/@playwright/test/cli.js",
      "test",
      "-c",
      "tests/e2e/playwright.config.ts",
      "-x",
      ...browser,
    ]);
  if (added("tests/faults").length > 0)
    steps.push([...vitest, "--project", "faults", ...added("tests/faults")]);
  return steps;
}

/**
 * The first run that fails in a copy with this break, and its first failure.
 * @param {(typeof breaks)[number]} broken
 * @returns {string[]}
 */
function caughtBy([, file, from, to]) {
  const copy = mkdtempSync(join(tmpdir(), "slugline-break-"));
  try {
    const skipped = new Set(["node_modules", ".git", ".data", "test-results"]);
    cpSync(".", copy, { recursive: true, filter: (source) => !skipped.has(source) });
    // Turbopack follows no link out of the copy.
    if (spawnSync("cp", ["-al", "node_modules", copy]).status !== 0)
      cpSync("node_modules", join(copy, "node_modules"), { recursive: true });
    const text = readFileSync(file, "utf8");
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
    for (const run of runs) {
      for (const parameters of stepsOf(run)) {
        const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
          cwd: copy,
          encoding: "utf8",
          maxBuffer: 256 * 1024 * 1024,
          env: { ...process.env, TEST_RUN: run, NO_COLOR: "1" },
        });
        if (status !== 0)
          return [
            run,
            /(?:FAIL |^ *\d+\) )(.*)/m.exec(`${stdout}\n${stderr}`)?.[1] ??
              parameters.slice(0, 2).join(" "),
          ];
      }
    }
    return ["none", ""];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

for (const [, file, from] of breaks)
  if (readFileSync(file, "utf8").split(from).length !== 2)
    throw new Error(`${file} has not exactly one of: ${from}`);
const wanted = process.argv[2] ?? "";
const outcomes = breaks
  .filter(([name]) => name.includes(wanted))
  .map((broken) => {
    const [run = "", test = ""] = caughtBy(broken);
    process.stdout.write(`${broken[0]}: ${run} (${test})\n`);
    return run;
  });
for (const [index, run] of runs.entries()) {
  const caught = outcomes.filter((each) =>
    runs.slice(0, index + 1).some((known) => known === each),
  ).length;
  process.stdout.write(`${run}: ${caught} of ${outcomes.length}\n`);
}
