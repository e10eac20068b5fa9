import { running } from "../config/running";
import { Prisma } from "./generated/client";

/*
 * Where Click is distributed over several servers (`npm run db:distribute`), Postgres cannot join it with local tables as
 * freely. So statements read it through functions, and remain statements of local tables. Each function here is the table to
 * read from: "Click", or the rows of it that a statement needs. The statement has all conditions itself.
 */

/**
 * Every new connection finds out, with its first statement. Citus then uses one connection of it to each server: with one to each
 * shard, as by default, a commit of twenty clicks takes ten times as long.
 */
export const distributedSessionSql = `CASE WHEN to_regproc('"clicksWithin"') IS NOT NULL
  THEN set_config('citus.max_adaptive_executor_pool_size', '1', false) = '1' ELSE false END`;

export function isDistributed(): boolean {
  return running<{ database: { isDistributed: boolean } }>().database.isDistributed;
}

const click = Prisma.raw('"Click"');

interface Bounds {
  since: Date | Prisma.Sql;
  until: Date | Prisma.Sql;
}

/** Clicks within these spans. `links`: an array of ids, or NULL for all links. */
export function clicksWithin(links: Prisma.Sql, spans: readonly Bounds[]): Prisma.Sql {
  if (!isDistributed()) return click;
  const parts = spans.map(({ since, until }) => Prisma.sql`SELECT * FROM "clicksWithin"(${links}, ${since}::timestamptz, ${until}::timestamptz)`);
  return Prisma.sql`(${Prisma.join(parts, " UNION ALL ")})`;
}

/** The latest clicks of a link. */
export function latestOf(link: Prisma.Sql, most: number): Prisma.Sql {
  return isDistributed() ? Prisma.sql`"latestClicks"(${link}, ${most}::int)` : click;
}
