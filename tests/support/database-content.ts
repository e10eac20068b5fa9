import type pg from "pg";

/**
 * A digest of the rows of every table of a database, by table. Partitions count as their table. Two
 * equal databases give equal digests.
 */
export async function digestTables(query: pg.Pool["query"]): Promise<Record<string, string>> {
  const { rows: tables } = await query<{ name: string }>(
    `SELECT relname::text AS "name" FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS "digest" FROM "${name}" t`,
    );
    digests[name] = rows[0]?.digest ?? "";
  }
  return digests;
}
