import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import { groupBy } from "@/lib/core/group-by";
import { type Catalogue, messagesOf, withAll, withReferences } from "@/lib/texts/catalogue";
import { allLanguages, type Language } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";
import { translator } from "@/lib/texts/translator";
import { flatten, formsOf, needsOf, pluralsOf, readFile } from "../support/catalogue-files";
import { usedTexts } from "../support/used-texts";

/** Without what only programs and operators read, which is English in each language. */
const withoutEnglish = (texts: Catalogue) =>
  new Map([...flatten(texts)].filter(([name]) => !name.startsWith("english.")));
const textsOf = (language: Language) => withoutEnglish(readFile(language));
const written = textsOf("en");
const english = withoutEnglish(withReferences(readFile("en")));
const names = [...english.keys()];
const references = [...written].flatMap(([name, text]) =>
  text.startsWith("@") ? [[name, text.slice(1)] as const] : [],
);

interface Say {
  rich: (name: string, values: object) => unknown;
}

/** Said in another way than by name: see lib/pages/public-texts.ts, share-texts.ts and lib/texts/say.ts. */
const takenWhole = ["visitor", "shares", "problems", "details", "english"];

it("every text is used", () => {
  const used = usedTexts(names);
  const rest = names.filter((name) => !takenWhole.includes(name.split(".", 1)[0] ?? ""));
  expect(rest.filter((name) => !used.has(name))).toEqual([]);
});

it("names say what, in camel case, and are sorted", () => {
  for (const language of allLanguages) {
    const unsorted = (texts: Catalogue): string[] => {
      const own = Object.keys(texts);
      const below = Object.values(texts).flatMap((text) =>
        typeof text === "string" ? [] : unsorted(text),
      );
      return [...(own.join() === own.toSorted().join() ? [] : [own.join()]), ...below];
    };
    expect(unsorted(readFile(language)), language).toEqual([]);
  }
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9_-]*)+$/.test(name))).toEqual(
    [],
  );
});

it("references lead to texts", () => {
  const wrong = references.filter(([, to]) => written.get(to)?.startsWith("@") ?? true);
  expect(wrong).toEqual([]);
});

it.each(allLanguages)("Settings and its pages have names of their own in %s", (language) => {
  const texts = [...flatten(withReferences(readFile(language)))];
  const pages = texts.filter(([name]) => /^common\.(nav\.settings|settingsParts\.\w+)$/.test(name));
  const names = pages.map(([, text]) => text);
  expect(names.length).toBeGreaterThan(10);
  expect(names).toEqual([...new Set(names)]);
});

it("messages have no dates and no select", () => {
  expect([...english.values()].flatMap(needsOf).filter((need) => need.includes(": "))).toEqual([]);
});

it("English texts are not composed: none begins or ends with a space", () => {
  expect([...english].filter(([, text]) => text !== text.trim() || text === "")).toEqual([]);
});

it("texts that are the same in all languages are one, and references to it", () => {
  const files = allLanguages.map(textsOf);
  const own = [...written.keys()].filter((name) => !written.get(name)?.startsWith("@"));
  const same = groupBy(own, (name) => JSON.stringify(files.map((texts) => texts.get(name))));
  expect([...same.values()].filter(({ length }) => length > 1)).toEqual([]);
});

/** Names and examples that have digits: standards, encodings, products, codes of HTTP, addresses. */
const names0to9 = new RegExp(
  [
    "UTF-(8|32)|windows-1252|ISO 8601|SHA-256|NETSCAPE-Bookmark-file-1|A4|1Password|2fa|404|410",
    "\\S+\\.example\\S*|14:6D:…|ABCDE12345\\S*|tel:\\S+|\\d{4}-\\d\\d-\\d\\d(T[\\d:]+Z)?|1200\\s?(?:×|por)\\s?630",
  ].join("|"),
  "g",
);

