import { expect, it, vi } from "vitest";
import { paletteGroups } from "@/components/layout/palette-items";

it("finds the links of a tag by a part of its name, in any case", () => {
  const go = vi.fn();
  const means = { open: () => {}, go, setTheme: () => {}, signOut: () => {}, host: "go.example.com" };
  const tagsFor = (query: string) => paletteGroups(query, [], means, ["Print & web", "spring"]).find(({ name }) => name === "Tags")?.items ?? [];
  const [found, ...others] = tagsFor("PRINT");
  expect([found?.name, others]).toEqual(["Links tagged Print & web", []]);
  found?.run();
  expect(go).toHaveBeenCalledWith("/dashboard/links?tag=Print+%26+web");
  expect(tagsFor("").length).toBe(0);
  expect(tagsFor("pri").map(({ name }) => name)).toEqual(["Links tagged Print & web", "Links tagged spring"]);
});
