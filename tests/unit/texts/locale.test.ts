import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTag, readLocale } from "@/lib/texts/locale";
import { anyText } from "../support/any-text";

describe("readLocale", () => {
  it.each([
    ["en-US", "en-US"],
    ["en-us", "en-US"],
    ["EN", "en"],
    ["de-DE,de;q=0.9,en;q=0.8", "de-DE"],
    ["en;q=0.8, fr;q=0.9", "fr"],
    ["en;q=0.5, fr;q=0.5", "en"],
    ["en;q=0.999, fr", "fr"],
    ["zh-hans-cn", "zh-Hans-CN"],
    ["sr-LATN-rs;q=1.000", "sr-Latn-RS"],
    ["pt-br ; q=0.7", "pt-BR"],
    ["es-419", "es-419"],
    ["en;q=0, fr;q=0.1", "fr"],
    ["*, en;q=0.5", "en"],
    ["fr;Q=0.4, it;Q=0.6", "it"],
    ["*;q=0.1, nl;q=0.05", "nl"],
    ["en_US", "en-US"],
    ["zh-yue", "yue"],
    ["zh-cmn-Hans-CN", "zh-Hans-CN"],
    ["cmn-hans-cn", "zh-Hans-CN"],
    ["zh-gan-hant-tw", "gan-Hant-TW"],
    ["sgn-ase", "ase"],
    ["ar-afb", "afb"],
    ["zh-min-nan", "nan"],
    ["zh-min-nan-TW", "nan-TW"],
    ["en-usa", "en"],
    ["i-klingon", "tlh"],
    ["i-default", "i-default"],
    ["en-GB-oed", "en-GB-oxendict"],
    ["art-lojban", "jbo"],
    ["x-Whatever", "x-whatever"],
    ["en-US-x-private", "en-US"],
    ["en-US-u-ca-buddhist-hc-h12", "en-US"],
    ["ja-t-it", "ja"],
    ["de-ch-1901", "de-CH-1901"],
    ["sl-rozaj-biske", "sl-biske-rozaj"],
    ["ca-es-VALENCIA", "ca-ES-valencia"],
    ["iw-IL", "he-IL"],
    ["constructor, toString, en", "tostring"],
    ["in", "id"],
    ["sh", "sr-Latn"],
    ["eng-US", "en-US"],
    ["en-UK", "en-GB"],
    ["fr-ca;q=0.9, en-;q=1", "fr-CA"],
  ])("reads %j as %s", (header, locale) => {
    expect(readLocale(header)).toBe(locale);
  });

  it.each([
    null,
    "",
    " ",
    "*",
    "*;q=0.5",
    "en;q=0",
    "en-a",
    "en-US-u",
    "x",
    "en--US",
    "en-US-toolongsubtag",
    "e",
    "toolonglanguage",
    "en-",
    "-en",
    "123",
    "en-US-",
    "<script>",
    "en;q=2",
    "en;q=abc",
    "en;q=-1",
    ",,,",
  ])("is null for %j", (header) => {
    expect(readLocale(header)).toBeNull();
  });

  const parts = fc.record({
    language: fc.constantFrom(
      "en",
      "de",
      "yue",
      "zh-yue",
      "zh-cmn",
      "sgn-ase",
      "ar-afb",
      "iw",
      "cmn",
      "kok",
    ),
    script: fc.constantFrom("", "-Latn", "-Hans"),
    region: fc.constantFrom("", "-US", "-419", "-UK"),
    variant: fc.constantFrom("", "-1996", "-rozaj"),
  });
  const spelling = fc.record({
    separator: fc.constantFrom("-", "_"),
    extension: fc.constantFrom(
      "",
      "-u-ca-buddhist",
      "-t-en-us",
      "-x-some-thing",
      "-u-co-phonebk-x-a",
    ),
    space: fc.constantFrom("", " "),
    capitals: fc.infiniteStream(fc.boolean()),
  });

  it("has one form for each language, however it is spelled", () => {
    fc.assert(
      fc.property(
        parts,
        spelling,
        ({ language, script, region, variant }, { separator, extension, space, capitals }) => {
          const tag = `${language}${script}${region}${variant}`;
          const spelled = [...`${tag}${extension}`]
            .map((letter) => (capitals.next().value ? letter.toUpperCase() : letter.toLowerCase()))
            .join("");
          expect(readLocale(`${space}${spelled.replaceAll("-", separator)}${space};q=1`)).toBe(
            readLocale(tag),
          );
          expect(readLocale(tag)).not.toBeNull();
        },
      ),
    );
  });

  it("never throws and gives a short tag, whose form is its own, or null", () => {
    const header = fc.oneof(
      anyText(),
      fc.stringMatching(/^[a-zA-Z]{1,9}([-_][a-zA-Z0-9]{1,9}){0,4}(;q=[0-9.]{1,5})?$/),
    );
    fc.assert(
      fc.property(header, (text) => {
        const locale = readLocale(text);
        if (locale === null) return;
        expect(locale).toMatch(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/);
        expect(locale.length).toBeLessThanOrEqual(35);
        expect(canonicalTag(locale)).toBe(locale);
      }),
    );
  });
});
