import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLocale } from "@/lib/core/locale";
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
    "en_US",
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

  it("never throws and gives a short canonical tag or null", () => {
    const header = fc.oneof(anyText(), fc.stringMatching(/^[a-zA-Z]{1,9}(-[a-zA-Z0-9]{1,9}){0,4}(;q=[0-9.]{1,5})?$/));
    fc.assert(
      fc.property(header, (text) => {
        const locale = readLocale(text);
        if (locale === null) return;
        expect(locale).toMatch(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
        expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
      }),
    );
  });
});
