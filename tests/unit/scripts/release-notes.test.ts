import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { releaseNotes } from "../../../scripts/release-notes.mjs";

const changelog = `# Changelog

## Unreleased

## 1.1.0 - 2026-12-24

Downgrade: yes

### Added

- A bell.

## [1.0.0] - 2026-11-26

Downgrade: no

## 0.1.0
`;

describe("releaseNotes", () => {
  it("is the section of the version, without its heading", () => {
    expect(releaseNotes({ tag: "v1.1.0", version: "1.1.0", changelog })).toBe(
      "Downgrade: yes\n\n### Added\n\n- A bell.\n",
    );
    expect(releaseNotes({ tag: "v1.0.0", version: "1.0.0", changelog })).toBe("Downgrade: no\n");
  });

  it.each([
    ["v1.0.0", "1.1.0", "is not that of version 1.1.0"],
    ["1.1.0", "1.1.0", "v1.1.0"],
    [undefined, "1.1.0", "(none)"],
    ["v1.2.0", "1.2.0", 'no section "## 1.2.0"'],
    ["v1.1", "1.1", 'no section "## 1.1"'],
    ["v0.1.0", "0.1.0", "has no date"],
  ])("refuses the tag %s of version %s", (tag, version, reason) => {
    expect(() => releaseNotes({ tag, version, changelog })).toThrow(reason);
  });

  it("refuses a section that says nothing about going back", () => {
    expect(() =>
      releaseNotes({
        tag: "v1.1.0",
        version: "1.1.0",
        changelog: changelog.replace("Downgrade: yes", ""),
      }),
    ).toThrow("Downgrade");
  });
});

/**
 * A checkout of a release, and a `gh` that writes down how it was called. It knows a release if
 * there is a file `known`.
 */
describe("publish-release.mjs", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "slugline-publish-"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.1.0" }));
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    mkdirSync(join(folder, "bin"));
    mkdirSync(join(folder, "dist-release"));
    for (const name of ["release-notes.mjs", "publish-release.mjs"])
      cpSync(resolve("scripts", name), join(folder, name));
    writeFileSync(
      join(folder, "bin/gh"),
      `#!/bin/sh\n[ "$2" = view ] && { [ -e known ]; exit; }\nprintf '%s\\n' "$@" > called\n`,
    );
    chmodSync(join(folder, "bin/gh"), 0o755);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function publish(...archives: string[]) {
    for (const name of archives) writeFileSync(join(folder, "dist-release", name), "");
    const env = {
      ...process.env,
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      GITHUB_REF_NAME: "v1.1.0",
    };
    return spawnSync(process.execPath, ["publish-release.mjs"], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
  }

  it("makes a release with the archives and the section of the changelog", () => {
    expect(publish("slugline-1.1.0.tgz", "slugline-1.1.0-linux-x64.tar.gz").stderr).toBe("");
    const called = readFileSync(join(folder, "called"), "utf8");
    expect(called).toMatch(
      /^release\ncreate\nv1\.1\.0\n--verify-tag\n--title\n1\.1\.0\n--notes\nDowngrade: yes\n/,
    );
    expect(called).toContain(
      "dist-release/slugline-1.1.0-linux-x64.tar.gz\ndist-release/slugline-1.1.0.tgz\n",
    );
  });

  it("gives the archives to a release that exists, as when the job is run again", () => {
    writeFileSync(join(folder, "known"), "");
    publish("slugline-1.1.0.tgz");
    expect(readFileSync(join(folder, "called"), "utf8")).toBe(
      "release\nupload\nv1.1.0\n--clobber\ndist-release/slugline-1.1.0.tgz\n",
    );
  });

  it("refuses archives of another version, and none", () => {
    expect(publish().stderr).toContain("it is empty");
    expect(publish("slugline-1.0.0.tgz")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("slugline-1.0.0.tgz"),
    });
  });
});
