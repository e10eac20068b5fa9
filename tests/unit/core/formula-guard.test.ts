import { describe, expect, it } from "vitest";
import { guardText, withoutGuards } from "@/lib/core/formula-guard";
import { generateSlug } from "@/lib/links/generate-slug";
import cells from "./converted-by-libreoffice.json" with { type: "json" };

const isGuarded = (text: string) => guardText(text, true) !== text;

/**
 * What LibreOffice 7.4 made of these cells of a CSV file, in one of the thirteen languages or more,
 * with "detect special numbers": `soffice --headless --convert-to fods
 * --infilter=CSV:44,34,76,1,,LANGUAGE,false,true`. They were written with the months and weekdays
 * of each language.
 */
describe("text for a spreadsheet", () => {
  it("is guarded where LibreOffice makes something else of it", () => {
    expect(cells.converted.length).toBeGreaterThan(1_000);
    expect(cells.converted.filter((text) => !isGuarded(text))).toEqual([]);
  });

  it.each([
    ...["sept2", "MARCH1", "dec1", "1dec", "5-may", "May2345", "2026-5", "5 p", "5:30 a"],
    ...["1,234.5", "$1,234.50", "5 €", "12 %", "１２３", "ИСТИНА", "31/02"],
  ])("is guarded where Excel does: %s", (text) => {
    expect(guardText(text, true)).toBe(`'${text}`);
    expect(withoutGuards(`'${text}`, true)).toBe(text);
  });

  it("stays as it is elsewhere", () => {
    // Excel reads a month beside a digit, and a date that no calendar has is not told apart.
    const others = cells.kept.filter((text) => /\p{L}/u.test(text) && !/'|"/.test(text));
    const months = others.filter((text) => !isGuarded(text));
    for (const text of "e5 1d5 summer24 a5 5a ab12 v2 Q3 w12 k7m2xyz 7zip 24h 3d 1st 2nd 5x may mars mayo Jan sun5 5:30\u00a0UTC".split(
      " ",
    ))
      expect([text, isGuarded(text)]).toEqual([text, false]);
    expect(months.length).toBeGreaterThan(400);
    for (const text of ["12_34", "№5", "a-5", "5-b", "0x1F", "½", "v1.2.3"])
      expect([text, isGuarded(text)]).toEqual([text, false]);
  });

  it("is a generated slug once in many thousand", () => {
    let seed = 1;
    const pick = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const slugs = Array.from({ length: 20_000 }, () => generateSlug(pick));
    expect(slugs.filter(isGuarded).length).toBeLessThan(20);
  });

  it("is read back as it was, with its own apostrophes and the guards of version 1.0.0", () => {
    const own = [...cells.converted, ...cells.kept].flatMap((text) => [text, `'${text}`]);
    for (const isForSpreadsheet of [true, false])
      for (const text of own)
        expect(withoutGuards(guardText(text, isForSpreadsheet), true)).toBe(text);
    expect(withoutGuards("'summer24", true)).toBe("summer24");
    expect(guardText("'summer24", true)).toBe("''summer24");
  });
});
