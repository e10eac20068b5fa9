// Run: verify
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { environment } from "@/lib/audit/record-event";
import { columns } from "@/lib/links/fields";
import { listEdits } from "@/lib/links/list-edits";
import { createTag } from "@/lib/links/tags";
import { createReceiver } from "@/lib/messages/receivers";
import { makeApiToken } from "@/lib/owners/api-tokens";
import { createShare } from "@/lib/shares/shares";
import { saveView } from "@/lib/stats/list/saved-views";
import { dimensionNames, dimensions, isPairName, otherLabel } from "@/lib/stats/query/dimensions";
import { useOwnDatabase } from "../support/own-database";

/** `prisma/rules` says what the triggers of a migrated database do. */
const database = useOwnDatabase();
const folder = "prisma/rules";
const files = readdirSync(folder);

const listed = `
  SELECT 'function ' || p."proname" AS "name", pg_get_functiondef(p."oid") AS "text" FROM pg_proc p
  WHERE p."pronamespace" = 'public'::regnamespace AND p."prokind" = 'f'
  UNION ALL SELECT 'trigger ' || t."tgname" || ' of ' || t."tgrelid"::regclass, pg_get_triggerdef(t."oid") FROM pg_trigger t
  WHERE NOT t."tgisinternal" AND t."tgparentid" = 0 ORDER BY 1`;

it("the files of rules make the triggers and functions that the migrations made", async () => {
  await database.inTransaction(async (query) => {
    const { rows: migrated } = await query(listed);
    expect(migrated.filter(({ name }) => name.startsWith("trigger")).length).toBeGreaterThan(20);
    await query(`DO $$ DECLARE f regprocedure; BEGIN
      FOR f IN SELECT "oid" FROM pg_proc WHERE "pronamespace" = 'public'::regnamespace AND "prorettype" = 'trigger'::regtype
      LOOP EXECUTE 'DROP FUNCTION ' || f || ' CASCADE'; END LOOP; END $$`);
    expect((await query(listed)).rows.filter(({ name }) => name.startsWith("trigger"))).toEqual([]);
    for (const file of files) await query(readFileSync(`${folder}/${file}`, "utf8"));
    expect((await query(listed)).rows).toEqual(migrated);
    await query("ROLLBACK");
  });
});

it("each file begins with why, and names files that exist", () => {
  for (const file of files) {
    const [head = ""] = readFileSync(`${folder}/${file}`, "utf8").split("\n\n");
    expect(head, file).toMatch(/^-- [\s\S]+\.$/);
    const paths = head.match(/\blib\/[\w/-]+(?:\.ts)?/g) ?? [];
    expect(
      paths.filter((path) => !existsSync(path)),
      file,
    ).toEqual([]);
  }
});

it("the history has each column that owners set, and no other", async () => {
  const { rows: all } = await database.query(
    `SELECT "column_name" AS "name", "udt_name" AS "type" FROM information_schema.columns WHERE "table_name" = 'Link' AND "table_schema" = 'public' AND "column_name" <> 'id'`,
  );
  const at = "2026-01-01T00:00:00.000Z";
  const values: Record<string, string> = {
    text: "'x'",
    int4: "7",
    int8: "7",
    jsonb: `'{"DE": "https://example.com/de"}'`,
    date: "'2026-01-01'",
    timestamptz: `'${at}'`,
  };
  await database.query(
    `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") VALUES ('noted', 'https://a.example/b', now(), now())`,
  );
  const set = all.map(({ name, type }) => {
    const value = type === "bool" ? `NOT "${name}"` : values[type];
    expect(value, name).toBeDefined();
    return `"${name}" = ${value}`;
  });
  await database.query(`UPDATE "Link" SET ${set.join(", ")} WHERE "slug" = 'noted'`);
  const { rows } = await database.query(
    `SELECT "kind", "at", "before", "by", "from", "to" FROM "LinkChange" ORDER BY "kind"`,
  );
  const base = { at: new Date(at), before: null, by: "x", from: null };
  expect(rows).toEqual([
    { ...base, kind: "android", to: "x" },
    { ...base, kind: "description", to: "x" },
    { ...base, kind: "destination", before: "a.example", from: "https://a.example/b", to: "x" },
    { ...base, kind: "disabled", from: true, to: false },
    { ...base, kind: "domain", to: "x" },
    { ...base, kind: "expiredUrl", to: "x" },
    { ...base, kind: "expiry", to: expect.stringMatching(/^2026-01-01T00:00:00/) },
    { ...base, kind: "forwardQuery", from: false, to: true },
    { ...base, kind: "forwardUtm", from: false, to: true },
    { ...base, kind: "geo", to: { DE: "https://example.com/de" } },
    { ...base, kind: "image", to: "x" },
    { ...base, kind: "ios", to: "x" },
    { ...base, kind: "languages", to: { DE: "https://example.com/de" } },
    { ...base, kind: "maxClicks", to: 7 },
    { ...base, kind: "note", to: "x" },
    { ...base, kind: "password", from: false, to: true },
    { ...base, kind: "renamed", before: "noted", from: "noted", to: "x" },
    { ...base, kind: "schedule", to: { DE: "https://example.com/de" } },
    { ...base, kind: "startsAt", to: expect.stringMatching(/^2026-01-01T00:00:00/) },
    { ...base, kind: "title", to: "x" },
  ]);
  const { changes } = await listEdits("x");
  expect(changes.map(({ field }) => field).toSorted()).toEqual(
    columns.map(({ field }) => field).toSorted(),
  );
});

