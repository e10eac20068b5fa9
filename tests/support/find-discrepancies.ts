import { setTimeout as sleep } from "node:timers/promises";
import type { QueryResultRow } from "pg";
import type { Api } from "./api";
import type { Answered } from "./load";

export type Sql = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

/** The expected values of each link, computed from single clicks alone. */
const history = `
  SELECT l."id" AS "linkId", l."slug", count(c."id")::bigint AS "clickCount", max(c."createdAt") AS "lastClickedAt",
         count(c."id") FILTER (WHERE c."createdAt" >= l."createdAt" AND c."createdAt" < l."createdAt" + interval '24 hours')::bigint AS "firstDayClicks"
  FROM "Link" l LEFT JOIN "StoredClick" c ON c."linkId" = l."id" GROUP BY l."id"`;

/**
 * Compares the answered visits with the stored clicks, and every statistic with its rows. An empty
 * list means that no answered click is lost, none is counted twice, and counters, those of aliases
 * too, equal history.
 */
export async function findDiscrepancies(
  sql: Sql,
  answered: readonly Answered[],
  api?: Api,
): Promise<string[]> {
  const found = [
    ...(await findLostAndDoubled(sql, answered)),
    ...(await compareCounters(sql, "LinkTotals")),
    ...(await compareAliases(sql)),
  ];
  await untilAggregated(sql);
  found.push(
    ...(await compareCounters(sql, "LinkTotals")),
    ...(await compareCounters(sql, "LinkCounter")),
  );
  if (api) found.push(...(await compareStatistics(sql, api)));
  return [...new Set(found)];
}

async function findLostAndDoubled(sql: Sql, answered: readonly Answered[]): Promise<string[]> {
  const stored = await sql<{ campaign: string; slug: string | null; count: number }>(
    `SELECT c."utmCampaign" AS "campaign", min(l."slug") AS "slug", count(*)::int AS "count"
     FROM (SELECT "linkId", "utmCampaign" FROM "StoredClick" UNION ALL SELECT "linkId", "utmCampaign" FROM "SetAsideClick") c
     LEFT JOIN "Link" l ON l."id" = c."linkId" WHERE c."utmCampaign" IS NOT NULL GROUP BY 1`,
  );
  const counts = new Map(stored.map(({ campaign, count }) => [campaign, count]));
  const orphans = await sql<{ id: string }>(
    `SELECT "id" FROM "Click" WHERE NOT EXISTS (SELECT FROM "Link" l WHERE l."id" = "linkId") AND "linkId" NOT IN (SELECT "linkId" FROM "DeletedLink")`,
  );
  const doubled = await sql<{ id: string }>(
    `SELECT "id" FROM "StoredClick" GROUP BY "id" HAVING count(*) > 1`,
  );
  const lost = answered.filter(({ campaign }) => !counts.has(campaign));
  return [
    ...lost
      .slice(0, 5)
      .map(({ slug, campaign }) => `answered but not stored: ${campaign} of ${slug}`),
    ...(lost.length > 5
      ? [`answered but not stored: ${lost.length} in all, of ${answered.length}`]
      : []),
    ...stored
      .filter(({ count }) => count > 1)
      .map(({ campaign, count }) => `stored ${count} times: ${campaign}`),
    ...doubled.map(({ id }) => `two clicks with the id ${id}`),
    ...orphans.map(({ id }) => `click without a link: ${id}`),
  ];
}

async function compareCounters(sql: Sql, source: "LinkTotals" | "LinkCounter"): Promise<string[]> {
  const rows = await sql<{ slug: string; reported: string; true: string }>(
    `SELECT h."slug", concat_ws(' ', t."clickCount", t."firstDayClicks", t."lastClickedAt") AS "reported",
            concat_ws(' ', h."clickCount", h."firstDayClicks", h."lastClickedAt") AS "true"
     FROM (${history}) h LEFT JOIN "${source}" t USING ("linkId")
     WHERE (t."clickCount", t."firstDayClicks", t."lastClickedAt") IS DISTINCT FROM (h."clickCount", h."firstDayClicks", h."lastClickedAt")`,
  );
  return rows.map(
    (row) => `${source} of ${row.slug} says ${row.reported}, its clicks say ${row.true}`,
  );
}

/**
 * Which clicks came by an alias is known of those with a campaign that ends with a dot and the slug
 * that was asked for.
 */
async function compareAliases(sql: Sql): Promise<string[]> {
  const rows = await sql<{ slug: string; reported: string; true: string }>(
    `SELECT a."slug", concat_ws(' ', t."clicks", t."lastClickedAt") AS "reported", concat_ws(' ', count(c."id"), max(c."createdAt")) AS "true"
     FROM "Alias" a JOIN "AliasTotals" t USING ("slug")
     LEFT JOIN "StoredClick" c ON c."linkId" = a."linkId" AND lower(rtrim(substring(c."utmCampaign" FROM '[.](.*)'), '.')) = lower(a."slug")
     GROUP BY a."slug", t."clicks", t."lastClickedAt"
     HAVING (t."clicks", t."lastClickedAt") IS DISTINCT FROM (count(c."id"), max(c."createdAt"))`,
  );
  return rows.map(
    (row) => `AliasTotals of ${row.slug} says ${row.reported}, its clicks say ${row.true}`,
  );
}

async function compareStatistics(sql: Sql, api: Api): Promise<string[]> {
  const found: string[] = [];
  const links = await sql<{
    slug: string;
    clickCount: string;
    firstDayClicks: string;
    lastClickedAt: Date | null;
  }>(history);
  for (const { slug, ...truth } of links) {
    const { body, status } = await api.call<Awaited<ReturnType<Api["stats"]>>>(
      "GET",
      `/api/links/${slug}/stats`,
    );
    const expected = {
      total: Number(truth.clickCount),
      first: Number(truth.firstDayClicks),
      last: truth.lastClickedAt?.toISOString() ?? null,
    };
    const reported =
      status === 200
        ? { total: body.totalClicks, first: body.lifetime.firstDayClicks, last: body.lastClickedAt }
        : { status };
    if (JSON.stringify(reported) !== JSON.stringify(expected)) {
      found.push(
        `statistics of ${slug} say ${JSON.stringify(reported)}, its clicks say ${JSON.stringify(expected)}`,
      );
    }
  }
  const total = links.reduce((sum, { clickCount }) => sum + Number(clickCount), 0);
  const { totalClicks } = await api.globalStats();
  if (totalClicks !== total) found.push(`/api/stats says ${totalClicks}, the clicks say ${total}`);
  return found;
}

/** A running instance aggregates within about five seconds, whoever stored the clicks. */
export async function untilAggregated(sql: Sql): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const [row] = await sql<{ left: number }>(`SELECT count(*)::int AS "left" FROM "PendingBatch"`);
    if (row?.left === 0) return;
    await sleep(100);
  }
  throw new Error("clicks were not aggregated into their counters within 30 s");
}
