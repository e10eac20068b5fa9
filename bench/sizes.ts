import pg from "pg";
import { parseEnv } from "../lib/config/env";
import { DatabaseClient, type DatabaseClientConfig } from "../lib/database/connect";
import { startEmbeddedPostgres } from "../lib/database/embedded-postgres";
import { migrate } from "../lib/database/migrate";
import { createService } from "../lib/service/service";
import { browseLinks } from "../lib/stats/list/browse-links";
import { listLinks } from "../lib/stats/list/list-links";
import { searchLinks } from "../lib/stats/list/search-links";
import { statisticsQuery, statsQuerySchema } from "../lib/stats/query/query";
import { getCampaigns } from "../lib/stats/report/campaigns";
import { getLinkReport } from "../lib/stats/report/link-report";
import { getInstantScopeReport, getScopeReport } from "../lib/stats/report/scope-report";
import { exportLinks } from "../lib/transfer/export-links";
import { seed } from "../scripts/seed-traffic";
import { StatementPlans } from "../tests/support/statement-plans";

/** What `sizes.mjs` fills and measures, in its own process. */

const days = 730;

/** What the seed leaves out, in the proportions of an installation with 50 people and 300 tags. */
const ownedSql = [
  `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt", "role")
   SELECT 'seed-' || n, 'Person ' || n, 'person-' || n || '@example.com', now(), now(), 'editor' FROM generate_series(0, 49) n`,
  `INSERT INTO "Tag" ("id", "key", "name", "color", "createdAt")
   SELECT n, 'tag ' || n, 'Tag ' || n, (ARRAY['blue', 'orange', 'green', 'pink', 'yellow'])[1 + n % 5], now() FROM generate_series(1, 300) n`,
  `SELECT setval(pg_get_serial_sequence('"Tag"', 'id'), 300)`,
  // The nth tag is on a fifth of the links, divided by n.
  `INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
   SELECT l."id", n, l."createdAt"
   FROM (SELECT count(*)::int AS "links" FROM "Link") c, generate_series(1, 300) n, generate_series(1, ceil(0.22 * c."links" / n)::int) k,
        LATERAL (SELECT 1 + floor(random() * c."links" + k * 0)::int AS "id") r JOIN "Link" l ON l."id" = r."id" ON CONFLICT DO NOTHING`,
  `INSERT INTO "LinkPlace" ("linkId", "source", "medium", "campaign", "createdAt")
   SELECT "id", (ARRAY['newsletter', 'linkedin', 'poster'])[1 + s], (ARRAY['email', 'social', 'print'])[1 + s], 'campaign-' || "id" % 40, "createdAt"
   FROM "Link", generate_series(0, 2) s WHERE "id" % 20 = 0`,
  `UPDATE "Link" SET "enabled" = false WHERE "id" % 100 = 3`,
  `UPDATE "Link" SET "expiresAt" = now() - interval '1 day' WHERE "id" % 100 = 4`,
  "VACUUM ANALYZE",
];

