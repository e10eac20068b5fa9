import { type Sentence, sentence } from "../texts/sentence";

/** The longest row of a file, in characters: several times the longest link. */
export const maxRowLength = 131_072;
export const maxColumns = 1_000;
/** Of lists and objects in each other, and of folders of bookmarks. */
export const maxDepth = 100;

export function rowTooLong(): Sentence {
  return sentence("rowTooLong", {
    characters: maxRowLength,
    columns: maxColumns,
    levels: maxDepth,
  });
}
