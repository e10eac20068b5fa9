import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readRelease } from "./release-notes.mjs";

/*
 * `node scripts/publish-release.mjs [TAG]` makes the GitHub release of a tag with GitHub's program
 * `gh`: the archives in `dist-release`, and the section of CHANGELOG.md. A release that exists
 * already gets the archives again.
 */

const tag = process.argv[2] ?? process.env.GITHUB_REF_NAME;
const archives = readdirSync("dist-release").filter((name) => name.endsWith("gz"));

try {
  const { version, notes } = readRelease(tag);
  const foreign = archives.filter((name) => !name.startsWith(`slugline-${version}`));
  if (archives.length === 0 || foreign.length > 0)
    throw new Error(
      `dist-release must have archives of ${version} only: ${foreign.join(", ") || "it is empty"}.`,
    );
  const files = archives.map((name) => `dist-release/${name}`);
  const kind = version.includes("-") ? ["--prerelease"] : [];
  if (gh(["release", "view", `${tag}`], "ignore"))
    publish(["upload", `${tag}`, "--clobber", ...files]);
  else
    publish([
      "create",
      `${tag}`,
      "--verify-tag",
      "--title",
      version,
      "--notes",
      notes,
      ...kind,
      ...files,
    ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string[]} parameters */
function publish(parameters) {
  if (!gh(["release", ...parameters], "inherit"))
    throw new Error(`gh release ${parameters[0]} failed.`);
}

/** @param {string[]} parameters @param {"ignore" | "inherit"} output */
function gh(parameters, output) {
  const { status, error } = spawnSync("gh", parameters, { stdio: ["ignore", output, output] });
  if (error) throw new Error(`GitHub's program gh cannot be run: ${error.message}`);
  return status === 0;
}
