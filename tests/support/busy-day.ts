import type pg from "pg";

/**
 * Gives a link a UTC day of aggregated clicks, spread evenly: click n belongs to visitor n modulo
 * `visitors`. It does not fill DayVisitor.
 */
export async function addBusyDay(
  query: pg.Pool["query"],
  linkId: number,
  day: string,
  clicks: number,
  visitors: number,
): Promise<void> {
  const instant = `date_trunc('milliseconds', $2::date::timestamp AT TIME ZONE 'UTC' + (n / $3::float8) * interval '24 hours')`;
  await query(
    `INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "device", "browser", "os")
     SELECT gen_random_uuid(), 1, $1::int, ${instant}, ${visitorOf("n % $4::int")}, 'Desktop', 'Firefox', 'Linux'
     FROM generate_series(0, $3::int - 1) n`,
    [linkId, day, clicks, visitors],
  );
  const hours = `SELECT "linkId", date_trunc('hour', "createdAt", 'UTC') AS "hour", count(*)::int AS "clicks", count(DISTINCT "visitor")::int AS "visitors"
    FROM "Click" WHERE "linkId" = $1 AND "createdAt" >= $2::date::timestamp AT TIME ZONE 'UTC' AND "createdAt" < ($2::date + 1)::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`;
  await query(`INSERT INTO "LinkHour" ${hours}`, [linkId, day]);
  await query(
    `INSERT INTO "HourTotal" AS t SELECT "hour", "clicks" FROM (${hours}) h ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
    [linkId, day],
  );
  await query(`INSERT INTO "LinkDay" VALUES ($1, $2, $3, $4)`, [
    linkId,
    day,
    clicks,
    Math.min(clicks, visitors),
  ]);
  await query(
    `INSERT INTO "LinkDayLabel" VALUES ($1, $2, 5, 'Desktop', '', $3), ($1, $2, 6, 'Firefox', '', $3), ($1, $2, 7, 'Linux', '', $3)`,
    [linkId, day, clicks],
  );
  await query(
    `INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") VALUES ($1, 0, $2) ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
    [day, clicks],
  );
  await query(
    `UPDATE "LinkCounter" SET "clickCount" = "clickCount" + $2, "lastClickedAt" = (SELECT max("createdAt") FROM "Click" WHERE "linkId" = $1) WHERE "linkId" = $1`,
    [linkId, clicks],
  );
}

/** The value of `Click.visitor` for the visitor with this number. */
export function visitorOf(number: string): string {
  return `decode(md5((${number})::text), 'hex')`;
}