/** Fills the database unless it has links. */
async function fill(url: string, links: number): Promise<void> {
  await migrate(url);
  const config: pg.PoolConfig & DatabaseClientConfig = {
    url,
    max: 3,
    Client: DatabaseClient as unknown as new () => pg.ClientBase,
  };
  const pool = new pg.Pool(config);
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM "Link") AS "found"`,
    );
    if (rows[0]?.found) return;
    await seed(pool, { links, clicks: 7 * links, days }, new Date());
    for (const statement of ownedSql) await pool.query(statement);
  } finally {
    await pool.end();
  }
}

const plans = new StatementPlans();
// Before the service has connections.
plans.observe();

/** A filled database, `url` or that of an embedded Postgres, and what ends it. */
export async function open(
  folder: string,
  links: number,
  url?: string,
): Promise<() => Promise<void>> {
  const postgres = url ? null : await startEmbeddedPostgres(folder);
  const of = url ?? postgres?.url ?? "";
  await fill(of, links);
  const settings = { BASE_URL: "http://localhost", LOG_LEVEL: "silent", API_TOKEN: "bench" };
  const service = createService(parseEnv({ ...settings, DATA_DIR: folder }));
  service.useDatabase(of);
  return async () => {
    await service.stop();
    await postgres?.stop();
  };
}

const now = new Date();
const ofApi = { limit: 50, offset: 0 };
const ofPage = { state: "all", sort: "newest", page: 1 } as const;
const query = (parameters: Record<string, string>) =>
  statisticsQuery(statsQuerySchema.parse(parameters), now);
const year = query({ days: "365" });
const filtered = query({ days: "365", country: "CH" });

/** By what is asked. */
const acts: Record<string, () => Promise<unknown>> = {
  "list of the API": () => listLinks(ofApi, now),
  "API, q of one letter": () => listLinks({ ...ofApi, q: "e" }, now),
  "API, q of two letters that many have": () => listLinks({ ...ofApi, q: "ho" }, now),
  "API, q of two letters that nobody has": () => listLinks({ ...ofApi, q: "qz" }, now),
  "API, q of a word in a third": () => listLinks({ ...ofApi, q: "newsletter" }, now),
  "API, q of nothing that is there": () => listLinks({ ...ofApi, q: "nowhere" }, now),
  "API, destination": () => listLinks({ ...ofApi, destination: "shop-17.example.com" }, now),
  "list, one letter": () => browseLinks({ ...ofPage, q: "e" }, now),
  "list, two letters": () => browseLinks({ ...ofPage, q: "qz" }, now),
  "list, a word in a third": () => browseLinks({ ...ofPage, q: "newsletter" }, now),
  "list, destination": () =>
    browseLinks({ ...ofPage, q: "", destination: "shop-17.example.com" }, now),
  "list, two tags and a text": () =>
    browseLinks({ ...ofPage, q: "newsletter", tag: ["Tag 1", "Tag 2"], tagMode: "all" }, now),
  "palette, one letter": () => searchLinks("e", 8),
  "palette, two letters": () => searchLinks("qz", 8),
  "palette, a word in a third": () => searchLinks("newsletter", 8),
  "busiest link, a year": () => busiest().then((slug) => getLinkReport(slug, year)),
  "busiest link, a year, one country": () =>
    busiest().then((slug) => getLinkReport(slug, filtered)),
  "all links, a year": () => getScopeReport({}, year),
  "all links, a year, one country": () => getScopeReport({}, filtered),
  "the same, what is known at once": () => getInstantScopeReport({}, filtered, now),
  "tag of a fifth of the links, a year": () => getScopeReport({ tag: ["Tag 1"] }, year),
  "tag of a thousand links, a year": () => getScopeReport({ tag: ["Tag 200"] }, year),
  "campaigns of all links": () => getCampaigns({}, year, now),
  "export of all links": async () => {
    for await (const _ of exportLinks("csv", { q: "", state: "all" }, now));
  },
};

const busiest = async () =>
  (await listLinks({ limit: 1, offset: 0, sort: "clickCount" }, now)).links[0]?.slug ?? "";

/** Each act by its name: milliseconds (median and four at once), and pages that it touches. */
export async function measure(only: RegExp): Promise<Record<string, string | number>[]> {
  const table = [];
  for (const [what, act] of Object.entries(acts).filter(([name]) => only.test(name))) {
    const failed: string[] = [];
    const time = async (at = 1) => {
      const from = performance.now();
      await Promise.all(
        Array.from({ length: at }, () =>
          act().catch((error: Error) => failed.push(error.message || error.name)),
        ),
      );
      return performance.now() - from;
    };
    const first = await time();
    const times = [await time(), await time(), await time()].sort((a, b) => a - b);
    const four = await time(4);
    const statements = failed.length > 0 ? [] : await plans.of(act).catch(() => []);
    table.push({
      what,
      "first ms": Math.round(first),
      "median ms": Math.round(times[1] ?? 0),
      "four at once ms": Math.round(four),
      pages: statements.reduce((total, { buffers }) => total + buffers, 0),
      refused: failed[0]?.slice(0, 60) ?? "",
    });
  }
  return table;
}
