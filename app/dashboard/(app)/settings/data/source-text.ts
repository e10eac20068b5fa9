import type { Texts } from "@/lib/texts/translator";

/** What a file comes from: the `label` of a shortener is its name. */
export function sourceText(
  { source, label }: { source: string; label: string },
  t: Texts<"settings.data">,
): string {
  return source === "bookmarks" || source === "csv" ? t(`sources.${source}`) : label;
}
