// Run: all
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import type { AnyCommand, Person } from "@/lib/commands/define";
import { withProgress } from "@/lib/commands/export-progress";
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
import {
  changedBy,
  jobState,
  listRunningJobs,
  listUndoableJobs,
  stopJob,
  storeJob,
} from "@/lib/owners/jobs";
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

const listUndoable = (role: Role = "editor", command = "createSeveral") =>
  listUndoableJobs({ by: "owner:mara", role }, [command], new Date());

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

/** Acts while a portion of what has begun waits for a link. No other portion begins before that is done. */
async function inPortion(begin: () => Promise<unknown>, act: () => Promise<unknown>) {
  const [held] = await own.inTransaction(async (query) => {
    const untilWaiting = (count: number) =>
      vi.waitUntil(
        async () => {
          const { rows } = await query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          );
          return rows.length === count;
        },
        { timeout: 30_000 },
      );
    await query(`SELECT FROM "Link" WHERE "slug" = 's120' FOR UPDATE`);
    await begin();
    await untilWaiting(1);
    let acting: Promise<unknown> | undefined;
    const holding = holdPortions(() => {
      acting = act();
      return acting;
    });
    await Promise.race([acting, untilWaiting(2)]);
    return [holding];
  });
  await held;
}

const disable = { slugs, body: { enabled: false }, seen: {} };
const disabled = () => countLinks(`NOT "enabled"`);

it("completes the current portion when it is stopped, and what is done can be undone", async () => {
  await makeLinks();
  const id = randomUUID();
  await inPortion(
    () => start(updateLinks, disable, { id }),
    () => stopJob(id, "owner:mara"),
  );
  const state = await ended(id);
  expect([state.isStopped, state.refusal]).toEqual([true, null]);
  expect(state.done).toBeLessThan(many);
  expect(await disabled()).toBe(state.done);
  await run(undoJob, { undoes: id });
  expect(await disabled()).toBe(0);
});

it("a stop after the end changes nothing, and one of an unknown job is refused", async () => {
  await makeLinks();
  const { id } = await run(updateLinks, disable);
  const undo = await run(undoJob, { undoes: id });
  for (const job of [id, undo.id]) await stopJob(job, "owner:mara");
  expect((await jobState(undo.id, "owner:mara")).isStopped).toBe(false);
  await expect(start(undoJob, { undoes: id })).rejects.toMatchObject({ code: "not_found" });
  for (const [job, by] of [
    [id, "owner:ada"],
    [randomUUID(), "owner:mara"],
  ] as const)
    await expect(stopJob(job, by)).rejects.toMatchObject({
      code: "not_found",
      sentence: { id: "changeGone" },
    });
});

it("is undone once, by the first of several at the same time", async () => {
  await makeLinks();
  const { id } = await run(updateLinks, disable);
  const key = randomUUID();
  const undos = await Promise.allSettled([
    ...[key, key].map((same) => start(undoJob, { undoes: id }, { id: same })),
    ...["mara", "ada", "mara"].map((who) => start(undoJob, { undoes: id }, { who })),
  ]);
  const begun = undos.flatMap((undo) => (undo.status === "fulfilled" ? [undo.value.id] : []));
  expect(new Set(begun).size).toBe(1);
  for (const undo of undos)
    if (undo.status === "rejected") expect(undo.reason).toMatchObject({ code: "not_found" });
  const { rows } = await own.query(`SELECT "changed" FROM "Job" WHERE "undoes" = $1`, [id]);
  await vi.waitUntil(async () => (await disabled()) === 0, { timeout: 20_000 });
  expect(rows).toHaveLength(1);
});

it("finds what was sent again with its key, also when it could not begin any more", async () => {
  await makeLinks();
  const { id } = await run(editTags, { slugs, body: { add: ["spring"], remove: [] } });
  const [undo, removal] = [randomUUID(), randomUUID()];
  await run(undoJob, { undoes: id }, { id: undo });
  expect(await start(undoJob, { undoes: id }, { id: undo })).toMatchObject({ changed: many });
  await run(removeTag, { name: "spring" }, { id: removal });
  expect(await start(removeTag, { name: "spring" }, { id: removal })).toMatchObject({
    isOver: true,
  });
});

