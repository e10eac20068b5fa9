import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version, versionName } from "@/lib/config/version";
import { openApiDocument } from "@/lib/http/api/openapi";

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

it("has a section of CHANGELOG.md, with a date and whether the version before can run on its data", () => {
  const [first = "", newest = ""] = sections;
  expect(first).toMatch(/^Unreleased\n/);
  expect(newest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d\n\nDowngrade: (yes|no)\n/);
  expect(newest.startsWith(`${version} - `)).toBe(true);
});
