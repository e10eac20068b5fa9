import type { Texts } from "@/lib/texts/translator";

/** The labels of `lib/transfer/sources.ts` that are no names. */
const texts: Readonly<Record<string, "bookmarks" | "csv">> = {
  Bookmarks: "bookmarks",
  "Columns by name": "csv",
};

/** What a file comes from, by its `label`: the name of a shortener, or what it was recognised by. */
export function sourceText(label: string, t: Texts<"settings.data">): string {
  const named = texts[label];
  return named ? t(`sources.${named}`) : label;
}
