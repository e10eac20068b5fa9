// Run: verify
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { eventsQuerySchema, listEvents } from "@/lib/audit/list-events";
import { commandLine, recordEvent } from "@/lib/audit/record-event";
import { SluglineError } from "@/lib/core/errors";
import { mostTags } from "@/lib/core/tag";
import { database as prisma } from "@/lib/database/client";
import { inSnapshot } from "@/lib/database/in-snapshot";
import { inTransaction, type Writer } from "@/lib/database/in-transaction";
import { changeLinks, type LinkChange } from "@/lib/links/change-links";
import { deleteLinks } from "@/lib/links/delete-links";
import type { Editor } from "@/lib/links/editor";
import { insertLinks, type NewRow } from "@/lib/links/insert-links";
import { editVersion } from "@/lib/links/link-version";
import { countEditsOfOthers, listAllEdits, listEdits } from "@/lib/links/list-edits";
import { only, toSelection } from "@/lib/links/outcome";
import { type FoundLink, replaceDestinations } from "@/lib/links/replace-destinations";
import { undoReplacement } from "@/lib/links/replacements";
import { editTags } from "@/lib/links/tag-links";
import { sentence } from "@/lib/texts/sentence";
import { inEnglish } from "../support/in-english";
import { useOwnDatabase } from "../support/own-database";
import { standStill } from "../support/stand-still";

/**
 * The one way to insert, change and delete links: each row has its own outcome, whatever happens to
 * the others.
 */
const database = useOwnDatabase();
const now = new Date("2026-11-19T14:20:00Z");
const later = (minutes: number) => ({ now: new Date(now.getTime() + minutes * 60_000) });
const clock = (minutesAhead: number) => ({ now: new Date(Date.now() + minutesAhead * 60_000) });
const link = (slug?: string, more: Partial<NewRow> = {}): NewRow => ({
  url: "https://example.com/",
  slug,
  title: null,
  enabled: true,
  expiresAt: null,
  ...more,
});
const refused = (code: string) => expect.objectContaining({ code });
const stored = (slug: string, more: object = {}) => expect.objectContaining({ slug, ...more });

beforeEach(async () => {
  await database.query('DELETE FROM "Link"');
});

