import type pg from "pg";
import { dimensionNames, labelRows } from "../lib/stats/dimensions";
import { profiles, profilesSql } from "./seed-profiles";

/*
 * Made-up traffic, written by the database itself in sets. Visitors come in profiles (a place, a device, a referrer, tags);
 * a click is a link, an instant and a profile, so that counting profiles by link and day is all that roll-ups need.
 */

interface Wanted {
  links: number;
  clicks: number;
  days: number;
}

/** Clicks of one link and day come from so many profiles at most. */
const profilesPerDay = 48;

export async function seed(pool: pg.Pool, { links, clicks, days }: Wanted, now: Date): Promise<{ links: number; clicks: number }> {
  const first = new Date(Math.floor(now.getTime() / 86_400_000 - days + 1) * 86_400_000);
  await pool.query(`DROP TABLE IF EXISTS seed_profile, seed_link, seed_day, seed_sum`);
  await pool.query(profilesSql);
  const made = await pool.query<{ id: number }>(linksSql, [links, first, now]);
  await pool.query(shareSql, [made.rows[0]?.id, clicks]);
  await pool.query(daysSql, [now]);
  await pool.query(`ANALYZE seed_day`);
  await pool.query(`CREATE UNLOGGED TABLE seed_sum ("linkId" int, "clicks" bigint, "firstDay" bigint, "last" timestamptz)`);
  // Who clicked yesterday and today must be known; earlier days are judged by single clicks.
  await pool.query(`UPDATE "RollupState" SET "visitorsSince" = greatest("visitorsSince", ($1::timestamptz AT TIME ZONE 'UTC')::date - 1)`, [now]);
  const months: Date[] = [];
  for (let at = monthOf(first); at <= now; at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))) months.push(at);
  // Two at a time: one core each for most of what the database does.
  const work = async () => {
    for (let month = months.pop(); month; month = months.pop()) await seedMonth(pool, month, now);
  };
  await Promise.all([work(), work()]);
  await pool.query(countersSql);
  const { rows } = await pool.query<{ clicks: string }>(`SELECT coalesce(sum("clicks"), 0) AS "clicks" FROM seed_sum`);
  await pool.query(`DROP TABLE seed_profile, seed_link, seed_day, seed_sum`);
  await pool.query(`ANALYZE`);
  return { links: made.rowCount ?? 0, clicks: Number(rows[0]?.clicks) };
}

function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

async function seedMonth(pool: pg.Pool, month: Date, now: Date): Promise<void> {
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const name = `"Click_${month.toISOString().slice(0, 7).replace("-", "_")}"`;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `SET LOCAL synchronous_commit = off; SET LOCAL work_mem = '256MB'; SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL timezone = 'UTC'`,
    );
    await client.query(`CREATE TEMP TABLE seed_click ON COMMIT DROP AS ${clicksSql}`, [month, end, now]);
    await client.query(`ANALYZE seed_click`);
    const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "found"`, [name]);
    if (rows[0]?.found) await client.query(`INSERT INTO "Click" ${clickColumns} ${rawSql}`);
    else await loadMonth(client, name, month, end);
    for (const statement of rollupsSql) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** A partition that is new is filled before it gets its index, which makes loading several times faster. */
async function loadMonth(client: pg.PoolClient, name: string, month: Date, end: Date): Promise<void> {
  const [from, to] = [month.toISOString(), end.toISOString()];
  await client.query(`CREATE TABLE ${name} (LIKE "Click" INCLUDING DEFAULTS)`);
  await client.query(`INSERT INTO ${name} ${clickColumns} ${rawSql} ORDER BY s."linkId", s."at"`);
  await client.query(
    `ALTER TABLE ${name} ADD PRIMARY KEY ("linkId", "createdAt", "id"), ADD CONSTRAINT seed_bounds CHECK ("createdAt" >= '${from}' AND "createdAt" < '${to}')`,
  );
  await client.query(`ALTER TABLE "Click" ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
  await client.query(`ALTER TABLE ${name} DROP CONSTRAINT seed_bounds`);
}

/** Few links get most of the clicks: the nth a share of 1/n. The first twentieth is as old as the traffic. */
const linksSql = `
  INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt")
  SELECT slug, 'https://www.example.com/' || slug, title, created, created FROM (
    SELECT n, word || '-' || to_hex(n) || substr(md5(n::text || clock_timestamp()), 1, 3) AS slug, initcap(word) || ' ' || n AS title,
           $2::timestamptz + (($3::timestamptz - $2::timestamptz) * CASE WHEN n <= $1::int / 20 + 1 THEN 0 ELSE random() END) AS created
    FROM generate_series(1, $1::int) n,
         LATERAL (SELECT (ARRAY['atlas','guide','spring','launch','docs','talk','poster','offer','signup','release','webinar','map'])[1 + n % 12] AS word) w
  ) l ORDER BY n RETURNING "id"`;

const shareSql = `
  CREATE UNLOGGED TABLE seed_link AS
  SELECT "id", "createdAt", date_trunc('day', "createdAt", 'UTC') AS "first", $2::float8 * weight / sum(weight) OVER () AS "clicks"
  FROM (SELECT "id", "createdAt", 1.0 / row_number() OVER (ORDER BY "id") AS weight FROM "Link" WHERE "id" >= $1) ranked`;

