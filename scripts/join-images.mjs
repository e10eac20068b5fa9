import { spawnSync } from "node:child_process";
import { readRelease } from "./release-notes.mjs";

/*
 * `node scripts/join-images.mjs` gives the images of a release, which were built for each
 * architecture by itself, their common names in the registry: the version, and of a final release
 * also `1.2`, `1` and `latest`.
 */

const { version } = readRelease(process.env.GITHUB_REF_NAME);
const image = `ghcr.io/${(process.env.GITHUB_REPOSITORY ?? "").toLowerCase()}`;
const [major = "", minor = ""] = version.split(".");
const names = version.includes("-") ? [version] : [version, `${major}.${minor}`, major, "latest"];

for (const target of ["", "-external"]) {
  const parameters = [
    ...["buildx", "imagetools", "create"],
    ...names.flatMap((name) => ["--tag", `${image}:${name}${target}`]),
    ...["amd64", "arm64"].map((architecture) => `${image}:${version}${target}-${architecture}`),
  ];
  const { status, error } = spawnSync("docker", parameters, { stdio: "inherit" });
  if (status !== 0) {
    console.error(`docker ${parameters.join(" ")} failed${error ? `: ${error.message}` : "."}`);
    process.exit(1);
  }
}
