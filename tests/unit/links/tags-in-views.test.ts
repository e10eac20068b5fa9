import { expect, it } from "vitest";
import type { Writer } from "@/lib/database/in-transaction";
import { renameTagInViews } from "@/lib/links/tags-in-views";

interface View {
  id: string;
  query: Record<string, string[]>;
}

/** Saved views, to which `meanwhile` happens with the first change. */
function savedViews(views: View[], meanwhile: (views: View[]) => void = () => {}) {
  let updates = 0;
  const writer = {
    $queryRaw: async (_text: unknown, ids?: string[]) =>
      views.filter(({ id }) => !ids || ids.includes(id)),
    savedView: {
      update: async ({
        where,
        data,
      }: {
        where: { id: string };
        data: { query: View["query"] };
      }) => {
        if (updates++ === 0) meanwhile(views);
        for (const view of views) if (view.id === where.id) view.query = data.query;
      },
    },
  };
  return { views, writer: writer as unknown as Writer, updates: () => updates };
}

it("renames a tag in a view, too, that is saved while others are renamed", async () => {
  const { views, writer } = savedViews([{ id: "1", query: { tag: ["Spring", "sale"] } }], (all) =>
    all.push({ id: "2", query: { notTag: ["spring"] } }),
  );
  await renameTagInViews("spring", "summer", writer);
  expect(views.map(({ query }) => query)).toEqual([
    { tag: ["summer", "sale"], notTag: [] },
    { tag: [], notTag: ["summer"] },
  ]);
});

it("changes the spelling of a tag once", async () => {
  const { views, writer, updates } = savedViews([{ id: "1", query: { tag: ["spring"] } }]);
  await renameTagInViews("spring", "Spring", writer);
  expect(views[0]?.query).toEqual({ tag: ["Spring"], notTag: [] });
  expect(updates()).toBe(1);
});
