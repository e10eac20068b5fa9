import { describe, expect, it } from "vitest";
import {
  allLanguages,
  directionOf,
  formattingLocale,
  languageOf,
  languages,
} from "@/lib/texts/languages";

describe("languageOf", () => {
  it.each([
    ["", "en"],
    ["*", "en"],
    ["la, eo", "en"],
    ["ja, zh", "ja"],
    ["zh", "zh-CN"],
    ["zh-Hans-SG", "zh-CN"],
    ["zh-TW, fr;q=0.8", "fr"],
    ["zh-TW,zh;q=0.9,en;q=0.8", "en"],
    ["zh-HK,zh;q=0.9", "en"],
    ["zh-Hant-TW,zh;q=0.8,de;q=0.5", "de"],
    ["zh,zh-TW;q=0.9", "en"],
    ["zh-TW,zh-CN;q=0.8", "zh-CN"],
    ["de-CH,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["la, pt-PT;q=0.4", "pt-BR"],
    ["de;q=0, nl", "nl"],
    ["constructor, toString", "en"],
  ])("%j is %s", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe("formattingLocale", () => {
  it.each([
    ["en", null, "en"],
    ["en", "en-IN, hi", "en-IN"],
    ["en", "de", "en"],
    ["de", "en-US, en", "de"],
    ["de", "en-US, de-AT;q=0.5", "de-AT"],
    ["zh-CN", "zh-TW", "zh-CN"],
    ["en", "i-default", "en"],
    ["ar", "ar-EG, ar;q=0.9", "ar-EG-u-nu-latn"],
    ["ar", "en", "ar"],
  ] as const)("of %s pages with %j is %s", (language, header, locale) => {
    expect(formattingLocale(language, header)).toBe(locale);
  });
});

it("Arabic has one kind of digits, as in its texts", () => {
  for (const region of ["ar", "ar-EG", "ar-SA", "ar-MA"]) {
    const locale = formattingLocale("ar", region);
    expect(new Intl.NumberFormat(locale).format(5)).toBe("5");
    expect(new Intl.RelativeTimeFormat(locale).format(-3, "day")).toContain("3");
  }
});

it("each language calls itself by its own name, and only Arabic is written from the right", () => {
  for (const language of allLanguages) {
    const own = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? "";
    // Some languages write their names in lower case within sentences.
    if (language !== "zh-CN" && language !== "pt-BR")
      expect(languages[language].toLowerCase()).toBe(own.toLowerCase());
  }
  expect(allLanguages.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"]);
});