describe("a transaction whose connection ends between two statements", () => {
  const ends: Record<string, (writer: Writer) => Promise<unknown>> = {
    "because it waited for a thread that stood still": async (writer) => {
      await writer.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 50`;
      standStill(500);
    },
    "and the driver knows it": async (writer) => {
      const [own] = await writer.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await database.query("SELECT pg_terminate_backend($1, 5000)", [own?.pid]);
      await sleep(200);
    },
  };

  it.each(Object.entries(ends))("%s runs again, and is stored once", async (_, end) => {
    let runs = 0;
    const outcome = await inTransaction(async (writer) => {
      const stored = await insertLinks([link("again")], now, { writer });
      if (++runs === 1) await end(writer);
      await writer.link.count();
      return stored;
    });
    expect(runs).toBe(2);
    expect(outcome).toEqual([stored("again")]);
    expect((await database.query('SELECT "slug" FROM "Link"')).rows).toEqual([{ slug: "again" }]);
  });

  it("before its COMMIT is sent, is stored once", async () => {
    let runs = 0;
    await inTransaction(async (writer) => {
      await insertLinks([link("again")], now, { writer });
      if (++runs === 1) await ends["and the driver knows it"]?.(writer);
    });
    expect(runs).toBe(2);
    expect((await database.query('SELECT "slug" FROM "Link"')).rows).toEqual([{ slug: "again" }]);
  });

  it("is read again in a snapshot", async () => {
    let runs = 0;
    const count = await inSnapshot("owners", async (reader) => {
      await reader.link.count();
      if (++runs === 1) await ends["and the driver knows it"]?.(reader);
      return reader.link.count();
    });
    expect([runs, count]).toEqual([2, 0]);
  });
});

describe("insertLinks", () => {
  it("stores each row, or says why not: the slug is taken, was given before, or is another link's alias", async () => {
    await insertLinks([link("taken", { aliases: ["taken-too"] })], now);
    const rows = [
      link("a"),
      link("taken"),
      link("b", { aliases: ["c"] }),
      link("a"),
      link("taken-too"),
      link("c"),
      link("d", { aliases: ["taken"] }),
    ];
    expect(await insertLinks(rows, now)).toEqual([
      ...[stored("a"), refused("slug_taken"), stored("b", { aliases: ["c"] })],
      ...[
        refused("slug_taken"),
        refused("slug_taken"),
        refused("slug_taken"),
        refused("slug_taken"),
      ],
    ]);
  });

  it("generates another slug for one that is taken, also by a row of the same call", async () => {
    await insertLinks([link("taken")], now);
    const generated = ["taken", "a", "a", "b"].values();
    const makeSlug = () => generated.next().value ?? "none";
    expect(await insertLinks([link(), link(), link("c")], now, { makeSlug })).toEqual([
      stored("b"),
      stored("a"),
      stored("c"),
    ]);
  });

  it("stores all that a row has", async () => {
    const all = {
      ...{
        title: "Title",
        enabled: false,
        expiresAt: new Date("2030-01-01T00:00:00Z"),
        tags: ["one"],
        note: "Note",
        aliases: ["also"],
      },
      ...{
        maxClicks: 5,
        startsAt: new Date("2029-01-01T00:00:00Z"),
        expiredUrl: "https://example.com/over",
        forwardQuery: true,
        forwardUtm: true,
      },
      ...{ description: "Text", image: "https://example.com/card.png" },
    };
    const channels = [{ source: "newsletter", medium: "email", campaign: "" }];
    const { id, ...made } = only(
      await insertLinks([link("all", { ...all, channels, passwordHash: "hash" })], now),
    );
    expect(made).toMatchObject({
      ...all,
      expiresAt: "2030-01-01T00:00:00.000Z",
      startsAt: "2029-01-01T00:00:00.000Z",
      hasPassword: true,
    });
    expect(
      (await database.query('SELECT "source" FROM "LinkPlace" WHERE "linkId" = $1', [id])).rows,
    ).toEqual([{ source: "newsletter" }]);
  });

  it("refuses too many channels, and only that row", async () => {
    const channels = Array.from({ length: 51 }, (_, index) => ({
      source: `s${index}`,
      medium: "",
      campaign: "",
    }));
    expect(await insertLinks([link("many", { channels }), link("few")], now)).toEqual([
      refused("validation_failed"),
      stored("few"),
    ]);
  });

  it("gives one slug to one of many that ask at the same time", async () => {
    const outcomes = (
      await Promise.all(Array.from({ length: 20 }, () => insertLinks([link("popular")], now)))
    ).flat();
    expect(outcomes.filter((outcome) => !(outcome instanceof SluglineError))).toHaveLength(1);
  });
});

describe("changeLinks", () => {
  it("changes what it can, and says what it cannot", async () => {
    await insertLinks(
      [
        link("a"),
        link("b", { startsAt: new Date("2029-01-01") }),
        link("c", { aliases: ["also-c"] }),
      ],
      now,
    );
    const rows = [
      { slug: "a", changes: { title: "A", tags: ["x"], note: null } },
      { slug: "gone", changes: { title: "G" } },
      { slug: "not a slug\0", changes: { title: "N" } },
      { slug: "b", changes: { expiresAt: new Date("2028-01-01") } },
      { slug: "c", changes: { aliases: ["a"] } },
      { slug: "a", changes: { enabled: false } },
    ];
    const isA = stored("a", { title: "A", tags: ["x"], enabled: false });
    const outcomes = await changeLinks(rows, later(1));
    expect(outcomes).toEqual([
      isA,
      refused("not_found"),
      refused("not_found"),
      refused("validation_failed"),
      refused("slug_taken"),
      stored("a"),
    ]);
    expect(toSelection(["a", "gone"], outcomes.slice(0, 2))).toEqual({
      done: [isA],
      failed: [{ slug: "gone", code: "not_found" }],
    });
    expect(toSelection(["b"], outcomes.slice(3, 4)).failed).toEqual([
      { slug: "b", code: "validation_failed", path: "startsAt" },
    ]);
  });

  it("reads a link without changes, also while somebody holds it", async () => {
    await insertLinks([link("held")], now);
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "Link" WHERE "slug" = 'held' FOR UPDATE`);
      expect(await changeLinks([{ slug: "held", changes: {} }], later(1))).toEqual([
        stored("held", { updatedAt: now.toISOString() }),
      ]);
    });
    const history = await database.query(`SELECT "kind", "by" FROM "LinkChange" ORDER BY 1`);
    expect(history.rows).toEqual([]);
  });

  it("notes one entry of the history for each change, by whom it was made", async () => {
    await insertLinks([link("a"), link("b")], now);
    const rows = [
      { slug: "a", changes: { title: "A" } },
      { slug: "b", changes: { enabled: false, maxClicks: 3 } },
    ];
    await changeLinks(rows, { ...later(1), by: "owner:1" });
    const { rows: history } = await database.query(
      `SELECT l."slug", "kind", "by" FROM "LinkChange" JOIN "Link" l ON l."id" = "linkId" ORDER BY 1, 2`,
    );
    expect(history.map(({ slug, kind, by }) => [slug, kind, by])).toEqual([
      ["a", "title", "owner:1"],
      ["b", "disabled", "owner:1"],
      ["b", "maxClicks", "owner:1"],
    ]);
  });

  it("notes changes in their order, by whatever clock an instance goes", async () => {
    await insertLinks([link("clocks")], now);
    const versions = new Set<string>();
    const retitle = async (title: string, minutesAhead: number) => {
      const changed = await changeLinks(
        [{ slug: "clocks", changes: { title } }],
        clock(minutesAhead),
      );
      versions.add(editVersion(only(changed)));
    };
    await retitle("first", 10);
    await retitle("second", 0);
    await editTags(["clocks"], { add: ["third"], remove: [] }, clock(10));
    await retitle("fourth", -10);
    await changeLinks(
      [{ slug: "clocks", changes: { title: "fifth", tags: ["fifth"], aliases: ["also-clocks"] } }],
      clock(0),
    );
    const { changes } = await listEdits("clocks");
    expect(changes.map(({ field, to }) => [field, to])).toEqual([
      ["aliases", ["also-clocks"]],
      ["tags", ["fifth"]],
      ["title", "fifth"],
      ["title", "fourth"],
      ["tags", ["third"]],
      ["title", "second"],
      ["title", "first"],
    ]);
    expect(new Set(changes.slice(0, 3).map(({ at }) => at)).size).toBe(1);
    expect(Date.parse(changes[0]?.at ?? "")).toBeLessThan(clock(5).now.getTime());
    expect(versions.size).toBe(3);
  });

  it("leaves a link without changes as it is, and one that is sent back as it was read unlocked", async () => {
    await insertLinks([link("same", { aliases: ["b", "a"] })], now);
    expect(only(await changeLinks([{ slug: "same", changes: {} }], later(1)))).toMatchObject({
      updatedAt: now.toISOString(),
    });
    const sent = await database.inTransaction(async (query) => {
      await query("SELECT pg_advisory_xact_lock_shared(1936487795)");
      return changeLinks(
        [{ slug: "same", changes: { slug: "same", aliases: ["a", "b"], title: "Same" } }],
        later(2),
      );
    });
    expect(sent).toEqual([stored("same", { title: "Same", aliases: ["a", "b"] })]);
  });

  it("renames a link to one of its aliases, and keeps its old slug as one", async () => {
    await insertLinks([link("old", { aliases: ["new", "third"] })], now);
    const renamed = only(
      await changeLinks([{ slug: "old", changes: { slug: "new", keepOldSlug: true } }], later(1)),
    );
    expect(renamed).toMatchObject({ slug: "new", aliases: ["old", "third"] });
    expect(await changeLinks([{ slug: "gone", changes: { slug: "new" } }], later(1))).toEqual([
      refused("not_found"),
    ]);
  });

  it("changes nothing of a link that is not as expected", async () => {
    await insertLinks([link("a"), link("b")], now);
    const rows = ["a", "b"].map((slug) => ({ slug, changes: { title: "New" } }));
    const outcomes = await changeLinks(rows, later(1), { isExpected: ({ slug }) => slug === "a" });
    expect(outcomes).toEqual([stored("a", { title: "New" }), refused("precondition_failed")]);
  });
});

