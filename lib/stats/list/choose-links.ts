import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/replica";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import type { Reader } from "../sources/source";
import { rankLinks } from "./rank-links";

/** All but the first sort every link. */
const orders = {
  mostClicks: null,
  fewestClicks: Prisma.sql`t."clickCount", l."id"`,
  newest: Prisma.sql`l."createdAt" DESC, l."id" DESC`,
  random: Prisma.sql`random()`,
} satisfies Record<string, Prisma.Sql | null>;

export type LinkChoice = keyof typeof orders;

/** A section of all links in this order. */
export function chooseLinks(choice: LinkChoice, page: { limit: number; offset: number }): Promise<Link[]> {
  return preferReplica("owners", async (reader) => {
    const ids = await findIds(reader, orders[choice], page);
    const links = await readLinks(ids, reader);
    return ids.flatMap((id) => links.get(id) ?? []);
  });
}

async function findIds(reader: Reader, order: Prisma.Sql | null, { limit, offset }: { limit: number; offset: number }): Promise<number[]> {
  if (order === null) return rankLinks(reader, "clicks", { limit, offset });
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT l."id" FROM "Link" l JOIN "LinkTotals" t ON t."linkId" = l."id" ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  return rows.map(({ id }) => id);
}
