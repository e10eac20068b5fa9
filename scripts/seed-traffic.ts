import type pg from "pg";
import type { ReportRows } from "../lib/backup/row-progress";
import { dimensionNames } from "../lib/stats/query/dimensions";
import { labelRows } from "../lib/stats/query/label-rows";
import { allPacks, fewestInMonth, mostPacked, packs } from "../lib/stats/query/packed-labels";
import { profiles, profilesSql } from "./seed-profiles";

/*
 * Sample traffic, generated inside the database in bulk. Visitors have profiles (a place, a device,
 * a referrer, tags). A link's audience is a repeating sequence of profiles. The daily count of each
 * label therefore follows from the number of clicks, without reading the clicks.
 */

interface Wanted {
  links: number;
  clicks: number;
  days: number;
}

const audiences = 16;
/** Profiles in one audience's sequence, of which at most `profilesPerAudience` differ. */
const sequence = 256;
const profilesPerAudience = 48;

/** Link days with fewer clicks are counted click by click. */
const fewClicks = 12;

export async function seed(
  pool: pg.Pool,
  { links, clicks, days }: Wanted,
  now: Date,
  report: ReportRows = () => {},
): Promise<{ links: number; clicks: number }> {
  const first = new Date(Math.floor(now.getTime() / 86_400_000 - days + 1) * 86_400_000);
  await pool.query(
    `DROP TABLE IF EXISTS seed_profile, seed_audience, seed_label, seed_link, seed_day`,
  );
  await pool.query(profilesSql);
  for (const statement of audiencesSql) await pool.query(statement);
  const made = await pool.query<{ id: number }>(linksSql, [links, first, now]);
  await pool.query(shareSql, [made.rows[0]?.id, clicks]);
  await pool.query(daysSql, [now]);
  await pool.query(`ANALYZE seed_day`);
  // Visitors of yesterday and today must be stored. Earlier days are checked against raw clicks.
  await pool.query(
    `UPDATE "RollupState" SET "visitorsSince" = greatest("visitorsSince", ($1::timestamptz AT TIME ZONE 'UTC')::date - 1)`,
    [now],
  );
  const months: Date[] = [];
  for (
    let at = monthOf(first);
    at <= now;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  )
    months.push(at);
  // Two at a time: each keeps one core busy in the database.
  let done = 0;
  const work = async () => {
    for (let month = months.pop(); month; month = months.pop()) {
      const made = await seedMonth(pool, month);
      done += made;
      report({ done, of: clicks });
    }
  };
  await Promise.all([work(), work()]);
  await pool.query(countersSql);
  const { rows } = await pool.query<{ clicks: string }>(
    `SELECT coalesce(sum(n), 0) AS "clicks" FROM seed_day`,
  );
  await pool.query(`DROP TABLE seed_profile, seed_audience, seed_label, seed_link, seed_day`);
  await pool.query(`ANALYZE`);
  return { links: made.rowCount ?? 0, clicks: Number(rows[0]?.clicks) };
}

function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

async function seedMonth(pool: pg.Pool, month: Date): Promise<number> {
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const name = `"Click_${month.toISOString().slice(0, 7).replace("-", "_")}"`;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `SET LOCAL synchronous_commit = off; SET LOCAL jit = off; SET LOCAL work_mem = '256MB'; SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL timezone = 'UTC'`,
    );
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT to_regclass($1) IS NOT NULL AS "found"`,
      [name],
    );
    const isNew = !rows[0]?.found;
    if (isNew) await client.query(`CREATE TABLE ${name} (LIKE "Click" INCLUDING DEFAULTS)`);
    const { rowCount } = await client.query(
      `INSERT INTO ${isNew ? name : '"Click"'} ${clickColumns} ${rawSql}`,
      [month, end],
    );
    for (const statement of rollupsSql) await client.query(statement, [month, end]);
    if (isNew) await attachMonth(client, name, month, end);
    await client.query("COMMIT");
    return rowCount ?? 0;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * A new partition gets its index when it is full. It is attached last, because the transaction
 * blocks other attachments until it commits.
 */
async function attachMonth(
  client: pg.PoolClient,
  name: string,
  month: Date,
  end: Date,
): Promise<void> {
  const [from, to] = [month.toISOString(), end.toISOString()];
  await client.query(
    `ALTER TABLE ${name} ADD PRIMARY KEY ("linkId", "createdAt", "id"), ADD CONSTRAINT seed_bounds CHECK ("createdAt" >= '${from}' AND "createdAt" < '${to}')`,
  );
  await client.query(
    `ALTER TABLE "Click" ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
  await client.query(`ALTER TABLE ${name} DROP CONSTRAINT seed_bounds`);
}