it("a link is made by the clock of the database where that of an instance is ahead", async () => {
  await insertLinks([link("made", { aliases: ["also-made"] })], clock(10).now);
  const { rows } = await database.query(
    `SELECT max("createdAt") <= now() AS "isPast" FROM (SELECT "createdAt" FROM "Link" UNION ALL SELECT "createdAt" FROM "Alias") made`,
  );
  expect(rows).toEqual([{ isPast: true }]);
});

it.each([
  { done: 10, undone: 0, minutes: 0 },
  { done: 0, undone: 10, minutes: 55 },
])(
  "a replacement is undone for an hour, by whatever clock: %o",
  async ({ done, undone, minutes }) => {
    await insertLinks([link("replaced")], now);
    const outcome = await inTransaction(async (writer) =>
      replaceDestinations(
        (await writer.link.findMany({ where: { slug: "replaced" } })) as FoundLink[],
        { find: "example.com", replace: "example.org", scope: "host" },
        clock(done),
        { writer, isDryRun: false },
      ),
    );
    for (const table of ["Replacement", "LinkChange"])
      await database.query(`UPDATE "${table}" SET "at" = "at" - make_interval(mins => ${minutes})`);
    await undoReplacement(outcome.id ?? "", {
      ...clock(undone),
      by: "owner:somebody",
      role: "owner",
    });
    expect((await database.query('SELECT "url" FROM "Link"')).rows).toEqual([
      { url: "https://example.com/" },
    ]);
  },
);

