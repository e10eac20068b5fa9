import { database } from "../database/client";

/** What the short address needs to know of a link. */
export interface Target {
  linkId: number;
  slug: string;
  url: string;
  title: string | null;
  enabled: boolean;
  expiresAt: Date | null;
}

/** The link behind a slug, or null. */
export async function findTarget(slug: string): Promise<Target | null> {
  const row = await database().link.findUnique({
    where: { slug },
    select: { id: true, url: true, title: true, enabled: true, expiresAt: true },
  });
  if (!row) return null;
  const { id, ...said } = row;
  return { linkId: id, slug, ...said };
}
