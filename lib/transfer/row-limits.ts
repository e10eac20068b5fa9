/** The longest row of a file, in characters: several times the longest link. */
export const maxRowLength = 131_072;
export const maxColumns = 1_000;
/** Of lists and objects in each other, and of folders of bookmarks. */
export const maxDepth = 100;

export const rowTooLong =
  "The row is too long or too deep: at most 131,072 characters, 1,000 columns and 100 levels. Is a closing quote or bracket missing?";
