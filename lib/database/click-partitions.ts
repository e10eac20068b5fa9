import { isoDate } from "../core/day";

/** Lists the partitions of Click as `name`, oldest first, for any client. */
export const clickPartitionsSql = `SELECT c.relname::text AS "name" FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass('"Click"') ORDER BY 1`;

/** The first instant (UTC) of the partition's month; null for the default partition. */
export function monthOfPartition(name: string): Date | null {
  const [, year, month] = /^Click_(\d{4})_(\d\d)$/.exec(name) ?? [];
  return year && month ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

export function partitionOfMonth(month: Date): string {
  return `Click_${isoDate(month).slice(0, 7).replace("-", "_")}`;
}
