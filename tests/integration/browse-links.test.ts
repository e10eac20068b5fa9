import { expect, it } from "vitest";
import { deleteLink } from "@/lib/links/delete-link";
import { browseLinks } from "@/lib/stats/browse-links";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

it("counts links by state, with a search and without", async () => {
  const { rows } = await database.query(`
    WITH made AS (
      INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt", "enabled", "expiresAt")
      SELECT 'link-' || n, 'https://example.com/', 'counted', now(), now(), "enabled", "expiresAt"::timestamptz
      FROM (VALUES (1, true, NULL), (2, true, '2026-05-20T12:00:00.001Z'), (3, true, '2026-05-20T12:00:00Z'), (4, false, '2026-05-20T11:00:00Z'),
                   (5, false, NULL), (6, true, '2026-01-01T00:00:00Z'), (7, true, NULL)) AS v(n, "enabled", "expiresAt")
      RETURNING "id", "slug"
    ), counters AS (INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made)
    SELECT "id" FROM made WHERE "slug" = 'link-1'`);
  await database.query(
    `INSERT INTO "LinkPreview" ("linkId", "failingSince", "brokenSince", "checkedAt") VALUES (${rows[0]?.id}, now(), now(), now() + interval '1 day')`,
  );
  await deleteLink("link-7");
  for (const q of ["", "Counted"]) {
    const { counts, links } = await browseLinks({ q, state: "all", sort: "clicks", page: 1 }, now);
    expect(counts, q).toEqual({ all: 6, active: 2, disabled: 2, expired: 2, broken: 1 });
    expect(links).toHaveLength(6);
  }
});
