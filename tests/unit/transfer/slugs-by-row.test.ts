import { expect, it } from "vitest";
import { chooseSlugs } from "@/lib/transfer/choose-slugs";
import { slugsByRow, withSlugs } from "@/lib/transfer/slugs-by-row";

it("rows get the slugs that were chosen for them, and others stay", async () => {
  async function* rows() {
    for (const row of [2, 3]) yield { row, value: { url: "https://example.com/", slug: "taken" } };
  }
  const slugs = [];
  for await (const { value } of withSlugs(rows(), slugsByRow.parse("3.free_1-a,9.x")))
    slugs.push((value as { slug: string }).slug);
  expect(slugs).toEqual(["taken", "free_1-a"]);
});

it("more than 100 are refused, and what is no row with a slug", () => {
  expect(slugsByRow.parse(undefined).size).toBe(0);
  const many = (count: number) => Array.from({ length: count }, (_, row) => `${row}.s`).join(",");
  expect(slugsByRow.parse(many(100)).size).toBe(100);
  expect(slugsByRow.safeParse(many(101)).success).toBe(false);
  for (const wrong of ["a.b", "1", "1.", "1.a b", "1.a;2.b", "99999999.a"])
    expect(slugsByRow.safeParse(wrong).success, wrong).toBe(false);
});

it("choosing more than 100 keeps those chosen before, and can still replace them", () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): [number, string] => [from + index, `s${from}`]);
  const first = chooseSlugs({}, rows(900, 60));
  const full = chooseSlugs(first, rows(0, 60));
  expect(Object.keys(full)).toHaveLength(100);
  expect(full).toMatchObject(first);
  expect(chooseSlugs(full, [[900, "other"]])).toEqual({ ...full, 900: "other" });
});
