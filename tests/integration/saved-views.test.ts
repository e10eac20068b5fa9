// Run: all
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { validate } from "@/lib/core/errors";
import { changeTag, createTag } from "@/lib/links/tags";
import {
  deleteView,
  listViews,
  mostViews,
  saveView,
  viewSchema,
} from "@/lib/stats/list/saved-views";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-06-20T12:00:00Z");
const ada = { id: "ada", role: "owner" as const };
const rob = { id: "rob", role: "reader" as const };

beforeEach(async () => {
  await own.query(`DELETE FROM "Owner"`);
  await own.query(`DELETE FROM "SavedView"`);
  for (const { id, role } of [ada, rob])
    await own.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, $1, $1 || '@example.com', $2, now(), now())`,
      [id, role],
    );
});

const save = (
  given: { id?: string; name?: string; isShared?: boolean; query?: object },
  by: typeof ada | typeof rob = ada,
) => {
  const { id = randomUUID(), name = "Sale", isShared = false, query = { tag: ["sale"] } } = given;
  const view = validate({ name, isShared, query }, viewSchema, "view");
  return saveView(id, view, null, by, now).then(() => id);
};
const namesOf = async (viewer: { id: string }) =>
  (await listViews(viewer.id)).map(({ name }) => name);

it("keeps search, tokens, state and order, and nothing that is no filter", async () => {
  const query = {
    ...{ q: "berlin", state: "broken", tag: ["a", "b"], tagMode: "all", notTag: ["c"] },
    ...{ campaign: "spring", channel: "email", destination: "shop", createdBy: "me" },
    sort: "clicks",
  };
  const id = await save({
    name: "  All \n of it ",
    query: { ...query, page: 7, view: "x", odd: 1 },
  });
  expect(await listViews(ada.id)).toEqual([
    { id, name: "All of it", isShared: false, query: { ...query, page: 1 } },
  ]);
});

it("has own views and those of the team, which only editors change", async () => {
  const shared = await save({ name: "Team's", isShared: true });
  const mine = await save({ name: "Mine" });
  await save({ name: "mine" }, rob);
  expect(await namesOf(ada)).toEqual(["Mine", "Team's"]);
  expect(await namesOf(rob)).toEqual(["mine", "Team's"]);
  const forbidden = { code: "forbidden" };
  await expect(save({ isShared: true }, rob)).rejects.toMatchObject(forbidden);
  await expect(save({ id: shared, name: "Taken over" }, rob)).rejects.toMatchObject(forbidden);
  await expect(save({ id: mine, name: "Taken over" }, rob)).rejects.toMatchObject(forbidden);
  await expect(deleteView(shared, rob)).rejects.toMatchObject(forbidden);
  await expect(deleteView(mine, rob)).rejects.toMatchObject(forbidden);
  await save({ id: shared, name: "Own now" });
  expect(await namesOf(rob)).toEqual(["mine"]);
  // With the person go her own views, and the team keeps its own.
  await save({ name: "Stays", isShared: true });
  await own.query(`DELETE FROM "Owner" WHERE "id" = 'ada'`);
  expect(await namesOf(ada)).toEqual(["Stays"]);
});

it("is saved again without a second one, renamed, deleted, and brought back", async () => {
  const id = await save({});
  await save({ id });
  await save({ id, name: "Winter sale" });
  const [view] = await listViews(ada.id);
  expect(await namesOf(ada)).toEqual(["Winter sale"]);
  expect(await deleteView(id, ada)).toEqual(view);
  expect(await deleteView(id, ada)).toBeNull();
  expect(await namesOf(ada)).toEqual([]);
  await saveView(id, view ?? fail(), null, ada, now);
  expect(await listViews(ada.id)).toEqual([view]);
});

it("keeps what others changed since it was shown, and saves nothing if both changed the same", async () => {
  const zoe = { ...ada, id: "zoe" };
  const id = await save({ isShared: true });
  const [seen = fail()] = await listViews(ada.id);
  const input = (view: typeof seen) => validate(view, viewSchema, "view");
  const change = (to: Partial<typeof seen>, by = ada) =>
    saveView(id, input({ ...seen, ...to }), input(seen), by, now);
  expect(await change({ name: "Ada's" })).toBeNull();
  const query = { ...seen.query, tag: ["zoe"] };
  expect(await change({ query }, zoe)).toBeNull();
  const both = { ...seen, name: "Ada's", query };
  expect(await listViews(ada.id)).toEqual([both]);
  // The same again, because the answer was lost.
  expect(await change({ query }, zoe)).toBeNull();
  expect(await change({ query: { ...query, q: "ada" } })).toEqual(both);
  expect(await change({ name: "Zoe's", query }, zoe)).toEqual(both);
  expect(await listViews(ada.id)).toEqual([both]);
  // What was seen since then may be replaced.
  expect(await saveView(id, input({ ...both, name: "Zoe's" }), input(both), zoe, now)).toBeNull();
  expect(await namesOf(rob)).toEqual(["Zoe's"]);
  // Undo brings back what was deleted, not what was shown.
  expect(await deleteView(id, ada)).toMatchObject({ name: "Zoe's", query });
});

it("waits for nobody who saves another view while a tag is renamed", async () => {
  await createTag({ name: "Fresh" }, now);
  const [id, other] = [
    await save({ query: { tag: ["fresh"] } }),
    await save({ name: "Other", query: { tag: ["other"] } }),
  ];
  await own.inTransaction(async (query) => {
    await query(`SELECT FROM "SavedView" WHERE "id" = $1 FOR UPDATE`, [other]);
    await changeTag("Fresh", { name: "Fresher" });
  });
  const views = await listViews(ada.id);
  expect(views.find((view) => view.id === id)?.query.tag).toEqual(["Fresher"]);
});

it("refuses a name that is taken in any case, none, and one that is too long or damaged", async () => {
  await save({ name: "Été" });
  await save({ name: "été", isShared: true });
  for (const name of ["ÉTÉ", "été".normalize("NFD")])
    await expect(save({ name })).rejects.toMatchObject({
      code: "validation_failed",
      message: `There is already a view called "${name}". Choose another name.`,
      problems: [{ path: "name", sentence: { id: "viewTaken" } }],
    });
  await save({ name: "w".repeat(200) });
  for (const name of ["w".repeat(201), " \n ", "a\0b", "\ud800", "\ufffd"])
    expect(() => save({ name })).toThrow("name must");
  expect(() => save({ query: { q: "x".repeat(20_000) } })).toThrow("query has too many filters");
});

it("has room for 50 views of a person and 50 of the team", async () => {
  for (let count = 0; count < mostViews; count++)
    for (const isShared of [true, false]) await save({ name: `v${count}`, isShared });
  const [last] = await listViews(ada.id);
  for (const isShared of [true, false])
    await expect(save({ name: "more", isShared })).rejects.toThrow("There can be 50 views");
  await save({ id: last?.id ?? "", name: "changed", isShared: last?.isShared ?? false });
  expect((await listViews(ada.id)).length).toBe(2 * mostViews);
});

it("follows a tag that is renamed or merged, and reads what a later version wrote", async () => {
  await createTag({ name: "Sale" }, now);
  await createTag({ name: "Winter" }, now);
  const id = await save({ query: { tag: ["SALE", "other"], notTag: ["sale"], q: "x" } });
  await changeTag("Sale", { name: "Clearance" });
  const queryOf = async () => (await listViews(ada.id))[0]?.query;
  expect(await queryOf()).toMatchObject({
    ...{ tag: ["Clearance", "other"], notTag: ["Clearance"], q: "x" },
  });
  await changeTag("Clearance", { name: "WINTER" });
  expect(await queryOf()).toMatchObject({ tag: ["Winter", "other"], notTag: ["Winter"] });
  await own.query(
    `UPDATE "SavedView" SET "query" = '{"state": "melted", "sort": 3, "q": "y", "new": true}' WHERE "id" = $1`,
    [id],
  );
  expect(await queryOf()).toEqual({ q: "y", state: "all", sort: "newest", page: 1 });
});

function fail(): never {
  throw new Error("There is no view.");
}
