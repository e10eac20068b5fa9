import { env } from "../config/env";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { type Link, linkInclude, toLink } from "./link";
import type { LinkListQuery } from "./schema";

interface LinkPage {
  links: Link[];
  /** All matches, not only this page. */
  total: number;
  limit: number;
  offset: number;
}

export async function listLinks({ q, enabled, limit, offset }: LinkListQuery): Promise<LinkPage> {
  const where: Prisma.LinkWhereInput = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(q ? { OR: [{ slug: containing(q) }, { url: containing(q) }, { title: containing(q) }] } : {}),
  };
  const [rows, total] = await database().$transaction(async (transaction) => [
    await transaction.link.findMany({ where, include: linkInclude, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: limit, skip: offset }),
    Object.keys(where).length === 0 ? await countAll(transaction) : await transaction.link.count({ where }),
  ]);
  return { links: rows.map((row) => toLink(row, env().BASE_URL)), total, limit, offset };
}

/** Reads maintained counters: counting a million rows takes longer than the rest of the request. */
async function countAll(transaction: Prisma.TransactionClient): Promise<number> {
  const { _sum } = await transaction.dayTotal.aggregate({ _sum: { links: true } });
  return Number(_sum.links ?? 0);
}

/** A case-insensitive substring match. Prisma passes `%` and `_` to ILIKE as wildcards, so they are escaped here. */
function containing(text: string): Prisma.StringFilter {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" };
}
