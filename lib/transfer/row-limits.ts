/** The longest row of a file, in characters: several times the longest link. */
export const maxRowLength = 131_072;
export const maxColumns = 1_000;

export const rowTooLong =
  "The row is too long: at most 131,072 characters and 1,000 columns. Is a closing quote or bracket missing?";
