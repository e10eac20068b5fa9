import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("replaces no folder with anything that a package does not have", () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-package-"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, ".env"), "BASE_URL=https://go.example.com");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/package.mjs", folder], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${folder} contains .env, which a package does not`),
  ]);
  expect(existsSync(join(folder, "package.json"))).toBe(true);
  rmSync(folder, { recursive: true });
});
