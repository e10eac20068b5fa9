import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { readRelease } from "./release-notes.mjs";

/*
 * `node scripts/join-images.mjs` gives the images of a release, which were built for each
 * architecture by itself, their common names in the registry: the version, and of a final release
 * also `1.2`, `1` and `latest`. Later steps of the workflow get their digests.
 */

const { version } = readRelease(process.env.GITHUB_REF_NAME);
const image = `ghcr.io/${(process.env.GITHUB_REPOSITORY ?? "").toLowerCase()}`;
const [major = "", minor = ""] = version.split(".");
const names = version.includes("-") ? [version] : [version, `${major}.${minor}`, major, "latest"];

for (const target of ["", "-external"]) {
  imagetools([
    "create",
    ...names.flatMap((name) => ["--tag", `${image}:${name}${target}`]),
    ...["amd64", "arm64"].map((architecture) => `${image}:${version}${target}-${architecture}`),
  ]);
  const joined = `${image}:${version}${target}`;
  const digest = imagetools(["inspect", "--format", "{{.Manifest.Digest}}", joined]).trim();
  if (process.env.GITHUB_OUTPUT)
    appendFileSync(process.env.GITHUB_OUTPUT, `digest${target}=${digest}\n`);
}

/** What it prints. Ends the script if it fails. @param {string[]} parameters */
function imagetools(parameters) {
  const { status, stdout, error } = spawnSync("docker", ["buildx", "imagetools", ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  console.error(
    `docker buildx imagetools ${parameters.join(" ")} failed${error ? `: ${error.message}` : "."}`,
  );
  process.exit(1);
}