it("pairs of tags are the same in the database and in the service", async () => {
  for (const name of dimensionNames) {
    const { rows } = await database.query(`SELECT "otherDetail"($1) AS "detail"`, [
      dimensions[name].id,
    ]);
    expect(rows, name).toEqual([{ detail: isPairName(name) ? otherLabel : "" }]);
  }
});

describe("a maximum", () => {
  const now = new Date();
  const owner = { id: "p1", name: "P", role: "owner" as const };
  const by = { ...environment, ownerId: "p1", name: "P" } as never;
  const filled = (table: string, columns: string, values: string, most: number) =>
    database.query(
      `INSERT INTO "${table}" (${columns}) SELECT ${values} FROM generate_series(1, $1) n`,
      [most],
    );

  it.each([
    {
      of: "Receiver",
      most: 50,
      fill: () =>
        filled(
          "Receiver",
          `"name", "kind", "url", "events", "secret", "createdAt", "updatedAt"`,
          `'r', 'slack', 'https://example.com/', '{link.created}', '', now(), now()`,
          47,
        ),
      add: () =>
        createReceiver(
          environment,
          { name: "r", kind: "slack", url: "https://example.com/", events: ["link.created"] },
          null,
          now,
        ),
    },
    {
      of: "Share",
      most: 1_000,
      fill: () =>
        filled(
          "Share",
          `"id", "hash", "campaign", "createdAt", "cards", "csv"`,
          `gen_random_uuid(), n::text::bytea, 'c', now(), '{}', false`,
          997,
        ),
      add: () => createShare(environment, { campaign: "c" } as never, null, now, ""),
    },
    {
      of: "ApiToken",
      most: 1_000,
      fill: () =>
        filled(
          "ApiToken",
          `"id", "name", "hash", "prefix", "lastFour", "canWrite", "createdAt"`,
          `gen_random_uuid(), 't', n::text::bytea, '', '', true, now()`,
          997,
        ),
      add: () =>
        makeApiToken(
          { owner, by } as never,
          { name: "t", role: "owner", expiresInDays: null } as never,
          now,
        ),
    },
    {
      of: "SavedView",
      most: 50,
      fill: () =>
        filled(
          "SavedView",
          `"id", "ownerId", "name", "key", "query", "createdAt", "updatedAt"`,
          `gen_random_uuid(), 'p1', 'v' || n, 'v' || n, '{}', now(), now()`,
          47,
        ),
      add: () => {
        const id = randomUUID();
        return saveView(
          id,
          { name: id, isShared: false, query: {} } as never,
          null,
          owner as never,
          now,
        );
      },
    },
    {
      of: "Tag",
      most: 1_000,
      fill: () =>
        filled(
          "Tag",
          `"key", "name", "color", "createdAt"`,
          `'t' || n, 't' || n, 'gray', now()`,
          997,
        ),
      add: () => createTag({ name: randomUUID() }, now),
    },
  ])("of $of holds, however many add at the same time", async ({ of, most, fill, add }) => {
    await database.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ('p1', 'P', 'p@example.com', 'owner', now(), now()) ON CONFLICT DO NOTHING`,
    );
    await fill();
    const added = await Promise.allSettled(
      Array.from({ length: 12 }, (): Promise<unknown> => add()),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const { rows } = await database.query(`SELECT count(*)::int AS "n" FROM "${of}"`);
    expect(rows).toEqual([{ n: most }]);
  });
});
