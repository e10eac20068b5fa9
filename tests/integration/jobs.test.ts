// Run: all
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it, vi } from "vitest";
import type { AnyCommand, Person } from "@/lib/commands/define";
import { givenTo } from "@/lib/commands/given-to";
import { undoJob } from "@/lib/commands/jobs";
import {
  createSeveral,
  deleteLinks,
  editChannels,
  editTags,
  replaceInLinks,
  updateLinks,
} from "@/lib/commands/links";
import { continueJobs, startJob } from "@/lib/commands/run-job";
import { mergeTag, removeTag } from "@/lib/commands/tags";
import type { Role } from "@/lib/core/access";
import type { Editor } from "@/lib/links/editor";
import { insertLinks } from "@/lib/links/insert-links";
import { jobState, listRunningJobs, listUndoableJobs, stopJob } from "@/lib/owners/jobs";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const many = 250;
const channel = { source: "news", medium: "email", campaign: "" };

beforeEach(async () => {
  for (const table of ["Job", "Link", "Tag", "Owner"]) await own.query(`DELETE FROM "${table}"`);
  for (const [id, role] of [
    ["ada", "owner"],
    ["mara", "editor"],
  ]) {
    await own.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, $1, $1 || '@example.com', $2, now(), now())`,
      [id, role],
    );
    await own.query(
      `INSERT INTO "OwnerSession" ("id", "token", "ownerId", "expiresAt", "createdAt", "updatedAt") VALUES ($1, $1, $1, now() + interval '1 day', now(), now())`,
      [id],
    );
  }
});

/** As an action of the dashboard starts it. */
async function start(
  command: unknown,
  { body, ...named }: Record<string, unknown>,
  { id = randomUUID(), who = "mara" }: { id?: string; who?: string } = {},
) {
  const known = command as AnyCommand;
  const by: Editor = `owner:${who}`;
  const given = await givenTo(known, { named, body });
  return startJob(known, { by, person: { id: who } as Person }, id, given);
}

const ended = (id: string, by: Editor = "owner:mara") =>
  vi.waitUntil(
    async () => {
      const state = await jobState(id, by);
      return state.isOver && state;
    },
    { timeout: 20_000 },
  );
const run = async (...given: Parameters<typeof start>) => ended((await start(...given)).id);

const listUndoable = (role: Role = "editor") =>
  listUndoableJobs({ by: "owner:mara", role }, ["createSeveral"], new Date());

const linesOf = (count = many) =>
  Array.from({ length: count }, (_, at) => ({ url: `https://example.com/${at}`, slug: `s${at}` }));
const several = (count = many) => ({
  ...{ body: linesOf(count), shared: {}, channels: [], reuses: false },
});
const slugs = linesOf().map(({ slug }) => slug);
const countLinks = async (where = "true") =>
  (await own.query<{ count: number }>(`SELECT count(*)::int AS count FROM "Link" WHERE ${where}`))
    .rows[0]?.count;
const makeLinks = () =>
  insertLinks(
    linesOf().map((line) => ({ ...line, title: null, enabled: true, expiresAt: null })),
    new Date(),
  );

it("creates all lines, once for a key, and takes back those that nobody clicked or changed", async () => {
  const id = randomUUID();
  await Promise.all([
    start(createSeveral, several(), { id }),
    start(createSeveral, several(), { id }),
  ]);
  expect(await ended(id)).toMatchObject({ total: many, done: many, changed: many, failed: [] });
  expect(await countLinks()).toBe(many);
  await start(createSeveral, several(), { id });
  await expect(start(createSeveral, several(3), { id })).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  await expect(start(createSeveral, several(), { id, who: "ada" })).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  expect(await countLinks()).toBe(many);
  await own.query(`UPDATE "Link" SET "title" = 'x', "updatedAt" = now() WHERE "slug" = 's7'`);
  expect(await listUndoable()).toMatchObject([{ id, changed: many }]);
  expect(await run(undoJob, { undoes: id })).toMatchObject({
    changed: many - 1,
    failed: [{ slug: "s7", code: "precondition_failed" }],
  });
  expect(await countLinks()).toBe(1);
  expect(await listUndoable()).toEqual([]);
  await expect(start(undoJob, { undoes: id })).rejects.toMatchObject({ code: "not_found" });
});

it("a line that is not valid, or whose slug is taken, stops no other", async () => {
  const lines = [
    ...linesOf(2),
    { url: "ftp://x/", slug: "a" },
    { url: "https://b.example/", slug: "s0" },
  ];
  const state = await run(createSeveral, { ...several(), body: lines });
  expect(state.failed.map(({ slug, code }) => [slug, code])).toEqual([
    ["2", "validation_failed"],
    ["3", "slug_taken"],
  ]);
  expect([state.changed, state.refusal]).toEqual([2, null]);
});

it.each([
  [
    "expiry and state",
    updateLinks,
    { body: { enabled: false }, seen: { enabled: true } },
    `NOT "enabled"`,
  ],
  [
    "tags",
    editTags,
    { body: { add: ["spring"], remove: [] } },
    `"id" IN (SELECT "linkId" FROM "LinkTag")`,
  ],
  [
    "channels",
    editChannels,
    { body: { add: [channel], remove: [] } },
    `"id" IN (SELECT "linkId" FROM "LinkPlace")`,
  ],
  [
    "destinations",
    replaceInLinks,
    { body: { find: "example.com", replace: "new.example", scope: "host" } },
    `"url" LIKE '%new.example%'`,
  ],
])("changes %s of many links, and restores what each had", async (_, command, given, isChanged) => {
  await makeLinks();
  const { id, ...state } = await run(command, { slugs: [...slugs, "gone"], ...given });
  expect(state).toMatchObject({
    ...{ total: many + 1, done: many + 1, changed: many, refusal: null },
    failed: [{ slug: "gone", code: "not_found" }],
  });
  expect(await countLinks(isChanged)).toBe(many);
  await own.query(`UPDATE "Link" SET "slug" = 'renamed' WHERE "slug" = 's1'`);
  expect(await run(undoJob, { undoes: id })).toMatchObject({ changed: many, failed: [] });
  expect(await countLinks(isChanged)).toBe(0);
});

it("deletes many links, and is done before the answer if there are few", async () => {
  await makeLinks();
  expect(await start(deleteLinks, { slugs: slugs.slice(0, 5) })).toMatchObject({
    ...{ isOver: true, done: 5, changed: 5 },
  });
  await run(deleteLinks, { slugs });
  expect(await countLinks()).toBe(0);
});

it("merges and deletes a tag that many links have", async () => {
  await makeLinks();
  await run(editTags, { slugs, body: { add: ["one"], remove: [] } });
  await run(editTags, { slugs: slugs.slice(0, 5), body: { add: ["two"], remove: [] } });
  await run(mergeTag, { name: "one", to: "two" });
  const counts = () =>
    own.query(
      `SELECT "name", count("linkId")::int AS count FROM "Tag" LEFT JOIN "LinkTag" ON "tagId" = "id" GROUP BY 1`,
    );
  expect((await counts()).rows).toEqual([{ name: "two", count: many }]);
  await expect(start(mergeTag, { name: "one", to: "two" })).rejects.toMatchObject({
    code: "not_found",
  });
  await run(removeTag, { name: "two" });
  expect((await counts()).rows).toEqual([]);
});

/** Keeps links locked until `release`, so that a job waits before its last rows. */
async function holdLinks(where: string, during: () => Promise<void>) {
  await own.inTransaction(async (query) => {
    await query(`SELECT FROM "Link" WHERE ${where} FOR UPDATE`);
    await during();
  });
}

it("is stopped with the portion under way, and what is done can be undone", async () => {
  await makeLinks();
  const id = randomUUID();
  await holdLinks(`"slug" = 's120'`, async () => {
    await start(updateLinks, { slugs, body: { enabled: false }, seen: {} }, { id });
    const stopping = stopJob(id, "owner:mara");
    await sleep(100);
    void stopping;
  });
  const state = await ended(id);
  expect([state.isStopped, state.refusal]).toEqual([true, null]);
  expect(state.done).toBeLessThan(many);
  expect(await countLinks(`NOT "enabled"`)).toBe(state.done);
  await expect(stopJob(id, "owner:ada")).rejects.toMatchObject({ code: "not_found" });
  await run(undoJob, { undoes: id });
  expect(await countLinks(`NOT "enabled"`)).toBe(0);
});

it.each([
  ["signed out", `DELETE FROM "OwnerSession" WHERE "id" = 'mara'`, "unauthorized"],
  ["without the role", `UPDATE "Owner" SET "role" = 'reader' WHERE "id" = 'mara'`, "forbidden"],
])("ends with the portion under way for somebody who is meanwhile %s", async (_, end, code) => {
  await makeLinks();
  const id = randomUUID();
  await holdLinks(`"slug" = 's120'`, async () => {
    await start(updateLinks, { slugs, body: { enabled: false }, seen: {} }, { id });
  });
  await own.query(end).catch(() => {});
  const state = await ended(id);
  if (state.done < many) expect(state.refusal).toMatchObject({ code });
  expect(await countLinks(`NOT "enabled"`)).toBe(state.done);
});

it("is continued by another process, each row once", async () => {
  await makeLinks();
  const done = await run(editTags, { slugs, body: { add: ["spring"], remove: [] } });
  // As a process leaves it that is killed after its first portion.
  await own.query(
    `UPDATE "Job" SET "endedAt" = NULL, "done" = 100, "changed" = 100, "claimedUntil" = now() - interval '1 second'`,
  );
  await own.query(`DELETE FROM "JobPortion" WHERE "from" >= 100`);
  await own.query(
    `DELETE FROM "LinkTag" USING "Link" WHERE "id" = "linkId" AND "slug" = ANY($1::text[])`,
    [slugs.slice(100)],
  );
  expect(await listRunningJobs("owner:mara")).toMatchObject([{ done: 100, isOver: false }]);
  const { signal } = new AbortController();
  await Promise.all([continueJobs(signal), continueJobs(signal)]);
  expect(await jobState(done.id, "owner:mara")).toMatchObject({
    ...{ done: many, changed: many, isOver: true, refusal: null },
  });
  await run(undoJob, { undoes: done.id });
  expect(await countLinks(`"id" IN (SELECT "linkId" FROM "LinkTag")`)).toBe(0);
});

it("undoes nothing of somebody else, or after an hour", async () => {
  await makeLinks();
  const { id } = await ended(
    (await start(updateLinks, { slugs, body: { enabled: false }, seen: {} }, { who: "ada" })).id,
    "owner:ada",
  );
  await expect(start(undoJob, { undoes: id })).rejects.toMatchObject({ code: "forbidden" });
  await own.query(`UPDATE "Job" SET "createdAt" = now() - interval '61 minutes'`);
  await expect(start(undoJob, { undoes: id }, { who: "ada" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await countLinks(`NOT "enabled"`)).toBe(many);
});