it("an undo that was stopped goes on behind the rows that it has tried", async () => {
  await makeLinks();
  const { id } = await run(updateLinks, disable);
  const first = randomUUID();
  await inPortion(
    () => start(undoJob, { undoes: id }, { id: first }),
    () => stopJob(first, "owner:mara"),
  );
  const { done } = await ended(first);
  expect(done).toBeGreaterThan(0);
  const left = many - done;
  expect(await listUndoable("editor", "updateLinks")).toMatchObject([{ id, changed: left }]);
  expect(await run(undoJob, { undoes: id })).toMatchObject({
    ...{ total: left, done: left, changed: left, failed: [] },
  });
  expect(await disabled()).toBe(0);
  await expect(start(undoJob, { undoes: id })).rejects.toMatchObject({ code: "not_found" });
});

it.each([
  ["signed out", `DELETE FROM "OwnerSession" WHERE "id" = 'mara'`, "unauthorized"],
  ["without the role", `UPDATE "Owner" SET "role" = 'reader' WHERE "id" = 'mara'`, "forbidden"],
])("ends with the current portion for somebody who is meanwhile %s", async (_, end, code) => {
  await makeLinks();
  const id = randomUUID();
  await inPortion(
    () => start(updateLinks, disable, { id }),
    () => own.query(end),
  );
  const state = await ended(id);
  expect(state.refusal).toMatchObject({ code });
  expect(state.done).toBeLessThan(many);
  expect(await disabled()).toBe(state.done);
});

const { signal } = new AbortController();
const leave = (columns = "") =>
  own.query(`UPDATE "Job" SET "claimedUntil" = now() - interval '1 second' ${columns}`);

/** In seconds, counted from the last try. */
async function untilNextTry(id: string): Promise<number> {
  const { rows } = await own.query<{ seconds: number }>(
    `SELECT round(extract(epoch FROM "claimedUntil" - now()) / 5)::int * 5 AS "seconds" FROM "Job" WHERE "id" = $1`,
    [id],
  );
  return rows[0]?.seconds ?? 0;
}

/** As a process leaves it that is killed after its first portion. Returns how many rows that had. */
async function leaveAfterFirst(columns = ""): Promise<number> {
  const { rows } = await own.query<{ from: number }>(
    `DELETE FROM "JobPortion" WHERE "from" > 0 RETURNING "from"`,
  );
  const first = Math.min(...rows.map(({ from }) => from));
  await leave(`, "endedAt" = NULL, "done" = ${first}, "changed" = ${first} ${columns}`);
  return first;
}

it("is continued by another process", async () => {
  await makeLinks();
  const done = await run(editTags, { slugs, body: { add: ["spring"], remove: [] } });
  const first = await leaveAfterFirst();
  await own.query(
    `DELETE FROM "LinkTag" USING "Link" WHERE "id" = "linkId" AND "slug" = ANY($1::text[])`,
    [slugs.slice(first)],
  );
  expect(await listRunningJobs("owner:mara")).toMatchObject([{ done: first, isOver: false }]);
  await continueJobs(signal);
  expect(await jobState(done.id, "owner:mara")).toMatchObject({
    ...{ done: many, changed: many, isOver: true, refusal: null },
  });
  await run(undoJob, { undoes: done.id });
  expect(await countLinks(`"id" IN (SELECT "linkId" FROM "LinkTag")`)).toBe(0);
});

/** Lets no portion begin until `during` is over. */
async function holdPortions(during: () => Promise<unknown>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = [1, 2].map(() => own.service.jobs.portions.run(0, () => released));
  await during();
  release();
  await Promise.all(held);
}

it("is done by two processes at once, each row once", async () => {
  await makeLinks();
  const id = randomUUID();
  let second: Promise<void> | undefined;
  await holdPortions(async () => {
    await start(editTags, { slugs, body: { add: ["spring"], remove: [] } }, { id });
    await leave();
    second = continueJobs(signal);
    const claims = () => own.query(`SELECT FROM "Job" WHERE "claims" = 1`);
    await vi.waitUntil(async () => (await claims()).rows.length === 1, { timeout: 30_000 });
  });
  await second;
  expect(await ended(id)).toMatchObject({ done: many, changed: many, failed: [], refusal: null });
  const changed = (await changedBy(id)) as { slug: string }[];
  expect(changed.map(({ slug }) => slug)).toEqual(slugs);
});