/**
 * A Zipf distribution: the nth link gets a share of 1/n. The first twentieth is as old as the
 * traffic. Titles and destinations are as alike as real ones: a third has a word in common, a
 * thousand share a host.
 */
const linksSql = `
  INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt", "createdBy")
  SELECT slug, 'https://shop-' || n % 200 || '.example.com/' || slug, title, created, created, 'owner:seed-' || n % 50 FROM (
    SELECT n, word || '-' || to_hex(n) || substr(md5(gen_random_uuid()::text), 1, 6) AS slug,
           initcap(word) || ' ' || n || CASE n % 3 WHEN 0 THEN ' newsletter' ELSE '' END AS title,
           $2::timestamptz + (($3::timestamptz - $2::timestamptz) * CASE WHEN n <= $1::int / 20 + 1 THEN 0 ELSE random() END) AS created
    FROM generate_series(1, $1::int) n,
         LATERAL (SELECT (ARRAY['atlas','guide','spring','launch','docs','talk','poster','offer','signup','release','webinar','map'])[1 + n % 12] AS word) w
  ) l ORDER BY n RETURNING "id"`;

const shareSql = `
  CREATE UNLOGGED TABLE seed_link AS
  SELECT "id", "createdAt", date_trunc('day', "createdAt", 'UTC') AS "first", $2::float8 * weight / sum(weight) OVER () AS "clicks"
  FROM (SELECT "id", "createdAt", 1.0 / row_number() OVER (ORDER BY "id") AS weight FROM "Link" WHERE "id" >= $1) ranked`;

/**
 * Clicks per link and day: more on weekdays, more on a link's first days, and peaks on some days.
 */
const daysSql = `
  CREATE UNLOGGED TABLE seed_day AS
  SELECT d.*, ceil(n * 0.8)::int AS visitors, hashint8extended("linkId", extract(epoch FROM day)::bigint) >> 1 AS seed, gen_random_uuid()::text AS salt, ceil(extract(epoch FROM start) * 1000)::float8 AS "startMs",
         floor(extract(epoch FROM least(day + interval '1 day', $1::timestamptz) - start) * 1000)::float8 AS "spanMs",
         "linkId" % ${audiences} AS audience, hashint8("linkId" + extract(epoch FROM day)::bigint) & ${sequence - 1} AS shift
  FROM (
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
    WHERE "clicks" < extract(epoch FROM $1::timestamptz - "first") / 86400 GROUP BY 1, 2
  ) d JOIN seed_link l ON l."id" = d."linkId", LATERAL (SELECT greatest(day, l."createdAt") AS start) s WHERE n > 0 ORDER BY "linkId", day`;

const audiencesSql = [
  `CREATE UNLOGGED TABLE seed_audience AS
   SELECT a AS audience, array_agg((a * 37 + floor(${profilesPerAudience} * random() ^ 2)::int * 11) % ${profiles} ORDER BY place) AS profiles
   FROM generate_series(0, ${audiences - 1}) a, generate_series(1, ${sequence}) place GROUP BY 1`,
  // The positions of each label in an audience's sequence.
  `CREATE UNLOGGED TABLE seed_label AS
   SELECT audience, "dimension", "label", "detail", array_agg(place::int ORDER BY place) AS places
   FROM seed_audience, unnest(profiles) WITH ORDINALITY AS u(n, place) JOIN seed_profile p USING (n), LATERAL ${labelRows(dimensionNames).sql}
   WHERE "label" IS NOT NULL GROUP BY 1, 2, 3, 4`,
  `CREATE INDEX ON seed_profile (n)`,
  `ANALYZE seed_audience, seed_label, seed_profile`,
];

/** The time of click `k` of a link's day in whole milliseconds, denser around noon. */
const msSql = (k: string) =>
  `floor(d."startMs" + d."spanMs" * ((${k} + 0.5::float8) / d.n + 0.095::float8 * sin(6.2831853::float8 * (${k} + 0.5::float8) / d.n)))`;
const atSql = (k: string) => `to_timestamp(${msSql(k)} / 1000)`;
const hourSql = (k: string) => `floor(${msSql(k)} / 3600000)`;

