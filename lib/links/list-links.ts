import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { env } from "../env";
import { type Link, linkInclude, toLink } from "./link";
import type { LinkListQuery } from "./schema";

export interface LinkPage {
  links: Link[];
  /** All matches, not only this page. */
  total: number;
  limit: number;
  offset: number;
}

/** A page of links, newest first. */
export async function listLinks({ q, enabled, limit, offset }: LinkListQuery): Promise<LinkPage> {
  const where: Prisma.LinkWhereInput = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(q ? { OR: [{ slug: containing(q) }, { url: containing(q) }, { title: containing(q) }] } : {}),
  };
  const [rows, total] = await database().$transaction([
    database().link.findMany({ where, include: linkInclude, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: limit, skip: offset }),
    database().link.count({ where }),
  ]);
  return { links: rows.map((row) => toLink(row, env().BASE_URL)), total, limit, offset };
}

/** A case-insensitive substring. Prisma leaves `%` and `_` to ILIKE as wildcards, so they are escaped here. */
function containing(text: string): Prisma.StringFilter {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" };
}
