import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
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
