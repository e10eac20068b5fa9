import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { variableNames } from "@/lib/config/env";
import { serverSchema } from "@/lib/config/server-settings";
import { siteSchema } from "@/lib/pages/site-schema";

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
const documented = groupsOf(rows, /`([A-Z_]+)`/g);

describe("docs/configuration.md", () => {
  it("has every variable, but that of the demo", () => {
    expect(Object.values(documented).flat().sort()).toEqual(
      variableNames.filter((name) => name !== "DEMO_KEY").sort(),
    );
  });

  it("says of each group when it is needed", () => {
    const parts = guide.split(/^## /m).slice(1);
    for (const part of parts) expect(part).toMatch(/^.+\n\nYou need this when /);
  });
});

it(".env.example has those that cannot be set in the dashboard, without limits that few need", () => {
  const { Advanced: _, ...groups } = documented;
  const onlyHere = Object.entries(groups).flatMap(([group, names]) => {
    const inDashboard = { ...siteSchema.shape, ...serverSchema.shape };
    const left = names.filter((name) => !Object.hasOwn(inDashboard, name));
    return left.length === 0 ? [] : [[group, left] as const];
  });
  expect(Object.fromEntries(onlyHere)).toEqual(example);
  expect(Object.values(example).flat().length).toBeLessThanOrEqual(45);
});
