import { RoundSize } from "../core/round-size";
import { maintenanceDatabase, ownPart } from "./client";
import { Prisma } from "./generated/client";

/** Rows per statement, by table. */
export const newDeletionRounds = () => new Map<string, RoundSize>();

/**
 * Deletes all rows that meet a condition, in as many statements as it takes: one that runs into its
 * timeout is followed by a smaller one. A row that was changed meanwhile must still meet it.
 */
export async function deleteInRounds(table: Prisma.ModelName, where: Prisma.Sql): Promise<void> {
  const sizes = ownPart().deletionRounds;
  const size = sizes.get(table) ?? new RoundSize(100, 20_000);
  sizes.set(table, size);
  const from = Prisma.raw(`"${table}"`);
  const oneRound = async (rows: number) => {
    const removed = await maintenanceDatabase().$executeRaw`
      DELETE FROM ${from} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${from} WHERE ${where} LIMIT ${rows})) AND (${where})`;
    return removed === rows;
  };
  while (await size.run(oneRound));
}
