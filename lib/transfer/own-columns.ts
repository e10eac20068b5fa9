import { columnHeads } from "../texts/column-heads";
import { allLanguages } from "../texts/languages";
import { comparable } from "./column-names";
import { recogniseSource } from "./sources";

/** A file of links that was written for a spreadsheet has these. */
const signs = ["slug", "url", "botHitCount"];

/**
 * The columns of a file as Slugline names them, if it was written for a spreadsheet with the heads
 * of any language; else as given.
 */
export function ownColumns(names: readonly string[]): readonly string[] {
  const given = names.map(comparable);
  if (recogniseSource(new Set(given)) !== "csv") return names;
  for (const language of allLanguages) {
    const heads = [...columnHeads(language, "links")];
    const columns = new Map(heads.map(([column, head]) => [comparable(head), column]));
    const found = given.map((name) => columns.get(name));
    if (signs.every((sign) => found.includes(sign)))
      return names.map((name, index) => found[index] ?? name);
  }
  return names;
}
