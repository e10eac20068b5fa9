import { recordingDatabase } from "../database/client";

export interface Target {
  linkId: number;
  slug: string;
  url: string;
  title: string | null;
  enabled: boolean;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Slugs missing in the result do not exist. */
export async function findTargets(slugs: readonly string[]): Promise<Map<string, Target>> {
  const rows = await recordingDatabase().$queryRaw<Target[]>`
    SELECT "id" AS "linkId", "slug", "url", "title", "enabled", "expiresAt", "createdAt" FROM "Link" WHERE "slug" = ANY(${slugs}::text[])`;
  return new Map(rows.map((row) => [row.slug, row]));
}