it("tries a portion that was too slow again with fewer rows, and is left for later if that fails, too", async () => {
  await makeLinks();
  // Each change of the last rows takes as long as their portion is large.
  await own.query(`CREATE FUNCTION "slow"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM new_links WHERE "slug" LIKE 's%') > current_setting('test.most')::int THEN
        RAISE EXCEPTION 'too slow' USING ERRCODE = '57014';
      END IF;
      RETURN NULL;
    END $$`);
  await own.query(`CREATE TRIGGER "slow" AFTER UPDATE ON "Link" REFERENCING NEW TABLE AS new_links
    FOR EACH STATEMENT EXECUTE FUNCTION "slow"()`);
  const most = (count: number) => own.query(`ALTER FUNCTION "slow"() SET "test.most" = '${count}'`);
  try {
    await most(30);
    const { id } = await run(updateLinks, disable);
    expect(await jobState(id, "owner:mara")).toMatchObject({ done: many, refusal: null });
    await most(5);
    const back = await start(updateLinks, { ...disable, body: { enabled: true } });
    expect(await jobState(back.id, "owner:mara")).toMatchObject({ isOver: false, done: 0 });
    expect(await disabled()).toBe(many);
    await most(30);
    await leave();
    await continueJobs(signal);
    expect(await jobState(back.id, "owner:mara")).toMatchObject({ done: many, refusal: null });
    expect(await disabled()).toBe(0);
  } finally {
    await own.query(`DROP FUNCTION "slow"() CASCADE`);
  }
});

it("ends once it was taken over too often without a portion that succeeds", async () => {
  await makeLinks();
  await own.query(`CREATE FUNCTION "full"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'full' USING ERRCODE = '53100';
    END $$`);
  await own.query(
    `CREATE TRIGGER "full" AFTER UPDATE ON "Link" FOR EACH STATEMENT EXECUTE FUNCTION "full"()`,
  );
  try {
    const { id } = await start(updateLinks, disable);
    const waits: number[] = [];
    for (let claims = 1; claims <= 10; claims++) {
      expect(await jobState(id, "owner:mara")).toMatchObject({ isOver: false });
      await leave();
      await continueJobs(signal);
      waits.push(await untilNextTry(id));
    }
    // Half an hour in all, for a disk that is emptied or a lock that ends.
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 320, 320, 320]);
    expect(await jobState(id, "owner:mara")).toMatchObject({
      ...{ isOver: true, done: 0, refusal: { code: "unavailable" } },
    });
    // As after processes that it has ended.
    await leave(`, "endedAt" = NULL, "refusal" = NULL`);
    await continueJobs(signal);
    expect(await jobState(id, "owner:mara")).toMatchObject({
      refusal: { code: "internal_error" },
    });
  } finally {
    await own.query(`DROP FUNCTION "full"() CASCADE`);
  }
});

it("a portion that succeeds forgets how often it was taken over", async () => {
  await makeLinks();
  const { id } = await run(updateLinks, disable);
  await leaveAfterFirst(`, "claims" = 9`);
  await continueJobs(signal);
  const { rows } = await own.query(`SELECT "claims" FROM "Job" WHERE "id" = $1`, [id]);
  expect(rows).toEqual([{ claims: 0 }]);
});

it("is left to another process when this one stops, and to a newer version if it is of one", async () => {
  await makeLinks();
  const id = randomUUID();
  await holdPortions(async () => {
    await start(updateLinks, disable, { id });
    own.service.isStopping = true;
  });
  try {
    await leave();
    await continueJobs(signal);
    expect(await jobState(id, "owner:mara")).toMatchObject({ isOver: false, done: 0 });
  } finally {
    own.service.isStopping = false;
  }
  await leave();
  await continueJobs(signal);
  expect(await jobState(id, "owner:mara")).toMatchObject({ done: many, refusal: null });
  await leave(`, "endedAt" = NULL, "command" = 'ofNewer'`);
  await continueJobs(signal);
  expect(await jobState(id, "owner:mara")).toMatchObject({ isOver: false, refusal: null });
});

it("says why rows failed once it is over", async () => {
  const { id } = await run(updateLinks, { ...disable, slugs: ["gone"] });
  const failed = [{ slug: "gone", code: "not_found" }];
  expect(await jobState(id, "owner:mara")).toMatchObject({ failed });
  await own.query(`UPDATE "Job" SET "endedAt" = NULL, "claimedUntil" = now() + interval '1 hour'`);
  expect(await jobState(id, "owner:mara")).toMatchObject({ failed: [] });
});

it("runs at most ten of one person at a time", async () => {
  await makeLinks();
  const startAt = (at: number, who = "mara") =>
    start(updateLinks, { ...disable, slugs: [`s${at}`] }, { who });
  await holdPortions(async () => {
    const begun = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => startAt(at)));
    const refused = begun.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toMatchObject(
      [1, 2].map(() => ({ code: "forbidden", sentence: { id: "jobsAtMost" } })),
    );
    await startAt(20, "ada");
  });
  const running = () => own.query(`SELECT FROM "Job" WHERE "endedAt" IS NULL`);
  await vi.waitUntil(async () => (await running()).rows.length === 0, { timeout: 20_000 });
  expect(await disabled()).toBe(11);
  await startAt(30);
});

