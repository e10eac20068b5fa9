import type { Writer } from "./in-transaction";

/** Far from a maximum nobody waits: fewer transactions run at a time than could pass it together. */
const spare = 100;

interface Room {
  room: string;
  most: number;
  count: (writer: Writer) => Promise<number>;
  /** How many are to be added. */
  many?: number;
}

/**
 * Whether there may be so many more. Near the maximum, whoever asks for the same room waits until
 * this transaction ends, so that two at the same time do not both take the last place: add in the
 * same transaction.
 */
export async function hasRoom(
  { room, most, count, many = 1 }: Room,
  writer: Writer,
): Promise<boolean> {
  const left = most - many - (await count(writer));
  if (left < 0 || left >= spare) return left >= 0;
  await writer.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`room ${room}`}, 0))`;
  return most - many >= (await count(writer));
}
