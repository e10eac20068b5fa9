import type { Texts } from "@/lib/texts/translator";
import { sourceLabel } from "@/lib/transfer/sources";

/** What a file comes from: the name of a shortener, or what it was recognised by. */
export function sourceText(source: string, t: Texts<"settings.data">): string {
  return source === "bookmarks" || source === "csv" ? t(`sources.${source}`) : sourceLabel(source);
}
