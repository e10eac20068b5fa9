import { database } from "../database/client";
import { env } from "../env";
import { type Link, linkInclude, toLink } from "./link";
import { linkNotFound } from "./link-errors";
import { isSlug } from "./slug";

/** The link with this slug. Throws `not_found`. */
export async function getLink(slug: string): Promise<Link> {
  const row = isSlug(slug) ? await database().link.findUnique({ where: { slug }, include: linkInclude }) : null;
  if (!row) throw linkNotFound(slug);
  return toLink(row, env().BASE_URL);
}
