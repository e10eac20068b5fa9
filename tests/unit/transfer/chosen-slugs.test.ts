import { expect, it } from "vitest";
import { slugsByRow, withSlugs } from "@/lib/transfer/chosen-slugs";

it("rows get the slugs that were chosen for them, and others stay", async () => {
  async function* rows() {
    for (const row of [2, 3]) yield { row, value: { url: "https://example.com/", slug: "taken" } };
  }
  const slugs = [];
  for await (const { value } of withSlugs(rows(), slugsByRow.parse("3.free_1-a,9.x")))
    slugs.push((value as { slug: string }).slug);
  expect(slugs).toEqual(["taken", "free_1-a"]);
});

it("at most 100 are taken, and what is no row with a slug is refused", () => {
  expect(slugsByRow.parse(undefined).size).toBe(0);
  const many = Array.from({ length: 150 }, (_, row) => `${row}.s`).join(",");
  expect(slugsByRow.parse(many).size).toBe(100);
  for (const wrong of ["a.b", "1", "1.", "1.a b", "1.a;2.b", "99999999.a"])
    expect(slugsByRow.safeParse(wrong).success, wrong).toBe(false);
});