it.each(allLanguages)(
  "%s has no number in a text: Intl says it as the viewer writes it",
  (language) => {
    const own = [...textsOf(language)].filter(([, text]) => !text.startsWith("@"));
    const plain = (text: string) => text.replaceAll(/=\d+ \{/g, "{").replaceAll(names0to9, "");
    // Japanese writes small numbers with digits where others write words: 2 要素認証.
    const number = language === "ja" ? /\d{3}|[%٪±]/ : /[\d%٪±]/;
    expect(own.filter(([, text]) => number.test(plain(text)))).toEqual([]);
  },
);

it("no two problems are the same sentence", () => {
  const problems = [...english].flatMap(([name, text]) =>
    name.startsWith("problems.") ? [text] : [],
  );
  expect(problems.filter((text, index) => problems.indexOf(text) !== index)).toEqual([]);
});

it("a language has few texts: each is translated and kept twelve times", () => {
  const own = (language: Language) =>
    [...textsOf(language).values()].filter((text) => !text.startsWith("@")).length;
  expect(allLanguages.filter((language) => own(language) > 2_200)).toEqual([]);
});

describe.each(allLanguages)("%s", (language) => {
  const own = new Map([...textsOf(language)].filter(([, text]) => !text.startsWith("@")));

  it("has the texts that English has, and no others", () => {
    expect([...own.keys()].filter((name) => !english.has(name))).toEqual([]);
    const missing = names.filter((name) => !own.has(name) && !written.get(name)?.startsWith("@"));
    expect(missing).toEqual([]);
  });

  it.skipIf(language === "en")("has no copy of what is English in each language", () => {
    const names = [...flatten(readFile(language))];
    expect(
      names.filter(([name, text]) => name.startsWith("english.") || text.startsWith("@")),
    ).toEqual([]);
  });

  it("says a text of its own where English refers to another only if it differs", () => {
    const needless = references.filter(
      ([name, to]) => language !== "en" && own.has(name) && own.get(name) === own.get(to),
    );
    expect(needless).toEqual([]);
  });

  it("needs the same placeholders and tags as English", () => {
    const differing = [...own].flatMap(([name, text]) => {
      const [needed, found] = [needsOf(english.get(name) ?? ""), needsOf(text)];
      return needed.join() === found.join() ? [] : [{ name, needed, found }];
    });
    expect(differing).toEqual([]);
  });

  it("has the plural forms of its language", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    // Millions in these languages have a form of their own, which our sentences can do without.
    const optional = ["fr", "es", "pt-BR", "it"].includes(language) ? ["many"] : [];
    const wrong = [...own].flatMap(([name, text]) =>
      pluralsOf(text)
        .filter(
          (found) =>
            found.some((form) => !forms.includes(form as Intl.LDMLPluralRule)) ||
            forms.some((form) => !found.includes(form) && !optional.includes(form)),
        )
        .map((found) => ({ name, found, forms })),
    );
    expect(wrong).toEqual([]);
  });

  it("says something true for every number", () => {
    const rules = new Intl.PluralRules(language);
    const numbers = [...Array(200).keys(), 1_000_000];
    const numbersOf = (category: string) =>
      numbers.filter((count) => rules.select(count) === category);
    const wrong = [...own].flatMap(([name, text]) =>
      formsOf(text).flatMap((forms) => {
        const hasNumber = forms.some((form) => form.hasNumber);
        return forms
          .filter(
            (form) =>
              form.isEmpty || (hasNumber && !form.hasNumber && numbersOf(form.category).length > 1),
          )
          .map(({ category }) => ({ name, category, text }));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each([0, 1, 2, 5, 11, 21, 100, 1_000_000])("formats every text with %d", (count) => {
    const strange = [...own].flatMap(([name, text]) => {
      const values = needsOf(text).map((need) => [
        need.slice(1, -1),
        need.startsWith("<") ? (parts: string[]) => parts.join("") : count,
      ]);
      const t = translator(
        { visitor: { text: compile(text) } },
        language,
        "visitor",
      ) as unknown as Say;
      const said = String(t.rich("text", Object.fromEntries(values)));
      return said.trim() === "" || /undefined|NaN|\[object/.test(said) ? [{ name, said }] : [];
    });
    expect(strange).toEqual([]);
  });
});

it("where a language has no text yet, English stands in", () => {
  const english = { home: { title: "Home", today: "Today" }, tags: { title: "Tags" } };
  expect(withAll(english, { home: { title: "Start" } })).toEqual({
    home: { title: "Start", today: "Today" },
    tags: { title: "Tags" },
  });
});

it.each([
  ["en", "a, b, c", "a, b, and c"],
  ["de", "a, b, c", "a, b und c"],
  ["ja", "a、b、c", "a、b、c"],
  ["ar", "a وb وc", "a وb وc"],
] as const)("lists names in %s", (language, commas, and) => {
  const t = textsIn(language, "visitor");
  expect(t.list(["a", "b", "c"])).toBe(commas);
  expect(t.list(["a", "b", "c"], "and")).toBe(and);
  expect(t.list(["a"])).toBe("a");
});

it("compiled messages are plain data, and say what the text does", () => {
  const compiled = messagesOf("de", "visitor");
  expect(structuredClone(compiled)).toEqual(compiled);
  expect(textsIn("de", "visitor")("expiredText", { to: "X" })).toBe(
    "Sie werden zu X weitergeleitet.",
  );
});

describe("translator", () => {
  const say = (text: string) =>
    translator({ visitor: { home: compile(text) } }, "de", "visitor", (parts) =>
      parts.join("|"),
    ) as unknown as Record<"rich", (name: string, values?: object) => unknown> &
      ((name: string, values?: object) => string);
  it("formats numbers, plurals and tags in its locale", () => {
    const counted = say("{n, plural, one {# Link} other {# Links}} von {all, number}");
    expect(counted("home", { n: 1, all: 12345 })).toBe("1 Link von 12.345");
    expect(counted("home", { n: 2_000, all: 3 })).toBe("2.000 Links von 3");
    const tagged = say("Mehr <more>hier</more>.");
    expect(tagged.rich("home", { more: (text: unknown) => ({ text }) })).toBe(
      "Mehr |[object Object]|.",
    );
    expect(tagged.rich("home", { more: (text: string[]) => `*${text.join("")}*` })).toBe(
      "Mehr *hier*.",
    );
  });

  it("says the name of a text that is not there", () => {
    expect(say("")("elsewhere")).toBe("visitor.elsewhere");
  });
});
