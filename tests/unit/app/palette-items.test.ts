import { expect, it, vi } from "vitest";
import { paletteGroups } from "@/app/dashboard/(app)/palette-items";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";
import { allLanguages } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";

const go = vi.fn();
const means = {
  open: () => {},
  go,
  setTheme: () => {},
  signOut: () => {},
  sharedUrl: ({ slug }: { slug: string }) => `https://go.example.com/${slug}`,
  role: "owner" as const,
  t: textsIn("en", "common"),
};

it("opens a view of the list by a part of its name, or of the word view", () => {
  const query = browseQuerySchema.parse({ tag: "Sale", sort: "clicks" });
  const views = [{ id: "v1", name: "Summer sale", isShared: true, query }];
  const found = (typed: string) =>
    paletteGroups(typed, [], means, { views }).find(({ name }) => name === "Views")?.items ?? [];
  expect(found("").length).toBe(0);
  expect(found("spring").length).toBe(0);
  for (const typed of ["sale", "VIEW", "summer sa"])
    expect(found(typed).map(({ name }) => name)).toEqual(["Summer sale"]);
  found("sale")[0]?.run();
  expect(go).toHaveBeenLastCalledWith("/dashboard/links?tag=Sale&sort=clicks&view=v1");
  go.mockClear();
});

it("finds the links of a tag and their statistics by a part of its name, in any case", () => {
  const tagsFor = (query: string) =>
    paletteGroups(query, [], means, { tags: ["Print & web", "spring"] }).find(
      ({ name }) => name === "Tags",
    )?.items ?? [];
  const found = tagsFor("PRINT");
  expect(found.map(({ name }) => name)).toEqual([
    "Links tagged Print & web",
    "Statistics of Print & web",
  ]);
  for (const item of found) item.run();
  expect(go.mock.calls).toEqual([
    ["/dashboard/links?tag=Print+%26+web"],
    ["/dashboard/statistics?tag=Print+%26+web"],
  ]);
  expect(tagsFor("").length).toBe(0);
  expect(tagsFor("pri").map(({ name }) => name)).toEqual([
    "Links tagged Print & web",
    "Statistics of Print & web",
    "Links tagged spring",
    "Statistics of spring",
  ]);
});

const settings = "/dashboard/settings";
it.each([
  ["einstell", settings],
  ["settings", settings],
  ["abmelden", "signOut"],
  ["verlassen", "signOut"],
  ["log out", "signOut"],
  ["sign out", "signOut"],
  ["zeitzone", `${settings}/preferences`],
  ["preferences", `${settings}/preferences`],
  ["timezone", `${settings}/preferences`],
  ["dunkles", "dark"],
  ["dark mode", "dark"],
])("in German, %s finds %s", (typed, id) => {
  const german = { ...means, t: textsIn("de", "common") };
  const found = paletteGroups(typed, [], german, {}).flatMap(({ items }) => items);
  expect(found.map((item) => item.id)).toContain(id);
});

it.each(allLanguages)("in %s, each page is found by its name, in capitals too", (language) => {
  const t = textsIn(language, "common");
  const names = ["links", "statistics", "settings", "campaigns"] as const;
  for (const page of names) {
    const name = t(`palette.pages.${page}`);
    // Many learned the English names first.
    const inEnglish = means.t(`palette.pages.${page}`);
    for (const typed of [name, name.toLocaleUpperCase(language), inEnglish]) {
      const groups = paletteGroups(typed, [], { ...means, t }, {});
      expect(groups.flatMap(({ items }) => items.map((item) => item.name))).toContain(name);
    }
  }
});

it.each([
  ["ja", "統計"],
  ["zh-CN", "设置"],
  ["ar", "روابط"],
  ["tr", "istatistik"],
] as const)("in %s, a part of a name such as %s finds a page", (language, typed) => {
  const t = textsIn(language, "common");
  const groups = paletteGroups(typed, [], { ...means, t }, {});
  expect(groups.map(({ name }) => name)).toContain(t("palette.groupPages"));
});
