import type { DateRange } from "../../core/date-range";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { planOf } from "../sources/plan";
import { type Reader, Tables } from "../sources/source";

interface TopLink {
  link: Link;
  /** In the date range. */
  clicks: number;
}

/** The links with the most clicks in a date range, highest first. */
export function listTopLinks(dateRange: DateRange, limit: number): Promise<TopLink[]> {
  return preferReplica("statistics", (reader) => readTopLinks(reader, dateRange, limit));
}

async function readTopLinks(
  reader: PrismaClient,
  dateRange: DateRange,
  limit: number,
): Promise<TopLink[]> {
  const ranked = await rankLinksInRange(reader, dateRange, limit);
  const links = await readLinks(
    ranked.map(({ linkId }) => linkId),
    reader,
  );
  return ranked.flatMap(({ linkId, clicks }) => {
    const link = links.get(linkId);
    return link ? [{ link, clicks }] : [];
  });
}

/** Links whose clicks are added up at first, and at most. */
const rangeSteps = [25, 150, 1_000];

const pendingLinks = Prisma.sql`
  SELECT "linkId" FROM "PendingHour" p WHERE EXISTS (SELECT FROM "LinkCounter" c WHERE c."linkId" = p."linkId")`;

const clickedLast = (size: number) => Prisma.sql`
  (SELECT "linkId" FROM "LinkCounter" ORDER BY "lastClickMinute" DESC, "linkId" LIMIT ${size})`;

/** A query of so many links with the most clicks, and of those clicked last. */
export const busiestLinks = (size: number) => Prisma.sql`
  (SELECT "linkId" FROM "LinkCounter" ORDER BY "clickBand" DESC, "linkId" LIMIT ${size})
  UNION ${clickedLast(size)} UNION ${pendingLinks}`;

/**
 * The links with the most clicks in a date range, highest first, then by id. No link has more
 * clicks in a range than in total. So the links are taken by total, until no other link can have as
 * many as the last one found. Exact, unless that needs more than the last of `steps`: then the
 * links clicked last are considered as well.
 */
export async function rankLinksInRange(
  reader: Reader,
  dateRange: DateRange,
  limit: number,
  steps: readonly number[] = rangeSteps,
): Promise<{ linkId: number; clicks: number }[]> {
  const mostSteps = Math.max(...steps);
  for (const size of steps) {
    const tables = new Tables();
    const first = tables.table(
      "first",
      () =>
        Prisma.sql`SELECT "linkId", "clickBand" FROM "LinkCounter" ORDER BY "clickBand" DESC, "linkId" LIMIT ${size}`,
    );
    const last = size === mostSteps ? Prisma.sql`UNION ${clickedLast(size)}` : Prisma.empty;
    const candidates = tables.table(
      "candidates",
      () => Prisma.sql`SELECT "linkId" FROM ${first()} UNION ${pendingLinks} ${last}`,
    );
    const found = Prisma.sql`SELECT "linkId" FROM ${candidates()}`;
    const { links } = planOf({ scope: { found }, dateRange, of: "clicks" }, tables);
    const rows = await reader.$queryRaw<
      { linkId: number | null; clicks: number; band: number | null }[]
    >(
      tables.select(Prisma.sql`
        SELECT r."linkId", r."clicks"::float8 AS "clicks", b."band"
        FROM (SELECT CASE WHEN count(*) = ${size} THEN min("clickBand") END AS "band" FROM ${first()}) b
        LEFT JOIN (SELECT * FROM (${links()}) l WHERE "clicks" > 0 ORDER BY "clicks" DESC, "linkId" LIMIT ${limit}) r ON true
        ORDER BY r."clicks" DESC, r."linkId"`),
    );
    const ranked = rows.flatMap(({ linkId, clicks }) =>
      linkId === null ? [] : [{ linkId, clicks }],
    );
    const band = rows[0]?.band ?? null;
    if (size === mostSteps || band === null || (ranked[limit - 1]?.clicks ?? 0) > mostInBand(band))
      return ranked;
  }
  return [];
}

/** The most clicks of a link in a band: see the migration that adds `clickBand`. */
function mostInBand(band: number): number {
  return band < 16 ? band : Math.ceil(2 ** ((band + 1) / 16));
}