it("the log of activity is in the order of events, by whatever clock an instance goes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const real = Date.now();
  for (const [detail, minutesAhead] of [
    ["first", 10],
    ["second", 0],
    ["third", 10],
    ["fourth", -10],
  ] as const) {
    vi.setSystemTime(real + minutesAhead * 60_000);
    await recordEvent(
      prisma(),
      { event: "exported", by: commandLine, detail: sentence("asIs", { text: detail }) },
      new Date(),
    );
  }
  vi.useRealTimers();
  const { events } = await listEvents(eventsQuerySchema.parse({}), "UTC");
  expect(inEnglish(events).map(({ detail }) => detail)).toEqual([
    "fourth",
    "third",
    "second",
    "first",
  ]);
  // The ids of a process never go back, those of another one would.
  const times = events.flatMap(({ id, at }) => [
    Number.parseInt(id.replace("-", "").slice(0, 12), 16),
    at.getTime(),
  ]);
  expect(Math.max(...times)).toBeLessThan(real + 5 * 60_000);
});

describe("deleteLinks", () => {
  it("deletes those that exist, once", async () => {
    await insertLinks([link("a"), link("b"), link("c")], now);
    expect(await deleteLinks(["a", "gone", "a", "\0", "b"])).toEqual([
      null,
      ...Array(3).fill(refused("not_found")),
      null,
    ]);
    expect(await deleteLinks(["c"], { isExpected: () => false })).toEqual([
      refused("precondition_failed"),
    ]);
    expect(await deleteLinks(["c"])).toEqual([null]);
  });
});

describe("editTags", () => {
  const many = Array.from({ length: mostTags }, (_, index) => `t${index}`);

  it("edits the tags of each link, and refuses one that would have too many alone", async () => {
    await insertLinks([link("a", { tags: ["x"] }), link("b"), link("full", { tags: many })], now);
    expect(
      await editTags(["a", "gone", "b", "full", "a"], { add: ["y"], remove: ["x"] }, later(1)),
    ).toMatchObject([
      { slug: "a", add: ["y"], remove: ["x"] },
      refused("not_found"),
      { slug: "b", add: ["y"], remove: [] },
      refused("validation_failed"),
      { slug: "a", add: ["y"], remove: ["x"] },
    ]);
  });

  it("creates no tag that no link gets", async () => {
    await insertLinks([link("full", { tags: many })], now);
    await editTags(["full", "gone"], { add: ["brand new"], remove: [] }, later(1));
    expect((await database.query(`SELECT FROM "Tag" WHERE "key" = 'brand new'`)).rowCount).toBe(0);
  });
});

it("the changes of all links are listed, latest first, by whom and when", async () => {
  await insertLinks([link("first"), link("second")], now);
  const by = "owner:somebody";
  const change = (slug: string, enabled: boolean, editedBy: "API_TOKEN" | typeof by, at: number) =>
    changeLinks([{ slug, changes: { enabled } }], { ...clock(at), by: editedBy });
  await change("first", false, "API_TOKEN", 0);
  await change("second", false, by, 1);
  const everything = { by: "", from: undefined, until: undefined, page: 1 };
  const slugs = async (query: Partial<typeof everything>) =>
    (await listAllEdits({ ...everything, ...query }, new Date())).edits.map(({ link, edit }) => [
      link.slug,
      edit.field,
    ]);
  expect(await slugs({})).toEqual([
    ["second", "enabled"],
    ["first", "enabled"],
  ]);
  expect(await slugs({ by })).toEqual([["second", "enabled"]]);
  expect(await slugs({ page: 2 })).toEqual([]);
  expect(await countEditsOfOthers(by, new Date(0))).toBe(1);
  expect(await countEditsOfOthers(by, clock(5).now)).toBe(0);
});

