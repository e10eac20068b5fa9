import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

const folders = ["app", "bench", "components", "docs", "lib", "prisma", "scripts", "tests"];
const files = [
  ...readdirSync("."),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ),
].filter((file) => !/^prisma\/migrations|\bnode_modules\b/.test(file));
const names = new Set(files.map((file) => basename(file)));

/** Files that a text names, by their path or between backticks, and that do not exist. */
function missingIn(text: string): string[] {
  const paths = text.match(
    /(?<![\w./-])(?:app|bench|components|lib|prisma|scripts|tests)\/[\w/.-]+\.(?:tsx?|mjs|sql)\b/g,
  );
  const bare = [...text.matchAll(/`(?:[\w-]+\/)*([\w-]+\.(?:tsx?|mjs))`/g)].map(
    ([, name = ""]) => name,
  );
  return [
    ...(paths ?? []).filter((path) => !existsSync(path)),
    ...bare.filter((name) => !names.has(name)),
  ];
}

it("pages, the schema and its rules name files that exist", () => {
  const pages = files.filter(
    (file) => /\.(?:md|prisma|sql)$/.test(file) && file !== "CHANGELOG.md",
  );
  expect(
    pages.flatMap((page) =>
      missingIn(readFileSync(page, "utf8")).map((name) => `${page}: ${name}`),
    ),
  ).toEqual([]);
});

it("comments name files that exist", () => {
  const sources = files.filter(
    (file) =>
      /^(?:app|components|lib|scripts)\/.*\.tsx?$/.test(file) && !file.includes("generated"),
  );
  const missing = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].flatMap(([comment]) =>
      missingIn(comment).map((name) => `${file}: ${name}`),
    ),
  );
  expect(missing).toEqual([]);
});

it("control: a file that was renamed is found", () => {
  expect(missingIn("see lib/links/creators.ts, `journal.tsx` and lib/links/fields.ts")).toEqual([
    "lib/links/creators.ts",
    "journal.tsx",
  ]);
});