it("keeps created links whose channels were changed since", async () => {
  const other = { ...channel, source: "radio" };
  const { id } = await run(createSeveral, { ...several(4), channels: [channel] });
  await run(editChannels, { slugs: ["s0"], body: { add: [], remove: [channel] } });
  await run(editChannels, { slugs: ["s1"], body: { add: [other], remove: [] } });
  await run(editChannels, { slugs: ["s2"], body: { add: [other], remove: [channel] } });
  expect(await run(undoJob, { undoes: id })).toMatchObject({
    changed: 1,
    failed: ["s0", "s1", "s2"].map((slug) => ({ slug, code: "precondition_failed" })),
  });
  const without = await run(createSeveral, { ...several(), body: linesOf(6).slice(4) });
  await run(editChannels, { slugs: ["s4"], body: { add: [channel], remove: [] } });
  expect(await run(undoJob, { undoes: without.id })).toMatchObject({
    ...{ changed: 1, failed: [{ slug: "s4" }] },
  });
});

it("lists what somebody did although others did many since", async () => {
  const { id } = await run(createSeveral, several(2));
  await own.query(
    `INSERT INTO "Job" ("id", "by", "sessionId", "command", "input", "total", "changed", "createdAt", "claimedUntil", "endedAt")
      SELECT 'ada' || n, 'owner:ada', 'ada', 'createSeveral', '{}', 2, 2, now(), now(), now() FROM generate_series(1, 120) n`,
  );
  expect(await listUndoable()).toMatchObject([{ id }]);
  expect(await listUndoable("owner")).toHaveLength(1);
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

/** Pages of 100 rows. */
async function* exported(pages: number, tick: () => void) {
  for (let page = 0; page < pages; page++) {
    tick();
    yield Array.from({ length: 100 }, (_, row) => page * 100 + row);
  }
}

it("says how far a long export is, and cuts it once it is stopped", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const person = { id: "mara", owner: { id: "mara" } };
  const rowsOf = (pages: number, tick: () => void) =>
    withProgress(exported(pages, tick), "exportChosenLinks", person, async () => 250);
  const running = () => listRunningJobs("owner:mara");
  const later = () => vi.advanceTimersByTime(1_000);
  // A short one has no job.
  for await (const _ of rowsOf(3, () => {})) expect(await running()).toEqual([]);
  const states: object[] = [];
  for await (const _ of rowsOf(3, later))
    states.push(...(await running()).map(({ done, total }) => ({ done, total })));
  expect(states).toEqual([
    { done: 100, total: 250 },
    { done: 200, total: 250 },
  ]);
  expect(await running()).toEqual([]);
  const { rows } = await own.query(`SELECT "done", "total", "stoppedAt" FROM "Job"`);
  expect(rows).toEqual([{ done: 300, total: 300, stoppedAt: null }]);
  let seen = 0;
  const cut = async () => {
    for await (const _ of rowsOf(5, later)) {
      seen++;
      for (const { id } of await running()) await stopJob(id, "owner:mara");
    }
  };
  await expect(cut()).rejects.toMatchObject({ name: "AbortError" });
  expect([seen, await running()]).toEqual([2, []]);
  vi.useRealTimers();
});

it("keeps a long export whose client reads nothing for a while", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const person = { id: "mara", owner: { id: "mara" } };
  const pages = exported(3, () => vi.advanceTimersByTime(1_000));
  const rows = withProgress(pages, "exportChosenLinks", person, async () => 300);
  await rows.next();
  await rows.next();
  await leave();
  const isRenewed = async () =>
    (await own.query(`SELECT FROM "Job" WHERE "claimedUntil" > now()`)).rowCount === 1;
  expect(await isRenewed()).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitUntil(isRenewed);
  for await (const _ of rows);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("ends the job of an export whose process has ended", async () => {
  const job = { id: randomUUID(), by: "owner:mara", sessionId: "mara", input: {} } as const;
  await storeJob({ ...job, command: "exportLinkPage" }, () => 100, new Date());
  await own.query(`UPDATE "Job" SET "claimedUntil" = now() - interval '1 second'`);
  await continueJobs(new AbortController().signal);
  expect(await jobState(job.id, job.by)).toMatchObject({ isOver: true, done: 0, total: 100 });
});
