import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asProgram } from "@/lib/config/own-command";
import packageJson from "../../../package.json";

const files = ["app", "components", "lib", "scripts"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("/generated/"));
const withoutComments = (file: string) =>
  readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** What only a clone can do. */
const ofClones = [
  "scripts/typescript-client.ts",
  "scripts/write-migration.ts",
  "lib/config/own-command.ts",
];
const named = files
  .filter((file) => !ofClones.includes(file))
  .flatMap((file) => {
    const text = withoutComments(file);
    return [...text.matchAll(/(ownCommand\(["`])?\bnpm (?:run|start)\b[^"`]*/g)].map(
      ([command, call]) => ({
        file,
        command: command.slice(call?.length ?? 0),
        isOwn: call !== undefined,
      }),
    );
  });

it("every message names its command as it is typed where it is read", () => {
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ isOwn }) => !isOwn)).toEqual([]);
});

const help = execFileSync(process.execPath, ["scripts/slugline.mjs", "help"], { encoding: "utf8" });
const offered = [...help.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);

describe("asProgram", () => {
  it.each(named.map(({ command }) => command))(
    "%s is a command of a clone and of a package",
    (command) => {
      const [, script = "start"] = /^npm run ([\w:]+)/.exec(command) ?? [];
      expect(Object.keys(packageJson.scripts)).toContain(script);
      const [program, name = "start"] = asProgram(command).split(" ");
      expect(program).toBe("slugline");
      expect(offered).toContain(name);
      expect(asProgram(command)).not.toMatch(/npm| -- |db:/);
    },
  );

  it("keeps what follows", () => {
    expect(asProgram("npm run restore -- FILE")).toBe("slugline restore FILE");
    expect(asProgram("npm run db:migrate")).toBe("slugline apply");
    expect(asProgram("npm start")).toBe("slugline");
  });
});
