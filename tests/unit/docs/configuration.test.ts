import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fileVariables, variableNames } from "@/lib/config/env";

/** The variables of each group, by its heading. */
function groupsOf(text: string, name: RegExp): Record<string, string[]> {
  const parts = text.split(/^## /m).slice(1);
  return Object.fromEntries(
    parts.map((part) => [
      part.split("\n")[0],
      [...part.matchAll(name)].map(([, each = ""]) => each).sort(),
    ]),
  );
}

const guide = readFileSync("docs/configuration.md", "utf8");
const example = groupsOf(readFileSync(".env.example", "utf8"), /^#([A-Z_]+)=/gm);
// The first cell of a row names the variables.
const rows = guide
  .split("\n")
  .flatMap((line) =>
    line.startsWith("## ") ? [line] : line.startsWith("|") ? [line.split("|")[1]] : [],
  )
  .join("\n");

describe("docs/configuration.md", () => {
  it("has the groups and variables of .env.example", () => {
    expect(groupsOf(rows, /`([A-Z_]+)`/g)).toEqual(example);
  });

  it("says of each group when it is needed", () => {
    const parts = guide.split(/^## /m).slice(1);
    for (const part of parts) expect(part).toMatch(/^.+\n\nYou need this when /);
  });
});

it(".env.example has every variable, but that of the demo", () => {
  const known = [
    ...variableNames.filter((name) => name !== "DEMO_KEY"),
    ...fileVariables.map((name) => `${name}_FILE`),
  ];
  expect(Object.values(example).flat().sort()).toEqual(known.sort());
});
