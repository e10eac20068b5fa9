/** As a check of destinations leaves a link whose destination answers at new.example since two days. */
export const movedDestination = (slug: string): string => `
  INSERT INTO "LinkPreview" ("linkId", "checkedAt", "health", "endHost", "movedTo", "movedSince", "movedAt")
  SELECT "id", now(), 'reachable', 'example.com', 'new.example', now() - interval '2 days', now() FROM "Link" WHERE "slug" = '${slug}'
  ON CONFLICT ("linkId") DO UPDATE SET "movedTo" = excluded."movedTo"`;
