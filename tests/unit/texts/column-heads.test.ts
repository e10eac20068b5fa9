import { describe, expect, it } from "vitest";
import { columnHeads, columnsOfHeads, type SpreadsheetFile } from "@/lib/texts/column-heads";
import { allLanguages } from "@/lib/texts/languages";

const files: SpreadsheetFile[] = ["links", "clicks", "statistics", "campaigns", "activity"];

describe.each(allLanguages)("in %s", (language) => {
  it.each(files)("the columns of %s are called by different words", (file) => {
    const heads = [...columnHeads(language, file).values()];
    for (const head of heads) expect(head).toMatch(/^[^{}<>]+$/);
    expect(new Set(heads.map((head) => head.toLowerCase())).size).toBe(heads.length);
  });

  it("a file of links is read by its heads, in any order and without some of them", () => {
    const columns = [...columnHeads(language, "links")].filter(([name]) => name !== "image");
    const given = columns.toReversed();
    expect(columnsOfHeads([...given.map(([, head]) => head), "Own"])).toEqual([
      ...given.map(([name]) => name),
      "Own",
    ]);
  });
});

it("another file keeps its names", () => {
  const given = ["Slug", "Destination", "Clicks"];
  expect(columnsOfHeads(given)).toEqual(given);
});
