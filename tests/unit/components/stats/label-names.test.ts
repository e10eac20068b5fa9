import { expect, test } from "vitest";
import { labelName } from "@/components/stats/label-names";
import { textsIn } from "@/lib/texts/translate";
import { useTexts as textsOf } from "../../support/english-texts";

test.each([
  ["country", "DE", "Germany"],
  ["country", "ZZ", "Unknown Region"],
  ["country", "Unknown", "Unknown"],
  ["country", "Other", "Other"],
  ["locale", "de-AT", "German (AT)"],
  ["locale", "en", "English"],
  ["locale", "zh-Hant-TW", "Traditional Chinese (TW)"],
  ["locale", "Unknown", "Unknown"],
  ["utm_source", "DE", "DE"],
  ["utm_campaign", "None", "No campaign"],
] as const)("%s %s is %s", (name, label, words) => {
  expect(labelName(name, label, { labels: textsOf("stats.labels"), locale: "en" })).toBe(words);
});

// In English nobody would see it.
test.each([
  ["referrer", "Direct", "Direkt"],
  ["city", "Direct", "Direct"],
  ["city", "Unknown", "Unbekannt"],
  ["referrer", "Unknown", "Unknown"],
] as const)("%s %s is %s in German: ours are translated, and no others", (name, label, words) => {
  expect(labelName(name, label, { labels: textsIn("de", "stats.labels"), locale: "de" })).toBe(
    words,
  );
});
