import { expect, it, vi } from "vitest";
import { paletteGroups } from "@/app/dashboard/(app)/palette-items";

it("finds the links of a tag and their statistics by a part of its name, in any case", () => {
  const go = vi.fn();
  const means = {
    open: () => {},
    go,
    setTheme: () => {},
    signOut: () => {},
    sharedUrl: ({ slug }: { slug: string }) => `https://go.example.com/${slug}`,
    role: "owner" as const,
  };
  const tagsFor = (query: string) =>
    paletteGroups(query, [], means, ["Print & web", "spring"]).find(({ name }) => name === "Tags")
      ?.items ?? [];
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