/**
 * The days of one month and their clicks, by link. Raw clicks are inserted in the order of time,
 * like real ones, because their BRIN index would be of no use otherwise. Visitors beyond the first
 * four fifths come twice; on a day of two hours or more, not in the same hour.
 */
const monthDays = `(SELECT * FROM seed_day WHERE day >= $1::timestamptz AND day < $2::timestamptz ORDER BY "linkId", day OFFSET 0) d`;
const monthClicks = `${monthDays}, generate_series(0, d.n - 1) k`;
const hashSql = (seed: string) => `int8send(hashint8extended(k % d.visitors, d.seed + ${seed}))`;
const visitorSql = `${hashSql("0")} || ${hashSql("1")}`;

const clickColumns = `("createdAt", "batch", "linkId", "id", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
  "utmSource", "utmMedium", "utmCampaign")`;
const rawSql = `
  SELECT ${atSql("k")}, 0, d."linkId", md5(d.salt || k)::uuid, ${visitorSql}, p."referrer", p."country", p."region", p."city", p."device", p."browser", p."os",
         p."locale", p."utmSource", p."utmMedium", p."utmCampaign"
  FROM ${monthDays} JOIN seed_audience a USING (audience), generate_series(0, d.n - 1) k, seed_profile p
  WHERE p.n = a.profiles[(d.shift + k) % ${sequence} + 1] ORDER BY 1`;

/** How often a label occurs in the first `x` clicks of a sequence. */
const comesSql = (x: string) =>
  `((${x}) / ${sequence} * cardinality(s.places) + width_bucket((${x}) % ${sequence}, s.places))`;

