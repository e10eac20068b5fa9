import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "../scripts/build.mjs";
import { setup } from "../scripts/setup.mjs";

/*
 * How many files of lib a click, a report, a created link and an imported row run through: those
 * with a function that V8 counts a call of. `--list` names them.
 */

setup({ build: false, development: true });
bundle(["bench/acts.ts"]);
/** @type {typeof import("./acts")} */
const { acts, open } = await import(pathToFileURL("dist/bench/acts.js").href);

const folder = mkdtempSync(join(tmpdir(), "slugline-files-"));
// As root, Postgres runs as another user, who must be able to enter.
chmodSync(folder, 0o711);
const session = new Session();
session.connect();
await session.post("Profiler.enable");

/** The places in the sources of a bundled file, by offset. @param {string} file */
function sourcesOf(file) {
  const code = readFileSync(file, "utf8");
  const lines = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) lines.push(at + 1);
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  return (/** @type {number} */ offset) => {
    const line = lines.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (lines[line] ?? 0));
    return "originalSource" in entry ? resolve(dirname(file), entry.originalSource) : "";
  };
}

/**
 * In each of several runs: what only some run through is the work of a new connection or of a timer.
 * @param {() => Promise<void>} act
 */
async function filesOf(act) {
  await act();
  /** @type {Set<string>[]} */
  const runs = [];
  for (let run = 0; run < 5; run++) runs.push(await filesOfRun(act));
  return [...(runs[0] ?? [])].filter((file) => runs.every((run) => run.has(file))).sort();
}

/** @param {() => Promise<void>} act */
async function filesOfRun(act) {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  /** @type {Set<string>} */
  const files = new Set();
  for (const { url, functions } of result.filter(({ url }) => url.includes("/dist/"))) {
    const sourceAt = sourcesOf(fileURLToPath(url));
    for (const { ranges } of functions) {
      const [range] = ranges;
      const file = range && range.count > 0 ? relative(".", sourceAt(range.startOffset)) : "";
      if (file.startsWith("lib/") && !file.includes("/generated/")) files.add(file);
    }
  }
  return files;
}

const close = await open(folder);
try {
  for (const [name, act] of Object.entries(acts)) {
    const files = await filesOf(act);
    console.log(`${name}: ${files.length} files of lib`);
    if (process.argv.includes("--list")) console.log(files.join("\n"));
  }
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
