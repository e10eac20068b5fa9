// Run: verify
import { expect, it } from "vitest";
import { useOwnDatabase } from "../support/own-database";

/**
 * The tables that clicks fill can be distributed by link, and clicks on different links never wait
 * for each other: every key has the link's id, and there is no foreign key, sequence, lock or
 * notification for a single click (docs/scaling.md).
 */
const database = useOwnDatabase();

/** Their rows belong to one link each. */
const byLink = [
  "Click",
  "LinkHour",
  "LinkDay",
  "LinkDayPack",
  "LinkDayLabel",
  "LinkMonthLabel",
  "DayVisitor",
  "LateVisitor",
  "LateDay",
  "UncountedVisit",
  "LinkBotHits",
  "SetAside",
  "SetAsideClick",
];
/** What is said of a link outlives it. No click writes these before its answer. */
const afterLinks = ["DeletedLink", "Delivery", "MessageMark"];
/** Written with clicks too, but by batch. */
const byBatch = ["ClickPack", "ClickBatch", "RecordedBatch"];
/**
 * Written before a visit is answered. The others are written by aggregation, which one instance at
 * a time runs.
 */
const beforeAnswers = ["Click", "UncountedVisit", "LinkBotHits", ...byBatch];

async function findFaults(): Promise<string[]> {
  const { rows } = await database.query<{ fault: string }>(
    `WITH "ours" AS (
       SELECT c."oid", c."relname" AS "name" FROM pg_class c JOIN pg_namespace n ON n."oid" = c."relnamespace"
       WHERE c."relkind" IN ('r', 'p') AND NOT c."relispartition" AND n."nspname" = current_schema()
     ), "clickSide" AS (SELECT * FROM "ours" WHERE "name" = ANY($1))
     SELECT format('%s is listed, but does not exist', "listed") AS "fault"
     FROM unnest($1::text[]) AS "listed" WHERE "listed" NOT IN (SELECT "name" FROM "ours")
     UNION ALL
     SELECT format('%s has a linkId, but neither a foreign key nor a place in this test', "name") FROM "ours" o
     JOIN pg_attribute a ON a."attrelid" = o."oid" AND a."attname" = 'linkId' AND NOT a."attisdropped"
     WHERE "name" <> ALL($1) AND "name" <> ALL($4)
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f."contype" = 'f' AND f."conrelid" = o."oid" AND a."attnum" = ANY(f."conkey"))
     UNION ALL
     SELECT format('%s: the key %s lacks linkId', "name", i."indexrelid"::regclass) FROM "clickSide" t
     JOIN pg_index i ON i."indrelid" = t."oid" AND i."indisunique"
     WHERE t."name" <> ALL($2) AND NOT EXISTS (
       SELECT FROM pg_attribute a WHERE a."attrelid" = t."oid" AND a."attname" = 'linkId' AND a."attnum" = ANY(i."indkey"::int2[])
     )
     UNION ALL
     SELECT format('%s: the foreign key %s', "name", f."conname") FROM "clickSide" t
     JOIN pg_constraint f ON f."contype" = 'f' AND t."oid" IN (f."conrelid", f."confrelid")
     UNION ALL
     SELECT format('%s: %s comes from a sequence', "name", a."attname") FROM "clickSide" t
     JOIN pg_attribute a ON a."attrelid" = t."oid" AND a."attnum" > 0
     LEFT JOIN pg_attrdef d ON d."adrelid" = t."oid" AND d."adnum" = a."attnum"
     WHERE a."attidentity" <> '' OR pg_get_expr(d."adbin", d."adrelid") LIKE '%nextval%'
     UNION ALL
     SELECT format('%s: the trigger %s locks, notifies or runs for each row', "name", g."tgname") FROM "clickSide" t
     JOIN pg_trigger g ON g."tgrelid" = t."oid" AND NOT g."tgisinternal" JOIN pg_proc p ON p."oid" = g."tgfoid"
     WHERE g."tgtype" & 1 = 1 OR "name" = ANY($3) AND p."prosrc" ~* '(pg_notify|NOTIFY|FOR UPDATE|FOR SHARE|LOCK TABLE|advisory)'
     ORDER BY 1`,
    [[...byLink, ...byBatch], byBatch, beforeAnswers, afterLinks],
  );
  return rows.map(({ fault }) => fault);
}

it("has no key without the link's id, no foreign key, no sequence, and no lock or notification for a click", async () => {
  expect(await findFaults()).toEqual([]);
});

it("control: each of these is found", async () => {
  await database.query(`
    CREATE UNIQUE INDEX "by_time" ON "LinkHour" ("hour");
    ALTER TABLE "LinkDay" ADD CONSTRAINT "of_link" FOREIGN KEY ("linkId") REFERENCES "Link" ("id");
    ALTER TABLE "LinkDay" ADD COLUMN "number" bigserial;
    CREATE FUNCTION "tell"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('x', ''); RETURN NULL; END $$;
    CREATE TRIGGER "tell_click" AFTER INSERT ON "Click" FOR EACH STATEMENT EXECUTE FUNCTION "tell"();
    CREATE TABLE "LinkMinute" ("linkId" int, "minute" timestamptz)`);
  expect(await findFaults()).toEqual([
    "Click: the trigger tell_click locks, notifies or runs for each row",
    "LinkDay: number comes from a sequence",
    "LinkDay: the foreign key of_link",
    "LinkHour: the key by_time lacks linkId",
    "LinkMinute has a linkId, but neither a foreign key nor a place in this test",
  ]);
});