const rollupsSql = [
  `WITH hours AS (
     INSERT INTO "LinkHour"
     SELECT "linkId", to_timestamp(hour * 3600), clicks, visitors FROM (
       SELECT d."linkId", ${hourSql("k")} AS hour, count(*) AS clicks,
              count(*) FILTER (WHERE d."spanMs" > 7200000 OR k < d.visitors OR ${hourSql("k")} <> ${hourSql("(k - d.visitors)")}) AS visitors
       FROM ${monthClicks} GROUP BY 1, 2
     ) counted ORDER BY 1, 2 RETURNING "hour", "clicks"
   )
   INSERT INTO "HourTotal" AS t SELECT "hour", sum("clicks") FROM hours GROUP BY 1
   ON CONFLICT ("hour") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
  `INSERT INTO "LinkDay" SELECT "linkId", day::date, n, visitors FROM ${monthDays}`,
  `INSERT INTO "LinkDayPack" SELECT "linkId", day::date, packed.* FROM ${monthDays}, LATERAL (
     SELECT ${packs.sql} FROM (
       SELECT "dimension", "label", "detail", count(*) AS "clicks" FROM generate_series(0, d.n - 1) k, LATERAL (
         SELECT * FROM seed_audience a JOIN seed_profile p ON p.n = a.profiles[(d.shift + k) % ${sequence} + 1] WHERE a.audience = d.audience
       ) p, LATERAL ${labelRows(dimensionNames).sql} WHERE "label" IS NOT NULL GROUP BY 1, 2, 3
     ) counted
   ) packed WHERE d.n <= ${mostPacked}`,
  `UPDATE "LinkDayPack" p SET "inMonth" = true FROM (
     SELECT "linkId" FROM ${monthDays} WHERE d.n <= ${mostPacked} AND day < (SELECT "monthsUntil" FROM "RollupState") GROUP BY 1 HAVING sum(d.n) >= ${fewestInMonth}
   ) m WHERE p."linkId" = m."linkId" AND "day" >= $1::timestamptz::date AND "day" < $2::timestamptz::date`,
  `INSERT INTO "DayTotal" AS t ("day", "slot", "clicks") SELECT day::date, 0, sum(n) FROM ${monthDays} GROUP BY 1
   ON CONFLICT ("day", "slot") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
  `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "detail", "clicks")
   SELECT * FROM (
     SELECT d."linkId", day::date AS "day", s."dimension", s."label", s."detail", ${comesSql("d.shift + d.n")} - ${comesSql("d.shift")} AS "clicks"
     FROM ${monthDays} JOIN seed_label s USING (audience) WHERE d.n >= ${fewClicks}
   ) often WHERE "clicks" > 0
   UNION ALL
   SELECT d."linkId", day::date, "dimension", "label", "detail", count(*)
   FROM ${monthClicks}, LATERAL (
     SELECT * FROM seed_audience a JOIN seed_profile p ON p.n = a.profiles[(d.shift + k) % ${sequence} + 1] WHERE a.audience = d.audience
   ) p, LATERAL ${labelRows(dimensionNames).sql}
   WHERE d.n < ${fewClicks} AND d.n > ${mostPacked} AND "label" IS NOT NULL GROUP BY 1, 2, 3, 4, 5
   ORDER BY 1, 2, 3`,
  `INSERT INTO "LinkMonthLabel" ("linkId", "month", "dimension", "label", "detail", "clicks")
   SELECT "linkId", "month", "dimension", "label", "detail", sum("clicks")
   FROM (SELECT DISTINCT d."linkId", date_trunc('month', day)::date AS "month" FROM ${monthDays} WHERE day < (SELECT "monthsUntil" FROM "RollupState")) m
   JOIN "LinkDayLabel" USING ("linkId") WHERE "day" >= "month" AND "day" < "month" + interval '1 month' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`,
  `INSERT INTO "LinkMonthLabel" AS t ("linkId", "month", "dimension", "label", "detail", "clicks")
   SELECT "linkId", date_trunc('month', "day"::timestamp)::date, l."dimension", l."label", l."detail", sum(l."clicks")
   FROM "LinkDayPack", LATERAL "unpackLabels"(${allPacks.sql}) l WHERE "inMonth" AND "day" >= $1::timestamptz::date AND "day" < $2::timestamptz::date
   GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3
   ON CONFLICT ("linkId", "month", "dimension", "label", "detail") DO UPDATE SET "clicks" = t."clicks" + excluded."clicks"`,
  `INSERT INTO "DayVisitor" SELECT day::date, d."linkId", ${visitorSql}, bit_or(1 << (${hourSql("k")}::int % 24))
   FROM ${monthClicks} WHERE day >= (SELECT "visitorsSince" FROM "RollupState") GROUP BY 1, 2, 3`,
  // Preview bots and crawlers, in proportion to the clicks.
  `WITH entries AS (
     INSERT INTO "UncountedVisit" ("linkId", "day", "kind", "name", "count", "firstSeenAt", "lastSeenAt")
     SELECT d."linkId", day::date, b.kind, b.name, h.hits, ${atSql("0")}, ${atSql("(d.n - 1)")}
     FROM ${monthDays}, (VALUES
       ('unfurler', 'Slack', 0.02), ('unfurler', 'WhatsApp', 0.012), ('unfurler', 'X', 0.008), ('unfurler', 'LinkedIn', 0.005),
       ('crawler', 'Googlebot', 0.006), ('crawler', 'bingbot', 0.002), ('prefetch', '', 0.01), ('head', '', 0.004)
     ) AS b(kind, name, share), LATERAL (SELECT floor(d.n * b.share + random())::int AS hits OFFSET 0) h
     WHERE d.n >= ${fewClicks} AND h.hits > 0 ORDER BY 1, 2, 3, 4
     RETURNING "day", "kind", "count"
   )
   INSERT INTO "DayTotal" AS t ("day", "slot", "botHits") SELECT "day", 1, sum("count") FROM entries WHERE "kind" = 'unfurler' GROUP BY 1
   ON CONFLICT ("day", "slot") DO UPDATE SET "botHits" = t."botHits" + excluded."botHits"`,
];

const countersSql = `
  WITH added AS (INSERT INTO "LinkCounter" ("linkId", "clickCount", "firstDayClicks", "lastClickedAt", "botHitCount")
  SELECT l."id", coalesce(t.n, 0), coalesce(f.n, 0), t.last, coalesce(b.n, 0)
  FROM seed_link l
  LEFT JOIN (SELECT "linkId", sum(n) AS n, max(${atSql("(n - 1)")}) AS last FROM seed_day d GROUP BY 1) t ON t."linkId" = l."id"
  LEFT JOIN (
    SELECT d."linkId", count(*) AS n FROM seed_day d JOIN seed_link o ON o."id" = d."linkId", generate_series(0, d.n - 1) k
    WHERE d.day <= o."first" + interval '1 day' AND ${atSql("k")} < o."createdAt" + interval '24 hours' GROUP BY 1
  ) f ON f."linkId" = l."id"
  LEFT JOIN (SELECT "linkId", sum("count") AS n FROM "UncountedVisit" WHERE "kind" = 'unfurler' GROUP BY 1) b ON b."linkId" = l."id" ORDER BY 1
  RETURNING "firstDayClicks")
  SELECT "addFirstDays"(0, sum("firstDayClicks")::bigint) FROM added`;
