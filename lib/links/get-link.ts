import { env } from "../config/env";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { type Link, linkInclude, toLink } from "./link";
import { linkNotFound } from "./link-errors";

export async function getLink(slug: string, reader: Writer = database()): Promise<Link> {
  const row = isSlug(slug) ? await reader.link.findUnique({ where: { slug }, include: linkInclude }) : null;
  if (!row) throw linkNotFound(slug);
  return toLink(row, env().BASE_URL);
}
