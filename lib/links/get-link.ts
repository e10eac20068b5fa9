import { env } from "../config/env";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { type Link, linkInclude, toLink } from "./link";
import { linkNotFound } from "./link-errors";

export async function getLink(slug: string, reader: Pick<Prisma.TransactionClient, "link"> = database()): Promise<Link> {
  const row = isSlug(slug) ? await reader.link.findUnique({ where: { slug }, include: linkInclude }) : null;
  if (!row) throw linkNotFound(slug);
  return toLink(row, env().BASE_URL);
}
