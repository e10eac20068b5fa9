import { describe, expect, it } from "vitest";
import { columnHeads, type SpreadsheetFile } from "@/lib/texts/column-heads";
import { allLanguages } from "@/lib/texts/languages";
import { ownColumns } from "@/lib/transfer/read-link-rows";

const files: SpreadsheetFile[] = ["links", "clicks", "statistics", "campaigns", "activity"];

describe.each(allLanguages)("in %s", (language) => {
  it.each(files)("the columns of %s are called by different words", (file) => {
    const heads = [...columnHeads(language, file).values()];
    for (const head of heads) expect(head).toMatch(/^[^{}<>]+$/);
    expect(new Set(heads.map((head) => head.toLowerCase())).size).toBe(heads.length);
  });

  it("a file of links is read by its heads, in any order, in small letters, without some of them", () => {
    const columns = [...columnHeads(language, "links")].filter(([name]) => name !== "image");
    const given = columns.toReversed();
    expect(ownColumns([...given.map(([, head]) => ` ${head.toLowerCase()}`), "Own"])).toEqual([
      ...given.map(([name]) => name),
      "Own",
    ]);
  });
});

it("another file keeps its names", () => {
  for (const given of [
    ["Slug", "Destination", "Clicks"],
    ["Slug", "URL", "botHitCount"],
    ["keyword", "url", "title"],
  ])
    expect(ownColumns(given)).toEqual(given);
});
