import { describe, expect, it } from "vitest";
import { publicTexts } from "@/lib/pages/public-texts";
import { allLanguages } from "@/lib/texts/languages";

describe.each(allLanguages)("%s", (language) => {
  const { lang, dir, ...texts } = publicTexts(language);
  const english = publicTexts("en");
  it("has nothing that HTML would read", () => {
    for (const [name, text] of Object.entries(texts)) expect(text, name).toMatch(/^[^<>&"]{2,}$/);
  });

  it("is translated", () => {
    if (language === "en") return;
    const same = Object.entries(texts).filter(
      ([name, text]) => text === english[name as keyof typeof texts],
    );
    // Words that several languages share, such as Password in Italian.
    expect(
      same.map(([name]) => name).filter((name) => !["privacy", "password"].includes(name)),
    ).toEqual([]);
  });
});

it("Portuguese is that of Brazil and Portugal, and Arabic is written from the right", () => {
  expect(publicTexts("pt-BR")).toMatchObject({ lang: "pt", dir: "ltr" });
  expect(publicTexts("ar")).toMatchObject({ lang: "ar", dir: "rtl" });
});
