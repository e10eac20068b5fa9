// Run: all
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Api } from "../support/api";
import { eventually } from "../support/fault-service";
import { visit } from "../support/visitor";

/** What the container image runs: the packaged folder alone, read-only, as another user. */
const folder = mkdtempSync(join(tmpdir(), "slugline-packaged-"));
const app = join(folder, "app");
const data = join(folder, "data");
const isRoot = process.getuid?.() === 0;
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const env = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  DATA_DIR: data,
} as NodeJS.ProcessEnv;

beforeAll(() => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/package.mjs", join(folder, "packaged")],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  // A copy, so that nothing is reached through a link into this project.
  cpSync(join(folder, "packaged"), app, { recursive: true, verbatimSymlinks: true });
  mkdirSync(data);
  if (isRoot) chownSync(data, 65_534, 65_534);
  chmodSync(folder, 0o755);
  spawnSync("chmod", ["-R", "a-w,a+rX", app]);
});

afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", app]);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the folder as the operator would. */
function command(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync("./slugline", parameters, {
    cwd: app,
    env: { ...env, PORT: String(port) },
    ...stranger,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

let port = 0;

describe("the packaged folder", () => {
  it("has no sources, compilers or development packages", () => {
    const absent = [
      "app",
      "tests",
      ".git",
      ...["typescript", "esbuild", "prisma", "@next/swc-linux-x64-gnu"].map(
        (name) => `node_modules/${name}`,
      ),
    ];
    expect(absent.filter((name) => existsSync(join(app, name)))).toEqual([]);
    // The texts in all languages are read where they lie.
    const files = readdirSync(join(app, "lib"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => !/^texts(?:\/[\w-]+\.json)?$/.test(name))).toEqual([]);
  });

  it("sets up, serves every kind of page, runs the commands and stops cleanly, writing only to its data folder", async () => {
    port = await getPort({ host: "127.0.0.1" });
    const before = command("doctor");
    expect(before.status).toBe(1);
    expect(before.stdout).toContain("There is no database in");
    const server = spawn(process.execPath, ["dist/server.js"], {
      cwd: app,
      env: { ...env, PORT: String(port) },
      ...stranger,
    });
    let output = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk) => (output += chunk));
    try {
      expect(await eventually(() => output.includes("Slugline is ready"), 60_000), output).toBe(
        true,
      );
      const url = `http://127.0.0.1:${port}`;
      const api = new Api({ url, token: readFileSync(join(data, "api-token"), "utf8").trim() });
      await api.create({ slug: "packaged", url: "https://example.com/" });
      expect((await visit({ url }, "/packaged")).status).toBe(302);
      expect((await api.stats("packaged")).totalClicks).toBe(1);
      for (const path of [
        "/dashboard/setup",
        "/api/readyz",
        "/robots.txt",
        "/favicon.ico",
        "/nothing-here",
      ]) {
        expect((await fetch(url + path)).status, path).toBe(path === "/nothing-here" ? 404 : 200);
      }
      expect(command("owner", "list").stdout).toMatch(
        /There is no owner yet.* run: slugline owner add EMAIL$/m,
      );
      expect(command("owner", "add", "ada@example.com").stdout).toMatch(/http\S+\/dashboard\/\S+/);
      const doctor = command("doctor");
      expect(doctor, doctor.stderr).toMatchObject({ status: 0 });
      expect(doctor.stdout).toMatch(
        /Database: Embedded Postgres, version 18.*All checks passed\./s,
      );
    } finally {
      server.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
    }
    expect(server.exitCode, output).toBe(0);
    expect(output).not.toMatch(/EROFS|EACCES|Cannot find module|Error/);
    expect(command("doctor").stdout).toContain("All checks passed.");
    expect(command("apply").stdout).toContain("up to date");
  });
});
