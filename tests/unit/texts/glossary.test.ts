import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withReferences } from "@/lib/texts/catalogue";
import { allLanguages, type Language } from "@/lib/texts/languages";
import { flatten, readFile } from "../support/catalogue-files";

type Words = Record<string, string[]>;

/** For each language and term the words for it; beginnings of words, except in English. */
const glossary: { en: Words } & Partial<Record<Language, Words>> = JSON.parse(
  readFileSync("lib/texts/glossary.json", "utf8"),
);
const terms = Object.keys(glossary.en);

it("has every term in every language", () => {
  expect(Object.keys(glossary).toSorted()).toEqual(allLanguages.toSorted());
  for (const language of allLanguages)
    expect(Object.keys(glossary[language] ?? {}).toSorted(), language).toEqual(terms.toSorted());
});

const english = flatten(withReferences(readFile("en")));

describe.each(allLanguages.filter((language) => language !== "en"))("%s", (language) => {
  it("says each term in the words of the glossary", () => {
    const own = flatten(readFile(language));
    const wrong = terms.flatMap((term) => {
      const said = new RegExp(`\\b(?:${glossary.en[term]?.join("|")})\\b`, "i");
      const words =
        glossary[language]?.[term]?.map((word) => word.toLocaleLowerCase(language)) ?? [];
      return [...own].flatMap(([name, text]) => {
        const isSaid = said.test(withoutNames(english.get(name) ?? ""));
        const isThere = words.some((word) => text.toLocaleLowerCase(language).includes(word));
        return isSaid && !isThere ? [`${term} in ${name}: ${text} (${words.join(", ")})`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});

/** Without placeholders, tags and filters such as `tag:`, whose names are not translated. */
function withoutNames(message: string): string {
  return message.replaceAll(/<\/?\w+>|\{\w+(?=[,}])|\w+:(?!\s)/g, "");
}