/** Clicks of each link and day: weekdays have more than weekends, the first days more than later ones, some days are loud. */
const daysSql = `
  CREATE UNLOGGED TABLE seed_day AS
  SELECT "id" AS "linkId", day, floor("clicks" * weight / sum(weight) OVER (PARTITION BY "id") + random())::int AS n FROM (
    SELECT l."id", l."clicks", day,
           (CASE WHEN extract(isodow FROM day AT TIME ZONE 'UTC') >= 6 THEN 0.6 ELSE 1 END) * (0.5 + exp(-extract(epoch FROM day - l."first") / 864000.0))
             * (0.7 + 0.6 * random()) * (CASE WHEN random() < 0.02 THEN 4 ELSE 1 END) AS weight
    FROM seed_link l, generate_series(l."first", $1::timestamptz, interval '1 day') day
    WHERE l."clicks" >= extract(epoch FROM $1::timestamptz - l."first") / 86400
  ) often
  UNION ALL
  SELECT "id", "first" + floor(random() ^ 2 * greatest(extract(epoch FROM $1::timestamptz - "first") / 86400, 1)) * interval '1 day', count(*)
  FROM seed_link, generate_series(1, floor("clicks" + random())::int)
  WHERE "clicks" < extract(epoch FROM $1::timestamptz - "first") / 86400 GROUP BY 1, 2`;

/** Clicks of one day lie on a curve that is steep at noon; the last fifth are visitors who come a second time. */
const clicksSql = `
  SELECT "linkId", day::date AS "day", k, k % u AS "visitor", "at", date_trunc('hour', "at") AS "hour", k < u AS "isNewOnDay",
         k < u OR date_trunc('hour', "at") <> date_trunc('hour', start + span * curve(k - u)) AS "isNewInHour",
         ("linkId" * 7 + floor(${profilesPerDay} * random() ^ 2)::int * 11) % ${profiles} AS "profile", "createdAt"
  FROM (
    SELECT d."linkId", d.day, d.n, ceil(d.n * 0.8)::int AS u, l."createdAt", greatest(d.day, l."createdAt") AS start,
           least(d.day + interval '1 day', $3::timestamptz) - greatest(d.day, l."createdAt") AS span
    FROM seed_day d JOIN seed_link l ON l."id" = d."linkId" WHERE d.n > 0 AND d.day >= $1::timestamptz AND d.day < $2::timestamptz
  ) d, generate_series(0, d.n - 1) k, LATERAL (SELECT start + span * curve(k) AS "at") t`.replace(
  /curve\(([^)]*)\)/g,
  (_, k: string) => `((${k} + 0.5) / n + 0.095 * sin(6.2831853 * (${k} + 0.5) / n))`,
);

const clickColumns = `("createdAt", "batch", "linkId", "id", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
  "utmSource", "utmMedium", "utmCampaign")`;
const visitorSql = `decode(md5(s."linkId" || ' ' || s."day" || ' ' || s."visitor"), 'hex')`;
const rawSql = `
  SELECT s."at", 0, s."linkId", gen_random_uuid(), ${visitorSql}, p."referrer", p."country", p."region", p."city", p."device", p."browser", p."os",
         p."locale", p."utmSource", p."utmMedium", p."utmCampaign"
  FROM seed_click s JOIN seed_profile p ON p.n = s."profile"`;

const labelsSql = (table: string, period: string, day: string) => `
  INSERT INTO "${table}" ("linkId", "dimension", "${period}", "label", "detail", "clicks")
  SELECT c."linkId", "dimension", c."day", "label", "detail", sum(c."clicks")
  FROM (SELECT "linkId", ${day} AS "day", "profile", count(*) AS "clicks" FROM seed_click GROUP BY 1, 2, 3) c
  JOIN (SELECT n, labels.* FROM seed_profile, LATERAL ${labelRows(dimensionNames).sql} WHERE "label" IS NOT NULL) p ON p.n = c."profile"
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`;

const rollupsSql = [
  `INSERT INTO "LinkHour" SELECT "linkId", "hour", count(*), count(*) FILTER (WHERE "isNewInHour") FROM seed_click GROUP BY 1, 2 ORDER BY 1, 2`,
  `INSERT INTO "LinkDay" SELECT "linkId", "day", count(*), count(*) FILTER (WHERE "isNewOnDay") FROM seed_click GROUP BY 1, 2 ORDER BY 1, 2`,
  `INSERT INTO "HourTotal" AS t SELECT "hour", count(*) FROM seed_click GROUP BY 1 ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
  `INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") SELECT "day", 0, count(*) FROM seed_click GROUP BY 1
   ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
  labelsSql("LinkDayLabel", "day", '"day"'),
  labelsSql("LinkMonthLabel", "month", `date_trunc('month', "day"::timestamp)::date`),
  `INSERT INTO "DayVisitor" SELECT "day", "linkId", ${visitorSql}, bit_or(1 << extract(hour FROM "hour")::int) FROM seed_click s
   WHERE "day" >= (SELECT "visitorsSince" FROM "RollupState") GROUP BY 1, 2, 3`,
  `INSERT INTO seed_sum SELECT "linkId", count(*), count(*) FILTER (WHERE "at" < "createdAt" + interval '24 hours'), max("at") FROM seed_click GROUP BY 1`,
];

const countersSql = `
  INSERT INTO "LinkCounter" ("linkId", "clickCount", "firstDayClicks", "lastClickedAt")
  SELECT l."id", coalesce(sum(s."clicks"), 0), coalesce(sum(s."firstDay"), 0), max(s."last") FROM seed_link l LEFT JOIN seed_sum s ON s."linkId" = l."id"
  GROUP BY 1 ORDER BY 1`;
