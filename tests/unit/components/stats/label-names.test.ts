import { expect, test } from "vitest";
import { labelName } from "@/components/stats/label-names";
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
