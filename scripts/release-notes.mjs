import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/*
 * `node scripts/release-notes.mjs [TAG]` prints the section of CHANGELOG.md for a release. It fails
 * if the tag (default: GITHUB_REF_NAME, that of the workflow) is not the version of package.json,
 * or the section has no date or says nothing about a downgrade.
 */

/** @param {{ tag: string | undefined, version: string, changelog: string }} given */
export function releaseNotes({ tag, version, changelog }) {
  if (tag !== `v${version}`)
    throw new Error(
      `The tag ${tag ?? "(none)"} is not that of version ${version} in package.json: v${version}.`,
    );
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) =>
    new RegExp(`^## \\[?${version.replaceAll(".", "\\.")}\\]?[ \\n]`).test(each),
  );
  if (!section) throw new Error(`CHANGELOG.md has no section "## ${version}".`);
  const [heading = "", ...lines] = section.split("\n");
  if (!/\d{4}-\d{2}-\d{2}/.test(heading))
    throw new Error(`CHANGELOG.md: "${heading}" has no date.`);
  if (!/^\W*Downgrade\b/m.test(section))
    throw new Error(`CHANGELOG.md: "${heading}" has no line "Downgrade: yes" or "Downgrade: no".`);
  return `${lines.join("\n").trim()}\n`;
}

/** The tag, the version and the notes of the checkout. @param {string | undefined} tag */
export function readRelease(tag) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  return {
    version,
    notes: releaseNotes({ tag, version, changelog: readFileSync("CHANGELOG.md", "utf8") }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    process.stdout.write(readRelease(process.argv[2] ?? process.env.GITHUB_REF_NAME).notes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
