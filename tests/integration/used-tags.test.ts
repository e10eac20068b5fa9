// Run: all
import { afterAll, beforeAll, expect, it } from "vitest";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { getUsedTags } from "@/lib/stats/report/used-tags";
import { recordClicks } from "@/lib/visits/record-clicks";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";
import { StatementPlans } from "../support/statement-plans";

const plans = new StatementPlans();
beforeAll(() => plans.observe());
afterAll(() => plans.stop());
const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

const newLink = () =>
  createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date("2026-01-01T00:00:00Z"),
  );

it("used tags come from the link first, then from the latest clicks on others, by clicks", async () => {
  const [mine, other] = [await newLink(), await newLink()];
  const clicks = (
    linkId: number,
    count: number,
    tags: { utmSource?: string; utmMedium?: string; utmCampaign?: string },
  ) => Array.from({ length: count }, () => makeClick(linkId, now, tags));
  await recordClicks([
    ...clicks(mine.id, 1, { utmSource: "poster", utmCampaign: "spring" }),
    ...clicks(mine.id, 2, { utmSource: "letter", utmMedium: "mail" }),
    ...clicks(other.id, 5, { utmSource: "feed", utmMedium: "social", utmCampaign: "autumn" }),
    ...clicks(other.id, 3, { utmMedium: "mail" }),
    ...clicks(other.id, 9, {}),
  ]);
  while (await aggregateClicks());
  expect(await getUsedTags(mine.slug, now, 10)).toEqual({
    sources: ["letter", "poster", "feed"],
    mediums: ["mail", "social"],
    campaigns: ["spring", "autumn"],
  });
  expect(await getUsedTags(other.slug, now, 1)).toEqual({
    sources: ["feed"],
    mediums: ["social"],
    campaigns: ["autumn"],
  });
  await deleteLink(other.slug);
  expect(await getUsedTags(mine.slug, now, 10)).toMatchObject({
    sources: ["letter", "poster"],
    campaigns: ["spring"],
  });
});

it("a campaign or source called Other is one, unlike what is beyond the cap", async () => {
  const { id, slug } = await newLink();
  await recordClicks([makeClick(id, now, { utmSource: "leaflet", utmCampaign: "Other" })]);
  while (await aggregateClicks());
  await own.query(
    `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "detail", "clicks") VALUES ($1, $2, 12, 'Other', 'Other', 9)`,
    [id, now],
  );
  expect(await getUsedTags(slug, now, 1)).toMatchObject({
    sources: ["leaflet"],
    campaigns: ["Other"],
  });
});

/** Pages of the database that the autocompletion reads. */
async function pagesRead(slug: string): Promise<number> {
  const statements = await plans.of(() => getUsedTags(slug, now, 30));
  return statements.reduce((pages, { buffers }) => pages + buffers, 0);
}

/** A year of tags on `count` more links, four rows a day in each of the two pairs. */
async function addTaggedLinks(count: number): Promise<void> {
  await own.query(
    `WITH links AS (
       INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt")
       SELECT 'tagged-' || gen_random_uuid(), 'https://example.com/', now(), now() FROM generate_series(1, $1::int) RETURNING "id"
     )
     INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "detail", "clicks")
     SELECT "id", $2::date - day, dimension, 'campaign-' || "id" % 50, 'tag-' || number, 3
     FROM links, generate_series(0, 364) AS day, generate_series(12, 13) AS dimension, generate_series(1, 4) AS number`,
    [count, now],
  );
  await own.query('ANALYZE "LinkDayLabel"');
}

it("the cost does not depend on the number of links with tags", async () => {
  const { slug } = await newLink();
  await addTaggedLinks(10);
  const few = await pagesRead(slug);
  await addTaggedLinks(90);
  const many = await pagesRead(slug);
  expect((await own.query('SELECT FROM "LinkDayLabel"')).rowCount).toBeGreaterThan(290_000);
  expect(few).toBeGreaterThan(0);
  // Those of the latest rows and a few of the indexes; a year of all links is 2,800.
  expect([few < 1_000, many < 1_000], `${few} and ${many} pages`).toEqual([true, true]);
});
