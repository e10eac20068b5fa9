import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/* Where this is, what it can run, and how. Imports no package. */

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
export const isClone = existsSync(join(project, "app"));
// A clone keeps everything in its own folder. A package may be installed anywhere, and works in the
// current folder.
if (isClone) process.chdir(project);
else process.env.SLUGLINE_FOLDER = project;

/** Who publishes what is built here, as `owner/name` on GitHub; empty where no workflow says it. */
export const repository = process.env.SLUGLINE_REPOSITORY ?? process.env.GITHUB_REPOSITORY ?? "";

/** What package.json says of that. */
export function publisher() {
  const url = `https://github.com/${repository}`;
  return repository
    ? {
        repository: { type: "git", url: `git+${url}.git` },
        homepage: `${url}#readme`,
        bugs: `${url}/issues`,
      }
    : {};
}

/** Empty outside a clone. A build in a container is given it, because it has no repository. */
export function commitOfSources() {
  return process.env.SLUGLINE_COMMIT || git("rev-parse", "--short=12", "HEAD");
}

/**
 * The version of what is built here: past the commit that named it in package.json, one between this
 * and the next, with the commit. So it is where nobody knows the commit, too.
 */
export function versionOfSources() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  if (!isClone) return version;
  const release = git("log", "-1", "--format=%H", '-G^  "version": ', "--", "package.json");
  return release
    ? developmentVersion(version, git("rev-list", "--count", `${release}..HEAD`))
    : developmentVersion(version, commitOfSources() ? "0" : "");
}

/** @param {string} version @param {string} count Of commits since then; empty: unknown. */
function developmentVersion(version, count) {
  if (count === "0") return version;
  const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  return count ? `${next}-dev.${count}+${commitOfSources()}` : `${next}-dev`;
}

/** What git says of the clone; empty if there is none. @param {string[]} parameters */
function git(...parameters) {
  if (!existsSync(join(project, ".git"))) return "";
  const { status, stdout } = spawnSync("git", parameters, { cwd: project, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** Whether packages for tests are installed. */
export function hasDevelopment() {
  return existsSync("node_modules/vitest");
}

/** The names of the packages in a `node_modules`. @param {string} folder */
export function packagesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return entries.flatMap(({ name }) =>
    name.startsWith("@") ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : name,
  );
}

/**
 * Runs one step and shows its output only if it fails.
 * @param {string | null} title
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string>} [variables]
 */
export function step(title, command, parameters, variables) {
  if (title) console.log(`${title} ...`);
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32" && command === "npm",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
  });
  if (status !== 0)
    fail(`${title ?? command} failed.\n${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`);
}

/** @param {string} message @returns {never} */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
