import { dayMs, isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { countOf } from "../../database/wide-counts";
import { dimensions, otherLabel } from "../query/dimensions";
import { isOf } from "../query/label-rows";
import { isLiving } from "../query/scope";

/** Campaign tags with clicks: first those of the link, then others, each by clicks. */
export interface UsedTags {
  sources: string[];
  mediums: string[];
  campaigns: string[];
}

const ownDays = 30;
/**
 * Tags of other links come from this many of the latest rows per tag pair, which bounds the cost.
 */
const latestRows = 1_000;

/**
 * The tags of the link and the latest of other links, at most `limit` of each kind, for
 * autocompletion with consistent spelling.
 */
export async function getUsedTags(slug: string, now: Date, limit: number): Promise<UsedTags> {
  const since = isoDate(new Date(now.getTime() - ownDays * dayMs));
  const isOwn = Prisma.sql`"linkId" = (SELECT "id" FROM "Link" WHERE "slug" = ${slug}) AND "day" >= ${since}::date AND ${isOf(campaignPairs)}`;
  // Its cost does not grow with the number of links or clicks.
  const rows = await preferReplica(
    "statistics",
    (reader) => reader.$queryRaw<{ kind: keyof UsedTags; tag: string }[]>`
    WITH pairs AS (
      SELECT true AS "own", "dimension", "label", "detail", ${countOf("clicks")} AS "clicks" FROM "LinkDayLabel"
      WHERE ${isOwn}
      UNION ALL SELECT true, l.* FROM "LinkDayPack", LATERAL "unpackLabels"("pairs") l
      WHERE ${isOwn}
      UNION ALL (${latestPairs("campaignSource")})
      UNION ALL (${latestPairs("campaignMedium")})
      UNION ALL SELECT false, l.* FROM (
        SELECT "linkId", "pairs" FROM "LinkDayPack" WHERE "pairs" IS NOT NULL ORDER BY "day" DESC LIMIT ${latestRows}
      ) latest, LATERAL "unpackLabels"("pairs") l WHERE ${isOf(campaignPairs)} AND ${isLiving}
    ), ranked AS (
      SELECT "kind", "tag", row_number() OVER (PARTITION BY "kind" ORDER BY bool_or("own") DESC, sum("clicks") DESC, "tag" COLLATE "C") AS "rank"
      FROM pairs, LATERAL (
        VALUES ('campaigns', "label"), (CASE "dimension" WHEN ${dimensions.campaignSource.id} THEN 'sources' ELSE 'mediums' END, "detail")
      ) AS tags("kind", "tag")
      WHERE NOT ("label" = ${otherLabel} AND "detail" = ${otherLabel}) AND "tag" <> '' GROUP BY "kind", "tag"
    )
    SELECT "kind", "tag" FROM ranked WHERE "rank" <= ${limit} ORDER BY "kind", "rank"`,
  );
  const ofKind = (wanted: keyof UsedTags) =>
    rows.filter(({ kind }) => kind === wanted).map(({ tag }) => tag);
  return { sources: ofKind("sources"), mediums: ofKind("mediums"), campaigns: ofKind("campaigns") };
}

const campaignPairs = ["campaignSource", "campaignMedium"] as const;

/** Leaves out links that are being removed. */
function latestPairs(dimension: (typeof campaignPairs)[number]): Prisma.Sql {
  return Prisma.sql`
    SELECT false, "dimension", "label", "detail", ${countOf("clicks")} FROM (
      SELECT * FROM "LinkDayLabel" WHERE ${isOf([dimension])} ORDER BY "day" DESC LIMIT ${latestRows}
    ) latest WHERE ${isLiving}`;
}