describe("the list of what was changed on all links", () => {
  const [one, other] = ["owner:one", "owner:other"] as const;
  const change = (changes: LinkChange["changes"], by: Editor, minutes = 0) =>
    changeLinks([{ slug: "mine", changes }], { ...clock(minutes), by });
  const undoable = async (by = "", page = 1) => {
    const asked = { by, from: undefined, until: undefined, page };
    const { edits } = await listAllEdits(asked, new Date());
    return edits.map(({ edit: { field, to }, mayUndo }) => [field, to, mayUndo]);
  };

  beforeEach(() => insertLinks([link("mine")], clock(-300).now));

  it("offers to undo the last change of each field, whoever made it and however it is filtered", async () => {
    await change({ title: "First", note: "Kept" }, one);
    await change({ title: "Second" }, other);
    await change({ enabled: false }, one);
    await change({ enabled: true }, other);
    expect(await undoable()).toEqual([
      ["enabled", true, true],
      ["enabled", false, false],
      ["title", "Second", true],
      ["note", "Kept", true],
      ["title", "First", false],
    ]);
    expect(await undoable(one)).toEqual([
      ["enabled", false, false],
      ["note", "Kept", true],
      ["title", "First", false],
    ]);
  });

  it("offers it for an hour", async () => {
    await change({ title: "Old" }, one, -61);
    await change({ note: "New" }, one, -59);
    expect(await undoable()).toEqual([
      ["note", "New", true],
      ["title", "Old", false],
    ]);
  });

  it("counts what it lists, without changes that only a later version knows", async () => {
    await change({ title: "Known" }, one);
    await database.query(
      `INSERT INTO "LinkChange" ("linkId", "at", "kind") SELECT "id", now() - n * interval '1 second', 'later'
       FROM "Link", generate_series(1, 60) n`,
    );
    const asked = { by: "", from: undefined, until: undefined, page: 1 };
    expect(await listAllEdits(asked, new Date())).toMatchObject({
      edits: [{ edit: { field: "title" } }],
      first: 1,
      last: 1,
      hasMore: false,
    });
  });

  it("refuses an undo once the same field was changed again, even back to what was shown", async () => {
    await change({ title: "Mine" }, one);
    const [latest] = (await listEdits("mine")).changes;
    const undoes = new Date(latest?.at ?? 0);
    const undo = () =>
      changeLinks([{ slug: "mine", changes: { title: null } }], clock(0), { undoes });
    await change({ note: "Another field" }, other);
    await change({ title: "Theirs" }, other);
    await change({ title: "Mine" }, other);
    expect(await undo()).toEqual([refused("precondition_failed")]);
    await database.query(`DELETE FROM "LinkChange" WHERE "kind" = 'title' AND "at" > $1`, [undoes]);
    expect(await undo()).toEqual([expect.objectContaining({ title: null })]);
  });

  it("refuses an undo of tags once they were changed again", async () => {
    await change({ tags: ["mine"] }, one);
    const [latest] = (await listEdits("mine")).changes;
    const undo = (undoes = latest?.at) =>
      editTags(["mine"], { add: [], remove: ["mine"], isUndo: true, undoes }, clock(0));
    await change({ tags: ["mine", "theirs"] }, other);
    expect(await undo()).toEqual([refused("precondition_failed")]);
    const [newest] = (await listEdits("mine")).changes;
    expect(await undo(newest?.at)).toEqual([expect.objectContaining({ remove: ["mine"] })]);
  });

  it("what a person's own token changed is no change of others, and a thousand are enough", async () => {
    const script = "10000000-0000-4000-8000-000000000000";
    await database.query(
      `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ('one', 'One', 'one@example.com', now(), now())`,
    );
    await database.query(
      `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "ownerId", "createdAt")
       VALUES ($1, 'Script', '', '', '', true, 'one', now())`,
      [script],
    );
    await change({ title: "By the token" }, `token:${script}`);
    expect(await countEditsOfOthers(one, new Date(0))).toBe(0);
    expect(await countEditsOfOthers(other, new Date(0))).toBe(1);
    await insertLinks(
      Array.from({ length: 6 }, (_, index) => link(`many-${index}`)),
      clock(-300).now,
    );
    await database.query(
      `INSERT INTO "LinkChange" ("linkId", "at", "kind", "by") SELECT "id", now() - n * interval '1 second', 'title', 'owner:other'
       FROM "Link", generate_series(1, 180) n`,
    );
    expect(await countEditsOfOthers(one, new Date(0))).toBeGreaterThan(1_000);
    await database.query('DELETE FROM "Owner"');
  });
});
