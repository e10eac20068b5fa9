import { spawnSync } from "node:child_process";
import { buildSync } from "esbuild";
import { expect, it } from "vitest";

it("a thread survives uncaught errors and logs each in one line", () => {
  const code = `
    import { makeLogger } from "./lib/config/log";
    import { keepServing } from "./lib/service/keep-serving";
    keepServing({ log: makeLogger("info") });
    setTimeout(() => { throw new Error("thrown"); }, 0);
    setTimeout(() => void Promise.reject("refused"), 10);
    setTimeout(() => process.stdout.write("still here"), 50);
  `;
  const options = {
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
  } as const;
  const [script] = buildSync({
    ...options,
    stdin: { contents: code, resolveDir: ".", loader: "ts" },
  }).outputFiles;
  const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production" as const };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", script?.text ?? ""],
    { encoding: "utf8", env },
  );
  expect([status, stdout]).toEqual([0, "still here"]);
  const lines = stderr.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "uncaughtException", error: "thrown", stack: expect.stringContaining("at ") },
    { event: "unhandledRejection", error: "refused" },
  ]);
});
