import { Prisma } from "./generated/client";

/**
 * Roll-ups of links count in 32 bits, in columns that the version before reads and writes, too. What
 * they have no room for is in a second, 64-bit column, which is null until then. A count is both.
 */
const beyond = { clicks: "moreClicks", visitors: "moreVisitors" } as const;
type Counted = keyof typeof beyond;

/** The version before can still add as many to a row that is as full as this. */
const full = Prisma.raw("1000000000");

/** A whole count, of the rows `of` of a roll-up. */
export function countOf(column: Counted, of = ""): Prisma.Sql {
  const row = of && `${of}.`;
  return Prisma.raw(`(${row}"${column}" + coalesce(${row}"${beyond[column]}", 0))`);
}

/** Both columns of clicks for an insertion of `count`: the first part, and what is beyond it. */
export function splitClicks(count: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`least(${count}, ${full}), nullif(greatest(${count} - ${full}, 0), 0)`;
}

/** For ON CONFLICT DO UPDATE of the table `t`: adds what would have been inserted. */
export function addExcluded(column: Counted): Prisma.Sql {
  const [own, more] = [Prisma.raw(`"${column}"`), Prisma.raw(`"${beyond[column]}"`)];
  const fits = Prisma.sql`t.${own}::bigint + excluded.${own} BETWEEN -${full} AND ${full}`;
  return Prisma.sql`${own} = t.${own} + CASE WHEN ${fits} THEN excluded.${own} ELSE 0 END,
    ${more} = nullif(coalesce(t.${more}, 0) + coalesce(excluded.${more}, 0) + CASE WHEN ${fits} THEN 0 ELSE excluded.${own} END, 0)`;
}
