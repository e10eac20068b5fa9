import { describe, expect, it } from "vitest";
import { languageOf, publicTexts } from "@/lib/pages/public-texts";

const languages = Object.entries(publicTexts);
const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];

it("there are eight languages", () => {
  expect(Object.keys(publicTexts).sort()).toEqual(["de", "en", "es", "fr", "it", "nl", "pl", "pt"]);
});

describe.each(languages)("%s", (language, texts) => {
  it("has every text, with the placeholders of the English one and nothing that HTML would read", () => {
    expect(texts.lang).toBe(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(publicTexts.en).sort());
    for (const [name, text] of Object.entries(texts)) {
      expect(text, name).toMatch(/^[^<>&"]{2,}$/);
      expect(placeholders(text), name).toEqual(
        placeholders(publicTexts.en[name as keyof typeof texts]),
      );
    }
  });

  it("is translated", () => {
    if (language === "en") return;
    const same = Object.entries(texts).filter(
      ([name, text]) => text === publicTexts.en[name as keyof typeof texts],
    );
    // Words that several languages share, such as Password in Italian.
    expect(
      same.map(([name]) => name).filter((name) => !["privacy", "password"].includes(name)),
    ).toEqual([]);
  });
});

describe("languageOf", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["ja, zh", "en"],
    ["de-CH,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["ja, pt-BR;q=0.4", "pt"],
    ["de;q=0, nl", "nl"],
    ["constructor, toString", "en"],
  ])("%j is %s", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
