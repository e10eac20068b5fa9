import { expect, it, vi } from "vitest";
import type { Writer } from "@/lib/database/in-transaction";
import { createLinks } from "@/lib/links/create-links";

const link = (slug?: string) => ({ url: "https://example.com/", slug, title: null, enabled: true, expiresAt: null });

/** Stores slugs as the unique index does: the first row of each slug, unless it is taken. */
function tableWith(taken: string[]): Writer {
  const slugs = new Set(taken);
  const createManyAndReturn = vi.fn(async ({ data }: { data: { slug: string; url: string }[] }) =>
    data.flatMap(({ slug, url }) => (slugs.has(slug) ? [] : slugs.add(slug) && [{ id: slugs.size, slug, url }])),
  );
  return { link: { createManyAndReturn }, linkCounter: { createMany: vi.fn() }, $queryRaw: async () => [] } as unknown as Writer;
}

const slugTaken = expect.objectContaining({ code: "slug_taken" });

it("returns an id per row, or a refusal where the slug is taken or given before", async () => {
  const ids = await createLinks([link("a"), link("taken"), link("b"), link("a")], new Date(), tableWith(["taken"]));
  expect(ids).toEqual([2, slugTaken, 3, slugTaken]);
});

it("draws again what was drawn but is taken", async () => {
  const drawn = ["taken", "a", "a", "b"].values();
  const ids = await createLinks([link(), link(), link("c")], new Date(), tableWith(["taken"]), () => drawn.next().value ?? "none");
  expect(ids).toEqual([4, 2, 3]);
});
