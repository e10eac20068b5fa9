import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  floors,
  foldersWithin,
  importedFolders,
  misplacedImports,
} from "./support/misplaced-imports";

function readSources(): Map<string, string> {
  const inFolders = ["app", "bench", "components", "lib", "scripts", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file.replaceAll("\\", "/")}`,
    ),
  );
  const files = [...inFolders, ...readdirSync(".")].filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/node_modules\/|\/generated\//.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
}

const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${folder}/${entry.name}`] : [],
  );

it("CONTRIBUTING.md lists the floors of lib, and their folders, from the top", () => {
  const rows = readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| (\w*) +\| `lib\/([\w-]+)`/gm);
  expect([...rows].map(([, floor, name]) => [floor, name])).toEqual(
    Object.entries(floors).flatMap(([floor, names]) =>
      names.map((name, at) => [at === 0 ? floor : "", name]),
    ),
  );
  expect(foldersOf("lib").toSorted()).toEqual(
    Object.values(floors)
      .flat()
      .map((name) => `lib/${name}`)
      .toSorted(),
  );
});

it("a file exports nothing that no other file names", () => {
  const sources = [...readSources()];
  const words = new Map<string, number>();
  for (const [, text] of sources)
    for (const word of new Set(text.match(/\w+/g))) words.set(word, (words.get(word) ?? 0) + 1);
  const exported = sources.flatMap(([file, text]) =>
    /^(components|lib|scripts)\//.test(file)
      ? [...text.matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm)]
      : [],
  );
  expect(exported.length).toBeGreaterThan(1_000);
  const unused = exported.map(([, name = ""]) => name).filter((name) => words.get(name) === 1);
  expect(unused).toEqual([]);
});

const imported = importedFolders(readSources());

