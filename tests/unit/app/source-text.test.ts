import { expect, it } from "vitest";
import { sourceText } from "@/app/dashboard/(app)/settings/data/source-text";
import { textsIn } from "@/lib/texts/translate";
import { sourceLabel } from "@/lib/transfer/sources";

it.each([
  ["bookmarks", "Lesezeichen"],
  ["csv", "Spalten nach Namen"],
  ["bitly", "Bitly"],
])("a file from %s is called %s in German", (source, german) => {
  expect(sourceText({ source, label: sourceLabel(source) }, textsIn("de", "settings.data"))).toBe(
    german,
  );
});
