import { setup } from "../scripts/setup.mjs";

setup({ build: true, development: true });
const { generateLoad, variedVisits } = await import("./load.mjs");
const servers = await import("./servers.mjs");

/*
 * A steady load, by default an hour of a billion clicks a month: what it costs once roll-ups are
 * made beside it. The clicks differ as those of real visitors do. BENCH_RATE and BENCH_SECONDS
 * change it.
 */

const rate = Number(process.env.BENCH_RATE ?? 386);
const seconds = Number(process.env.BENCH_SECONDS ?? 3_600);
const linkCount = 10_000;

const data = servers.makeDataFolder();
const server = await servers.startExpress(data.folder);
try {
  await measure();
} finally {
  await server.stop();
  data.remove();
}

async function measure() {
  await servers.query(
    data.databaseUrl(),
    `WITH l AS (INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 's' || n, 'https://example.com/', now(), now() FROM generate_series(1, $1::int) n RETURNING "id")
     INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM l`,
    [linkCount],
  );
  const bytes = await size();
  const processors = await servers.watchProcessors(data, server.pid);
  const { answers, failures, p50Ms, p99Ms } = await generateLoad({
    url: server.url,
    requests: variedVisits(linkCount, 200_000),
    connections: 64,
    seconds,
    amount: 0,
    rate,
  });
  const used = await processors.stop();
  const perClick = (/** @type {number} */ spent) => Math.round((spent / answers) * 1e6);
  const [{ clicks, stored }] = await servers.query(
    data.databaseUrl(),
    `SELECT (SELECT count(*)::int FROM "StoredClick") AS "stored", (SELECT sum("clickCount")::int FROM "LinkCounter") AS "clicks"`,
  );
  console.table({
    "clicks a second": rate,
    seconds,
    "answered, stored, counted": `${answers}, ${stored}, ${clicks}`,
    failures,
    "p50 and p99 ms": `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`,
    "us of Node a click": perClick(used.node),
    "us of Postgres until the answer": perClick(used.storing),
    "us of roll-ups": perClick(used.rollups),
    "us of upkeep of Postgres": perClick(used.upkeep),
    "us in all": perClick(used.all),
    "most clicks not aggregated": used.mostPending,
    "ms until all were aggregated": Math.round(used.drainedMs),
    "MB of Node": servers.residentMegabytes(server.pid),
    "bytes of disk a click": Math.round(((await size()) - bytes) / answers),
  });
}

async function size() {
  const [{ bytes }] = await servers.query(
    data.databaseUrl(),
    "SELECT pg_database_size(current_database())::float8 AS bytes",
  );
  return bytes;
}