it.each([
  ...foldersOf("lib"),
  ...foldersOf("lib")
    .flatMap(foldersOf)
    .filter((folder) => !folder.endsWith("/generated")),
  ...foldersOf("components"),
  ...foldersOf("components").flatMap(foldersOf),
])("%s has a README of at most ten lines, whose files exist, with what it imports", (folder) => {
  const lines = readFileSync(`${folder}/README.md`, "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(10);
  const files = [...lines.join("\n").matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, file = ""]) => file);
  expect(files.filter((file) => !existsSync(`${folder}/${file}`) && !existsSync(file))).toEqual([]);
  expect(lines.filter((line) => /^(# |Start reading: )/.test(line))).toHaveLength(2);
  const named = /^Imports: ([^.]*)\./m.exec(lines.join("\n"))?.[1];
  expect(named?.replaceAll("\n", " ")).toBe(imported.get(folder)?.join(", ") || "nothing of ours");
});

/** Where each part of a service is made. */
const folderOfPart: Record<string, string> = {
  imports: "transfer",
  requests: "http",
  signIn: "sign-in",
  thread: "service",
};
for (const name of ["config", "counts", "issues", "leftOut", "settings", "log", "accessLog"])
  folderOfPart[name] = "config";
for (const name of ["isStopping", "metricsSource"]) folderOfPart[name] = "service";
for (const name of ["jobs", "readMetrics"]) folderOfPart[name] = "commands";

describe("the service that runs", () => {
  const sources = [...readSources()].filter(([file]) =>
    /^(lib|app|components)\/|^\w+\.ts$/.test(file),
  );

  it("is the only process global", () => {
    const globals = sources
      .filter(([, text]) => /Symbol\.for\(|globalThis as /.test(text))
      .map(([file]) => file);
    expect(globals.filter((file) => file.startsWith("lib/"))).toEqual(["lib/config/running.ts"]);
    expect(
      sources
        .filter(
          ([file, text]) => !file.startsWith("lib/") && /Symbol\.for\(|\brunning\(\)/.test(text),
        )
        .map(([file]) => file),
    ).toEqual([]);
  });

  const asked = sources.flatMap(([file, text]) =>
    [...text.matchAll(/\b(env|running)\(\)(?!:)(?:\.(\w+))?/g)].map(([, from, name = ""]) => ({
      file,
      part: from === "env" ? "config" : (folderOfPart[name] ?? name),
    })),
  );

  /**
   * What is above gets configuration and parts here, and hands them down: commands in `ctx.parts`,
   * the service to constructors.
   */
  const above = ["config", "commands", ...floors.edge];
  /**
   * Where a folder below finds its own part, which too many functions need that share no caller.
   */
  const places = [
    "database/client",
    "limits/own-part",
    "links/links-part",
    "owners/own-part",
    "previews/own-part",
    "salts/daily-salt",
    "shares/open-shares",
    "sign-in/own-part",
    "stats/own-part",
    "visits/own-part",
  ];

  it("is asked for its configuration and parts from above, and in one place of a folder", () => {
    const below = asked.filter(
      ({ file }) => file.startsWith("lib/") && !above.includes(file.split("/")[1] ?? ""),
    );
    expect(below.map(({ file, part }) => [file, part])).toEqual(
      places.map((place) => [`lib/${place}.ts`, place.split("/")[0]]),
    );
  });

  it("hands the settings of owners down, too", () => {
    const above = /^lib\/(config|commands|service|doctor|web|http)\//;
    const asking = sources.filter(
      ([file, text]) =>
        file.startsWith("lib/") &&
        !above.test(file) &&
        /^import (?!type\b)[^;]*config\/site-settings"/m.test(text),
    );
    expect(asking.map(([file]) => file)).toEqual([]);
  });

  it("is asked for parts of the own floor, or of one below", () => {
    expect(asked.length).toBeGreaterThan(40);
    expect(
      asked.filter(
        ({ file, part }) =>
          file.startsWith("lib/") &&
          part !== "" &&
          !foldersWithin(file.split("/")[1] ?? "").includes(part),
      ),
    ).toEqual([]);
  });
});

describe("imports", () => {
  it("follow the layers and form no cycle", () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(1_000);
    expect(misplacedImports(sources)).toEqual([]);
  });

  it.each([
    ["a floor above", "lib/links/link.ts", '"../http/front"', "The floors are edge > commands"],
    ["a type of a floor above", "lib/core/slug.ts", '"../links/link"', "The floors are"],
    [
      "a folder that is on no floor",
      "lib/service/service.ts",
      '"../helpers/text"',
      "The floors are",
    ],
    [
      "a component in lib",
      "lib/service/service.ts",
      '"@/components/ui/button"',
      "What lib needs belongs in lib",
    ],
    ["a page in lib", "lib/http/front/front.ts", '"@/app/page"', "What lib needs belongs in lib"],
    ["a page in a component", "components/ui/button.tsx", '"../../app/page"', "comes in as a prop"],
    ["a query in a page", "app/page.tsx", '"@/lib/database/client"', "call one function in lib"],
    ["React in lib", "lib/pages/accent.ts", '"react"', "knows no framework"],
    ["Next.js in lib", "lib/owners/sessions.ts", '"next/headers"', "knows no framework"],
    ["a file system in lib/core", "lib/core/slug.ts", '"node:fs/promises"', "is pure"],
    ["Prisma in lib/core", "lib/core/slug.ts", '"@prisma/client"', "is pure"],
  ])("%s is refused", (_, file, name, instead) => {
    for (const text of [
      `import { x } from ${name};`,
      `import type {\n  X,\n} from ${name};`,
      `export * from ${name};`,
      `await import(${name})`,
    ]) {
      expect(misplacedImports(new Map([[file, text]]))).toEqual([expect.stringContaining(instead)]);
    }
  });

  it.each([
    [
      "two files",
      { "lib/links/a.ts": "./b", "lib/links/b.ts": "./a" },
      "lib/links/a.ts -> lib/links/b.ts -> lib/links/a.ts is a cycle",
    ],
    [
      "three files",
      { "lib/a/x.ts": "./y", "lib/a/y.ts": "./z", "lib/a/z.ts": "./x" },
      "lib/a/x.ts -> lib/a/y.ts -> lib/a/z.ts -> lib/a/x.ts",
    ],
    [
      "folders, though their files form none",
      {
        "components/a/1.tsx": "../b/1",
        "components/b/2.tsx": "@/components/a/2",
        "components/b/1.tsx": "react",
        "components/a/2.tsx": "react",
      },
      "components/a/1.tsx imports components/b/1.tsx, components/b/2.tsx imports components/a/2.tsx",
    ],
    [
      "a folder and a file beside it",
      {
        "lib/stats/query/plan.ts": "../day",
        "lib/stats/day.ts": "./query/scope",
        "lib/stats/query/scope.ts": "zod",
      },
      "lib/stats/query -> lib/stats/day.ts -> lib/stats/query is a cycle",
    ],
  ])("a cycle of %s is refused", (_, files, said) => {
    const given = new Map(
      Object.entries(files).map(([file, name]) => [file, `import { x } from "${name}";`]),
    );
    expect(misplacedImports(given)).toEqual([expect.stringContaining(said)]);
  });

  it("of Node.js in what the browser runs are refused, however far away", () => {
    const given = new Map([
      ["components/form.tsx", '"use client";\nimport { isSlug } from "@/lib/core/pasted";'],
      ["components/card.tsx", 'import { isSlug } from "@/lib/core/slug";'],
      ["components/menu.tsx", '"use client";\nimport type { Slug } from "@/lib/core/slug";'],
      ["lib/core/pasted.ts", 'import { isSlug } from "./slug";'],
      ["lib/core/slug.ts", 'import { randomInt } from "node:crypto";'],
    ]);
    expect(misplacedImports(given)).toEqual([
      expect.stringContaining(
        "components/form.tsx must not import lib/core/slug.ts, which needs node:crypto.",
      ),
    ]);
  });

  it("of what is below, of packages and of the exceptions are accepted", () => {
    const given = new Map([
      ["lib/links/link.ts", 'import { isSlug } from "../core/slug"; import { z } from "zod";'],
      ["lib/core/slug.ts", 'import { createHash } from "node:crypto";'],
      ["lib/owners/require-owner.ts", 'import { cookies } from "next/headers";'],
      ["app/error.tsx", 'import { toRefusal } from "@/lib/database/to-refusal"; import "react";'],
    ]);
    expect(misplacedImports(given)).toEqual([]);
  });
});
