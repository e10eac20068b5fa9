import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { extraColumns } from "@/lib/links/fields";
import { eventTypes } from "@/lib/messages/events";
import { filterNames } from "@/lib/stats/query/filters";

/** The text below a heading. */
function partOf(page: string, heading: string): string {
  const text = readFileSync(page, "utf8");
  const [, part = ""] = text.split(`\n## ${heading}\n`);
  return part.split("\n## ")[0] ?? "";
}

const namesIn = (text: string) =>
  new Set([...text.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));

it("docs/messages.md has each event", () => {
  const part = partOf("docs/messages.md", "Events");
  const documented = [...part.matchAll(/^- `([\w.]+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual([...eventTypes].sort());
});

it("docs/api.md has each further field of a link", () => {
  const named = namesIn(partOf("docs/api.md", "More fields of a link"));
  expect(extraColumns.map(({ field }) => field).filter((name) => !named.has(name))).toEqual([]);
});

it("docs/statistics.md has each filter", () => {
  const heading = "Parameters of `GET /api/links/<slug>/stats` beyond the contract";
  const named = namesIn(partOf("docs/statistics.md", heading));
  expect(filterNames.filter((name) => !named.has(name))).toEqual([]);
});
