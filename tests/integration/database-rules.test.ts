// Run: verify
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
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
