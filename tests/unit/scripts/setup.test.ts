import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { productionLock } from "../../../scripts/production-lock.mjs";
import { temporaryFolder } from "../support/temporary-folder";

describe("the file .env", () => {
  /** What a script finds in the environment, and what it says. */
  function load(content: string | Buffer | null): {
    status: number | null;
    variables: string;
    said: string;
  } {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "scripts"));
    for (const name of ["env-file.mjs", "project.mjs"])
      copyFileSync(`scripts/${name}`, join(folder, "scripts", name));
    if (content === null) mkdirSync(join(folder, ".env"));
    else writeFileSync(join(folder, ".env"), content);
    const script = `import { loadEnvFile } from "./scripts/env-file.mjs"; loadEnvFile(); console.log(["A", "B", "GIVEN"].map((name) => process.env[name]).join("|"));`;
    const env = { PATH: process.env.PATH, GIVEN: "given" } as unknown as NodeJS.ProcessEnv;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script],
      { cwd: folder, encoding: "utf8", env },
    );
    return { status, variables: stdout.trim(), said: stderr };
  }

  it("is read with comments, quotes, several lines and any line ends, with or without a byte order mark", () => {
    const text = `# A comment\r\nA=one\r\n\r\nexport B="two\nlines: x"\nGIVEN=other\n`;
    for (const content of [text, `\uFEFF${text}`])
      expect(load(content)).toEqual({ status: 0, variables: "one|two\nlines: x|given", said: "" });
  });

  it("names each line that has no effect, and reads the others", () => {
    const { status, variables, said } = load(`A: one\nB="two\nlines"\nGIVEN other\nA=1\nB="open\n`);
    expect([status, variables.split("|")[0]]).toEqual([0, "1"]);
    expect([...said.matchAll(/line (\d+): this has no effect/g)].map(([, line]) => line)).toEqual([
      "1",
      "4",
      "6",
    ]);
  });

  it.each<[string, string | Buffer | null, RegExp]>([
    [
      "UTF-16, as some editors save it",
      Buffer.from("\uFEFFA=one\n", "utf16le"),
      /is not UTF-8 text: save it as UTF-8\.$/m,
    ],
    ["Windows-1252", Buffer.from("A=caf\u00e9\n", "latin1"), /is not UTF-8 text/],
    ["a folder", null, /\.env cannot be read \(EISDIR\): make it a file/],
  ])("is refused in a sentence when it is %s", (_, content, message) => {
    const { status, said } = load(content);
    expect([status, said]).toEqual([1, expect.stringMatching(message)]);
    expect(said).not.toMatch(/\n\s+at /);
  });
});

it("no server action captures values: they would be encrypted with a key that is not secret", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const directives = text.match(/^\s*["']use (?:server|cache)\b/gm) ?? [];
    return directives.length > 0
      ? [{ file, isAtTop: directives.length === 1 && text.startsWith('"use server";\n') }]
      : [];
  });
  expect(found.length).toBeGreaterThan(10);
  // There it makes an action of each exported function, which captures nothing. In a function it
  // could.
  expect(found.filter(({ isAtTop }) => !isAtTop)).toEqual([]);
});

it("installs what Next looks for before it builds, which Next would install itself otherwise, with everything that only tests need", () => {
  const { packages } = productionLock(
    JSON.parse(readFileSync("package-lock.json", "utf8")) as Parameters<typeof productionLock>[0],
  );
  const next = readFileSync("node_modules/next/dist/lib/verify-typescript-setup.js", "utf8");
  const wanted = [
    ...new Set([...next.matchAll(/\bpkg: '([^']+)'/g)].map(([, name]) => `node_modules/${name}`)),
  ];
  expect(wanted).toContain("node_modules/typescript");
  expect(wanted.filter((name) => !(name in packages))).toEqual([]);
  const left = Object.keys(packages).filter((name) =>
    /\/(vitest|sharp|@typescript\/typescript-linux-x64)$/.test(name),
  );
  expect(left).toEqual([]);
});

describe("the memory that a build needs", () => {
  function warning(bytes: number): string {
    const script = `import("./scripts/build.mjs").then(({ memoryWarning }) => process.stdout.write(memoryWarning(${bytes}) ?? "enough"))`;
    return spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stdout;
  }

  it("is announced with the way out where less is free", () => {
    expect(warning(600 * 1024 ** 2)).toMatch(
      /^The build needs 1200 MB of memory, and 600 MB are free\. .*install the package/,
    );
    expect(warning(1_600 * 1024 ** 2)).toBe("enough");
  });
});
