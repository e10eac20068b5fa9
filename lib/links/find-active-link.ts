import { env } from "../config/env";
import { database } from "../database/client";
import { type Link, linkInclude, toLink } from "./link";

/** The newest link to this destination that redirects, or null. */
export async function findActiveLink(url: string, now: Date): Promise<Link | null> {
  const row = await database().link.findFirst({
    where: { url, enabled: true, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    orderBy: { id: "desc" },
    include: linkInclude,
  });
  return row && toLink(row, env().BASE_URL);
}
