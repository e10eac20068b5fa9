import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version, versionName } from "@/lib/config/version";
import { openApiDocument } from "@/lib/http/api/openapi";
import { temporaryFolder } from "../support/temporary-folder";

const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);

it("is that of package.json, everywhere", () => {
  const { version: expected } = JSON.parse(readFileSync("package.json", "utf8")) as {
    version: string;
  };
  const { version: locked } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    version: string;
  };
  expect([version, locked, openApiDocument("https://go.example.com").info.version]).toEqual([
    expected,
    expected,
    expected,
  ]);
  expect(versionName).toMatch(new RegExp(`^${expected}( \\(commit \\S+\\))?$`));
});

it("is another one past the release, with its commit, in the program and in what is built", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "app"));
  for (const name of ["scripts/slugline.mjs", "scripts/project.mjs", "scripts/commands.mjs"])
    cpSync(name, join(folder, name));
  const git = (...parameters: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...parameters], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  const said = (variables = {}) =>
    execFileSync(process.execPath, ["scripts/slugline.mjs", "version"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "test", ...variables },
    }).trim();
  const release = (name: string) =>
    writeFileSync(
      join(folder, "package.json"),
      `{\n  "type": "module",\n  "version": "${name}"\n}\n`,
    );
  release("1.1.0");
  // Without a repository: as a container is built by hand, and by the workflow of a release.
  expect([said(), said({ SLUGLINE_COMMIT: "4f0ee14c2b7a" })]).toEqual(["1.1.1-dev", "1.1.0"]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "Release");
  expect(said()).toBe("1.1.0");
  for (const name of ["one", "two"]) git("commit", "-qm", name, "--allow-empty");
  expect(said()).toBe(`1.1.1-dev.2+${git("rev-parse", "--short=12", "HEAD")}`);
  release("1.2.0");
  git("commit", "-qam", "Release");
  expect(said()).toBe("1.2.0");
});

it("has a section of CHANGELOG.md, with a date and whether the version before can run on its data", () => {
  const [first = "", newest = ""] = sections;
  expect(first).toMatch(/^Unreleased\n/);
  expect(newest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d\n\nDowngrade: (yes|no)\n/);
  expect(newest.startsWith(`${version} - `)).toBe(true);
});
